import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  CredentialInput,
  DivisionInput,
  Filter,
  LIST_LIMIT_MAX,
  listParameters,
  NewJob,
  OrganisationPatch,
  ProjectInput,
  ProjectPatch,
  pageOf,
  problemsPage,
  problemTable,
  WeighBridgeInput,
} from './index.ts';

const UUID = '01980000-0000-7000-8000-000000000000';
/** What each schema accepts and rejects. */
const EXAMPLES: readonly [name: string, schema: TSchema, good: readonly unknown[], bad: readonly unknown[]][] = [
  [
    'a new job',
    NewJob,
    [{}, { name: 'Site', unit: 'm', crs: '28992' }],
    [{ nmae: 'x' }, { name: 1 }, { name: 'x'.repeat(201) }, [], null],
  ],
  [
    'a filter',
    Filter,
    [
      {},
      {
        selection: [{ group: 'layers', entries: [{ name: 'a', kind: 'line', selected: false, count: 3 }] }],
        jobId: UUID,
      },
      { bounds: null },
      { choices: [{ option: 'drawingUnit', chosen: 'm', values: [{ value: 'm', text: 'metre' }] }] },
      { bounds: { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1, minElevation: 0 } },
    ],
    [
      { selection: [{ group: 'layers' }] },
      { selection: [{ group: 'layers', entries: [{ name: 'a', kind: 'line' }] }] },
      { selection: [{ group: 'layers', entries: [{ name: 'a', kind: 'line', selected: 'no' }] }] },
      { bounds: { minEasting: 0 } },
      { choices: [{ option: 'drawingUnit' }] },
    ],
  ],
  [
    'a project',
    ProjectInput,
    [
      { divisionId: UUID, number: '1', name: 'Ring road' },
      {
        divisionId: UUID,
        number: '1',
        name: 'x',
        status: 'archived',
        location: { longitude: -180, latitude: 90 },
        id: 7,
      },
      { divisionId: UUID, number: '1', name: 'x', description: null, startDate: '2026-02-28', coordinateSystem: 28992 },
    ],
    [
      { number: '1', name: 'x' },
      { divisionId: UUID, number: ' ', name: 'x' },
      { divisionId: UUID, number: '1', name: 'x', status: 'done' },
      { divisionId: UUID, number: '1', name: 'x', location: { longitude: 181, latitude: 0 } },
      { divisionId: UUID, number: '1', name: 'x', countryCode: 'NLD' },
      { divisionId: UUID, number: '1', name: 'x', coordinateSystem: 1.5 },
      { divisionId: UUID, number: '1', name: 'x', divison: 'y' },
    ],
  ],
  [
    'a change of a project',
    ProjectPatch,
    [{}, { location: { latitude: 5 } }, { address: null, createdAt: 'x' }],
    [{ a: 1 }],
  ],
  [
    'a change of an organisation',
    OrganisationPatch,
    [{}, { note: null }, { id: 'x', createdAt: 'y', modifiedAt: 'z', name: 'n' }],
    [{ name: ' ' }, { name: null }, { notes: 'x' }],
  ],
  [
    'a credential',
    CredentialInput,
    [{ interface: 'conversion' }, { interface: 'project', environment: 'sandbox', label: 'x' }],
    [{}, { interface: 'desk' }, { interface: 'project', environment: 'test' }, { interface: 'project', label: '' }],
  ],
  [
    'a division',
    DivisionInput,
    [{ environment: 'sandbox', name: 'North', abbreviation: 'N' }],
    [
      { name: 'North', abbreviation: 'N' },
      { environment: 'sandbox', name: 'x', abbreviation: 'x'.repeat(21) },
    ],
  ],
  [
    'a weigh bridge',
    WeighBridgeInput,
    [{ environment: 'production', name: 'Gate', timeZone: 'Europe/Paris' }],
    [
      { environment: 'production', name: 'Gate' },
      { environment: 'production', name: '', timeZone: 'UTC' },
    ],
  ],
];

for (const [name, schema, good, bad] of EXAMPLES) {
  for (const value of good) test(`${name} accepts ${JSON.stringify(value)}`, () => assert.ok(Check(schema, value)));
  for (const value of bad) test(`${name} rejects ${JSON.stringify(value)}`, () => assert.ok(!Check(schema, value)));
}

test('a page holds items and, unless it is the last, a cursor; a limit is from 1 to 1000', () => {
  const page = pageOf(DivisionInput);
  assert.ok(Check(page, { items: [] }) && Check(page, { items: [], next: 'x' }));
  assert.ok(!Check(page, { next: 'x' }) && !Check(page, { items: [], next: 1 }));
  const { limit } = listParameters;
  for (const [value, fits] of [
    [1, true],
    [LIST_LIMIT_MAX, true],
    [0, false],
    [LIST_LIMIT_MAX + 1, false],
    [1.5, false],
  ] as const)
    assert.equal(Check(limit, value), fits, String(value));
  assert.equal(LIST_LIMIT_MAX, 1000);
});

test('the page of problems has a section for each code, with its status and remedy', () => {
  const page = problemsPage();
  for (const [code, { status, title, doc }] of Object.entries(problemTable)) {
    assert.ok(page.includes(code) && page.includes(String(status)) && page.includes(title), code);
    assert.ok(page.includes(doc), code);
  }
});
