import type { ProjectInput } from '@fieldbridge/contract';
import type { DivisionStore } from '../directory/division-store.ts';
import type { DemoRecords } from '../service/service.ts';
import { fieldsOf } from './project-record.ts';
import type { ProjectStore } from './project-store.ts';

/** Numbers and names are those on the tickets of the demonstration. */
const PROJECTS: readonly (Omit<ProjectInput, 'divisionId'> & { readonly division: string })[] = [
  {
    ...{ division: 'RP', number: '2026-014', name: 'Ring road, section east', status: 'active', countryCode: 'NL' },
    ...{ address: 'Elst', location: { latitude: 51.918, longitude: 5.845 }, startDate: '2026-03-02' },
    ...{ endDate: '2027-06-30', coordinateSystem: 7415 },
  },
  {
    ...{ division: 'GW', number: '2026-021', name: 'Harbour quay 3', status: 'active', countryCode: 'NL' },
    ...{ address: 'Rotterdam', location: { latitude: 51.905, longitude: 4.46 }, startDate: '2026-05-18' },
    ...{ coordinateSystem: 28992 },
  },
  {
    ...{ division: 'GW', number: '2026-030', name: 'School yard', status: 'planned', countryCode: 'NL' },
    ...{ address: 'Arnhem', location: { latitude: 51.985, longitude: 5.9 }, startDate: '2027-04-05' },
  },
];

/** The projects of the demonstration in its divisions. */
export async function makeDemoProjects(
  { projects, divisions }: { readonly projects: ProjectStore; readonly divisions: DivisionStore },
  { organisationId }: DemoRecords,
): Promise<void> {
  const known = await divisions.list(organisationId);
  await projects.write(async (tx) => {
    for (const { division, ...project } of PROJECTS) {
      const divisionId = known.find(({ abbreviation }) => abbreviation === division)?.id;
      if (divisionId !== undefined) await projects.addNow(tx, organisationId, fieldsOf({ ...project, divisionId }));
    }
  });
}
