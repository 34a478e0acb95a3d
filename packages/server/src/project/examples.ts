import { eventExamples } from '../events/examples.ts';
import { EXAMPLE_IDS, EXAMPLE_SECRET } from '../http/example-ids.ts';
import type { OperationExamples } from '../http/operation-examples.ts';
import answers from './example-answers.json' with { type: 'json' };

const PROJECT = { parameters: { id: EXAMPLE_IDS.project } };

/** Example calls of the project interface. */
export const projectExamples: OperationExamples = {
  answers,
  calls: {
    postToken: {
      body: { grant_type: 'client_credentials', client_id: EXAMPLE_IDS.client, client_secret: EXAMPLE_SECRET },
    },
    getDivisions: {},
    getDivisionsById: { parameters: { id: EXAMPLE_IDS.division } },
    postProjects: {
      body: {
        ...{ divisionId: EXAMPLE_IDS.division, number: '2026-014', name: 'Ring road north', status: 'active' },
        ...{ location: { longitude: 4.895, latitude: 52.37 }, countryCode: 'NL', startDate: '2026-03-02' },
        coordinateSystem: 28992,
      },
    },
    getProjects: { parameters: { limit: 50 } },
    getProjectsById: PROJECT,
    patchProjectsById: { ...PROJECT, body: { status: 'completed', endDate: '2026-11-27' } },
    deleteProjectsById: PROJECT,
    ...eventExamples,
  },
};
