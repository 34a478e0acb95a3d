import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  ACCESS_REQUEST_STATES,
  AccessRequestInput,
  AccessRequestView,
  Approval,
  AuditEntryView,
  CredentialInput,
  CredentialView,
  DivisionInput,
  DivisionPatch,
  IssuedSecret,
  OperatorInput,
  OrganisationInput,
  OrganisationPatch,
  OrganisationView,
  Refusal,
  SessionView,
  SignIn,
  WeighBridgeInput,
  WeighBridgePatch,
} from '../index.ts';

// What the desk accepts and shows, field by field, at the limits of each.

const text = (length: number) => 'x'.repeat(length);
const environment = 'sandbox';
const request = { organisationName: 'Gravel', email: 'it@gravel.example', interface: 'weighing' };
const bridge = { name: 'Pit', timeZone: 'Europe/Berlin' };

interface Case {
  readonly schema: TSchema;
  /** A value that is accepted; the fields below are put into it one at a time. */
  readonly whole: object;
  readonly good: Readonly<Record<string, readonly unknown[]>>;
  readonly bad: Readonly<Record<string, readonly unknown[]>>;
  readonly needed: readonly string[];
}
/** A name with at least one visible letter, up to a length. */
const name = (longest: number) => ({
  good: ['x', ' x ', text(longest), '漢'.repeat(longest), '😀'],
  bad: ['', ' ', '\t\n', text(longest + 1), 7, null, ['x']],
});
const orNull = (longest: number) => ({ good: [null, '', text(longest)], bad: [text(longest + 1), 7, {}] });
const ENVIRONMENTS = { good: ['sandbox', 'production'], bad: ['Sandbox', 'test', '', null, 1] };
/** Values the desk wrote itself may be sent back in a change. */
const ECHOED = { good: ['x', 7, null, {}], bad: [] };

const CASES: Readonly<Record<string, Case>> = {
  'a request for access': {
    schema: AccessRequestInput,
    whole: { ...request, environment },
    needed: ['organisationName', 'email', 'interface'],
    good: {
      organisationName: name(200).good,
      contactName: orNull(200).good,
      email: ['a@b.example', 'first.last+tag@sub.gravel.example'],
      interface: ['project', 'weighing', 'conversion'],
      environment: [...ENVIRONMENTS.good, null],
      note: orNull(4000).good,
      weighBridges: [[], [bridge], Array(100).fill(bridge)],
    },
    bad: {
      organisationName: name(200).bad,
      contactName: orNull(200).bad,
      email: ['', 'nobody', 'a@', '@b.example', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', null],
      interface: ['desk', 'Project', '', null],
      environment: ['Sandbox', 'test', '', 1],
      note: orNull(4000).bad,
      weighBridges: [
        null,
        {},
        [{}],
        [{ ...bridge, id: 'x' }],
        [{ name: 'Pit' }],
        [{ ...bridge, name: ' ' }],
        Array(101).fill(bridge),
      ],
    },
  },
  'an organisation': {
    schema: OrganisationInput,
    whole: { name: 'Gravel' },
    needed: ['name'],
    good: { name: name(200).good, contact: orNull(500).good, note: orNull(4000).good },
    bad: { name: name(200).bad, contact: orNull(500).bad, note: orNull(4000).bad, id: ['x'] },
  },
  'a change of an organisation': {
    schema: OrganisationPatch,
    whole: {},
    needed: [],
    good: {
      name: name(200).good,
      contact: orNull(500).good,
      id: ECHOED.good,
      createdAt: ECHOED.good,
      modifiedAt: ECHOED.good,
    },
    bad: { name: name(200).bad, contact: orNull(500).bad, uuid: ['x'] },
  },
  'a division': {
    schema: DivisionInput,
    whole: { environment, name: 'North', abbreviation: 'N' },
    needed: ['environment', 'name', 'abbreviation'],
    good: { environment: ENVIRONMENTS.good, name: name(200).good, abbreviation: name(20).good },
    bad: { environment: ENVIRONMENTS.bad, name: name(200).bad, abbreviation: name(20).bad, id: ['x'] },
  },
  'a change of a division': {
    schema: DivisionPatch,
    whole: { environment },
    needed: ['environment'],
    good: { name: name(200).good, abbreviation: name(20).good, id: ECHOED.good },
    bad: { name: name(200).bad, abbreviation: name(20).bad, organisationId: ['x'] },
  },
  'a weigh bridge': {
    schema: WeighBridgeInput,
    whole: { environment, ...bridge },
    needed: ['environment', 'name', 'timeZone'],
    good: { environment: ENVIRONMENTS.good, name: name(200).good, timeZone: ['UTC', text(100)] },
    bad: { environment: ENVIRONMENTS.bad, name: name(200).bad, timeZone: ['', text(101), 7, null], locationId: ['x'] },
  },
  'a change of a weigh bridge': {
    schema: WeighBridgePatch,
    whole: { environment },
    needed: ['environment'],
    good: { name: name(200).good, timeZone: ['UTC'], createdAt: ECHOED.good },
    bad: { name: name(200).bad, timeZone: ['', null], locationId: ['x'] },
  },
  'a credential': {
    schema: CredentialInput,
    whole: { interface: 'project', environment },
    needed: ['interface'],
    good: {
      interface: ['project', 'weighing', 'conversion'],
      environment: [...ENVIRONMENTS.good, null],
      label: name(200).good,
    },
    bad: {
      interface: ['operator', '', null],
      environment: ['test', ''],
      label: name(200).bad,
      clientId: ['x'],
    },
  },
  'an operator': {
    schema: OperatorInput,
    whole: { name: 'Ada' },
    needed: ['name'],
    good: { name: name(100).good },
    bad: { name: name(100).bad, key: ['x'] },
  },
  'a sign-in': {
    schema: SignIn,
    whole: { key: 'fbop_x' },
    needed: ['key'],
    good: { key: ['x', text(256)] },
    bad: { key: ['', text(257), null, 7], name: ['Ada'] },
  },
  'an approval': {
    schema: Approval,
    whole: {},
    needed: [],
    good: { organisationId: ['x'], label: name(200).good },
    bad: { organisationId: [null, 7], label: name(200).bad, reason: ['x'] },
  },
  'a refusal': {
    schema: Refusal,
    whole: { reason: 'No contract yet.' },
    needed: ['reason'],
    good: { reason: name(2000).good },
    bad: { reason: name(2000).bad, label: ['x'] },
  },
};

for (const [what, { schema, whole, good, bad, needed }] of Object.entries(CASES))
  describe(what, () => {
    test('is accepted with every allowed value', () => {
      assert.ok(Check(schema, whole));
      for (const [field, values] of Object.entries(good))
        for (const value of values)
          assert.ok(Check(schema, { ...whole, [field]: value }), `${field} ${JSON.stringify(value).slice(0, 80)}`);
    });

    test('is rejected with other values, with an unknown field, and if it is not an object', () => {
      for (const [field, values] of Object.entries({ ...bad, nonsense: [1, null] }))
        for (const value of values)
          assert.ok(!Check(schema, { ...whole, [field]: value }), `${field} ${JSON.stringify(value).slice(0, 80)}`);
      for (const value of [null, [], 'x', 7, [whole]]) assert.ok(!Check(schema, value), JSON.stringify(value));
    });

    test('is rejected without a required field, and accepted without any other', () => {
      const fields = Object.keys({ ...whole, ...good });
      for (const field of fields) {
        const { [field]: _left, ...rest } = whole as Record<string, unknown>;
        assert.equal(Check(schema, rest), !needed.includes(field), `without ${field}`);
      }
    });
  });

describe('the views of the desk', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const credential = {
    ...{ clientId: 'c', organisationId: 'o', interface: 'conversion', environment: null, label: 'l' },
    ...{
      createdAt: at,
      revokedAt: null,
      secrets: [{ id: 's', createdAt: at, lastUsedAt: null, expiresAt: null, revokedAt: at }],
    },
  };
  const views: readonly (readonly [TSchema, object])[] = [
    [OrganisationView, { id: 'o', name: 'n', contact: null, note: null, createdAt: at, modifiedAt: at }],
    [CredentialView, credential],
    [IssuedSecret, { credential, clientSecret: 'fbcs_x' }],
    [SessionView, { operator: { id: 'p', name: 'Ada', role: 'auditor' }, expiresAt: null }],
    [AuditEntryView, { id: 'a', at, actor: 'Ada', action: 'x', subject: null, organisationId: null, details: {} }],
    [
      AccessRequestView,
      {
        ...{ id: 'r', state: 'pending', origin: 'form', ...request, contactName: null, environment: null, note: null },
        ...{
          weighBridges: [],
          createdAt: at,
          decidedAt: null,
          decidedBy: null,
          reason: null,
          organisationId: null,
          clientId: null,
        },
      },
    ],
  ];

  describe('always have every field, so clients need not check', () => {
    for (const [schema, view] of views)
      test(Object.keys(view).join(' '), () => {
        assert.ok(Check(schema, view), JSON.stringify(view));
        for (const field of Object.keys(view)) {
          const { [field]: _left, ...rest } = view as Record<string, unknown>;
          assert.ok(!Check(schema, rest), `${field} must not be missing`);
        }
      });
  });

  test('have no place for a secret except where one is shown once', () => {
    const places = views.filter(([schema]) => /clientSecret|csrfToken/.test(JSON.stringify(schema)));
    assert.deepEqual(
      places.map(([schema]) => schema),
      [IssuedSecret, SessionView],
    );
    for (const [schema] of views) assert.doesNotMatch(JSON.stringify(schema), /"(?:\w*[hH]ash|digest)":/);
  });

  test('of a request for access have one of three states', () => {
    assert.deepEqual([...ACCESS_REQUEST_STATES], ['pending', 'approved', 'declined']);
    const [, view] = views.at(-1)!;
    for (const state of ACCESS_REQUEST_STATES) assert.ok(Check(AccessRequestView, { ...view, state }));
    assert.ok(!Check(AccessRequestView, { ...view, state: 'open' }));
  });
});
