import { EXAMPLE_COLLECTION, EXAMPLE_IDS, EXAMPLE_KEY } from '../http/example-ids.ts';
import type { OperationExamples } from '../http/operation-examples.ts';
import answers from './example-answers.json' with { type: 'json' };

const environment = 'sandbox';
const LIST = { parameters: { limit: 50 } };
const oneOf = (id: string) => ({ parameters: { id } });
const ORGANISATION = oneOf(EXAMPLE_IDS.organisation);
const OPERATOR = oneOf(EXAMPLE_IDS.operator);
const CREDENTIAL = oneOf(EXAMPLE_IDS.client);
const REQUEST = oneOf(EXAMPLE_IDS.request);
const MESSAGE = oneOf(EXAMPLE_IDS.message);
const IN_SANDBOX = { parameters: { ...ORGANISATION.parameters, environment } };
const FORM = {
  ...{ organisationName: 'Jansen BV', contactName: 'Anna Jansen', email: 'anna@jansen.example' },
  ...{ interface: 'weighing', environment, weighBridges: [{ name: 'Gate 1', timeZone: 'Europe/Amsterdam' }] },
};

/** Example calls of the operator's desk. */
export const operatorExamples: OperationExamples = {
  answers,
  calls: {
    getSystem: {},
    getRefusals: { parameters: { code: 'too-many-requests' } },
    postSessions: { body: { key: EXAMPLE_KEY } },
    getSessionsCurrent: {},
    deleteSessionsCurrent: {},
    postAccessRequestsForm: { body: FORM },
    postCollectionsByToken: { parameters: { token: EXAMPLE_COLLECTION } },
    getOperators: LIST,
    postOperators: { body: { name: 'Ada', role: 'auditor' } },
    patchOperatorsById: { ...OPERATOR, body: { role: 'desk' } },
    deleteOperatorsById: OPERATOR,
    postOperatorsByIdKey: { ...OPERATOR, body: {} },
    getOrganisations: LIST,
    postOrganisations: { body: { name: 'Gravel Works', contact: 'it@gravel.example' } },
    getOrganisationsById: ORGANISATION,
    patchOrganisationsById: { ...ORGANISATION, body: { contact: 'desk@gravel.example' } },
    getOrganisationsByIdQuotas: ORGANISATION,
    patchOrganisationsByIdQuotas: { ...ORGANISATION, body: { jobs: 100 } },
    getOrganisationsByIdUsage: ORGANISATION,
    getOrganisationsByIdDivisions: IN_SANDBOX,
    postOrganisationsByIdDivisions: {
      ...ORGANISATION,
      body: { environment, name: 'Roads and paving', abbreviation: 'RP' },
    },
    getOrganisationsByIdDivisionsByThing: {
      parameters: { ...IN_SANDBOX.parameters, thing: EXAMPLE_IDS.division },
    },
    patchOrganisationsByIdDivisionsByThing: {
      parameters: { ...ORGANISATION.parameters, thing: EXAMPLE_IDS.division },
      body: { environment, name: 'Roads' },
    },
    getOrganisationsByIdWeighBridges: IN_SANDBOX,
    postOrganisationsByIdWeighBridges: {
      ...ORGANISATION,
      body: { environment, name: 'North gate', timeZone: 'Europe/Amsterdam' },
    },
    getOrganisationsByIdWeighBridgesByThing: {
      parameters: { ...IN_SANDBOX.parameters, thing: EXAMPLE_IDS.location },
    },
    patchOrganisationsByIdWeighBridgesByThing: {
      parameters: { ...ORGANISATION.parameters, thing: EXAMPLE_IDS.location },
      body: { environment, name: 'South gate' },
    },
    getOrganisationsByIdCredentials: { parameters: { ...ORGANISATION.parameters, limit: 50 } },
    postOrganisationsByIdCredentials: {
      ...ORGANISATION,
      body: { interface: 'weighing', environment, label: 'Office' },
    },
    getCredentialsById: CREDENTIAL,
    deleteCredentialsById: CREDENTIAL,
    postCredentialsByIdSecrets: { ...CREDENTIAL, body: {} },
    deleteCredentialsByIdSecretsBySecret: {
      parameters: { ...CREDENTIAL.parameters, secret: EXAMPLE_IDS.secret },
    },
    getAccessRequests: { parameters: { state: 'pending', limit: 50 } },
    postAccessRequests: { body: FORM },
    getAccessRequestsById: REQUEST,
    postAccessRequestsByIdApprove: { ...REQUEST, body: { label: 'Office' } },
    postAccessRequestsByIdDecline: { ...REQUEST, body: { reason: 'Already a client.' } },
    postOrganisationsByIdErasures: { ...ORGANISATION, body: { environment, person: 'Jane Doe', dryRun: true } },
    getMessages: LIST,
    getMessagesById: MESSAGE,
    postMessagesByIdSend: MESSAGE,
    getAudit: LIST,
  },
};
