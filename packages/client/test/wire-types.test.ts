import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as contract from '@fieldbridge/contract';
import { leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import type { Static } from 'typebox';
import type * as client from '../src/index.ts';

// The types of the library stand for themselves, so that a program needs no schema of the contract to be compiled.
// The compiler compares them with the contract here, in both directions.

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Without `readonly`, which the schemas do not have. */
type Plain<T> = T extends object ? { -readonly [Field in keyof T]: Plain<T[Field]> } : T;
/** Fields that the service writes, and ignores when they are sent back. */
type Echoed = 'id' | 'createdAt' | 'modifiedAt';

const types: readonly true[] = [
  true satisfies Same<client.Division, contract.Division>,
  true satisfies Same<client.Project, contract.Project>,
  true satisfies Same<client.ProjectInput, Omit<contract.ProjectInput, Echoed>>,
  true satisfies Same<client.ProjectListQuery, contract.ProjectListQuery>,
  true satisfies Same<client.NewJob, contract.NewJob>,
  true satisfies Same<client.Job, contract.Job>,
  true satisfies Same<client.Accepted, contract.Accepted>,
  true satisfies Same<client.ImportStatus, contract.ImportStatus>,
  true satisfies Same<client.JobStatus, contract.JobStatus>,
  true satisfies Same<client.Organisation, Static<typeof contract.OrganisationView>>,
  true satisfies Same<client.OrganisationInput, contract.OrganisationInput>,
  true satisfies Same<client.Quotas, Static<typeof contract.QuotasView>>,
  true satisfies Same<client.QuotasChange, Static<typeof contract.QuotasPatch>>,
  true satisfies Same<client.Usage, Static<typeof contract.UsageView>>,
  true satisfies Same<client.DivisionInput, Static<typeof contract.DivisionInput>>,
  true satisfies Same<client.WeighBridgeInput, Static<typeof contract.WeighBridgeInput>>,
  true satisfies Same<client.DeskWeighBridge, Static<typeof contract.WeighBridgeView>>,
  true satisfies Same<client.Credential, Static<typeof contract.CredentialView>>,
  true satisfies Same<client.CredentialInput, Static<typeof contract.CredentialInput>>,
  true satisfies Same<client.IssuedSecret, Static<typeof contract.IssuedSecret>>,
  true satisfies Same<client.AccessRequest, contract.AccessRequestView>,
  true satisfies Same<client.AccessRequestInput, contract.AccessRequestInput>,
  true satisfies Same<client.Approval, Static<typeof contract.Approval>>,
  true satisfies Same<client.Approved, Static<typeof contract.Approved>>,
  true satisfies Same<client.Declined, Static<typeof contract.Declined>>,
  true satisfies Same<client.Message, contract.MessageView>,
  true satisfies Same<client.Operator, Static<typeof contract.OperatorView>>,
  true satisfies Same<client.OperatorInput, Static<typeof contract.OperatorInput>>,
  true satisfies Same<client.OperatorKey, Static<typeof contract.OperatorKey>>,
  true satisfies Same<client.ErasureInput, Static<typeof contract.ErasureInput>>,
  true satisfies Same<client.Erasure, contract.Erasure>,
  true satisfies Same<client.AuditEntry, Static<typeof contract.AuditEntryView>>,
  true satisfies Same<Plain<client.ProblemDocument>, Pick<contract.ProblemDocument, keyof client.ProblemDocument>>,
];

test('the types of projects, jobs, the desk and problems are those of the contract', () => {
  // The compiler has compared them; at run time only their number is left.
  assert.equal(types.length, 33);
});

test('the type of a ticket has the fields of the contract', () => {
  const party: Required<client.Party> = {
    name: '',
    reference: '',
    street: '',
    postalCode: '',
    city: '',
    countryCode: '',
    telephone: '',
    email: '',
  };
  const weight = { quantity: 1, unit: '', datetime: '', serialNumber: 1 } satisfies Required<client.Weight>;
  const whole: Required<client.TicketInput> = {
    locationId: '',
    externalId: '',
    type: '',
    tripNumber: 1,
    nettWeight: weight,
    grossWeight: weight,
    tareWeight: weight,
    cumulativeWeight: weight,
    customer: party,
    product: { identifier: '', name: '', temperature: { value: 1, unit: '', datetime: '' } },
    project: { identifier: '', description: '', subProjectIdentifier: '' },
    vehicle: { licenseplate: '', reference: '', countryCode: '', owner: party },
  };
  const paths = (value: object, way: string): string[] =>
    Object.entries(value).flatMap(([name, one]) =>
      typeof one === 'object' ? paths(one, `${way}${name}.`) : `${way}${name}: ${typeof one}`,
    );
  const table = leafFields(TICKET_FIELDS).map(
    ({ path, field }) => `${path.join('.')}: ${/number|integer/.test(field.type) ? 'number' : 'string'}`,
  );
  assert.deepEqual(paths(whole, ''), table);
});
