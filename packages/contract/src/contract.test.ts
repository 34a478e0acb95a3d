import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  COUNTRIES,
  CredentialInput,
  DivisionInput,
  Filter,
  type LeafField,
  LIST_LIMIT_MAX,
  leafFields,
  listParameters,
  massUnit,
  NewJob,
  OrganisationPatch,
  ProjectInput,
  ProjectPatch,
  pageOf,
  problemsPage,
  problemTable,
  TICKET_FIELDS,
  ticketInputSchema,
  ticketPatchSchema,
  ticketSchema,
  WeighBridgeInput,
} from './index.ts';

describe('the ticket', () => {
  const pathsOf = (fields: readonly LeafField[]) => fields.map(({ path, field }) => `${path.join('.')}: ${field.type}`);

  test('has the fields of the document, with their types, and no others', () => {
    const party = (at: string) =>
      ['name', 'reference', 'street', 'postalCode', 'city']
        .map((name) => `${at}.${name}: string`)
        .concat(`${at}.countryCode: countryCode`, `${at}.telephone: string`, `${at}.email: string`);
    const weight = (at: string) => [
      `${at}.quantity: number`,
      `${at}.unit: string`,
      `${at}.datetime: datetime`,
      `${at}.serialNumber: integer`,
    ];
    const documented = [
      ...['locationId: uuid', 'externalId: string', 'type: string', 'tripNumber: integer'],
      ...['nettWeight', 'grossWeight', 'tareWeight', 'cumulativeWeight'].flatMap(weight),
      ...party('customer'),
      ...['product.identifier: string', 'product.name: string', 'product.temperature.value: number'],
      ...['product.temperature.unit: string', 'product.temperature.datetime: datetime'],
      ...['project.identifier: string', 'project.description: string', 'project.subProjectIdentifier: string'],
      ...['vehicle.licenseplate: string', 'vehicle.reference: string', 'vehicle.countryCode: countryCode'],
      ...party('vehicle.owner'),
    ];
    assert.deepEqual(pathsOf(leafFields(TICKET_FIELDS)).sort(), documented.sort());
  });

  test('needs what makes it a ticket: where from, which one, how much', () => {
    const needed = leafFields(TICKET_FIELDS).filter(({ field }) => field.required);
    assert.deepEqual(
      needed.map(({ path }) => path.join('.')),
      ['locationId', 'externalId', 'nettWeight.quantity', 'nettWeight.unit'],
    );
    for (const { path, field } of leafFields(TICKET_FIELDS)) {
      assert.match(field.doc, /^[A-Z].*\.$/, path.join('.'));
      if (field.type === 'string') assert.ok((field.maxLength ?? 0) > 0, `${path.join('.')} has a limit`);
    }
  });

  test('is described three ways that agree: sent, returned, patched', () => {
    const [sent, returned, patch] = [ticketInputSchema(), ticketSchema(), ticketPatchSchema()] as [
      Record<string, never>,
      Record<string, never>,
      Record<string, never>,
    ];
    const names = TICKET_FIELDS.map(({ name }) => name);
    const service = ['uuid', 'createdAt', 'modifiedAt'];
    assert.deepEqual(Object.keys(sent['properties']!), [...names, ...service]);
    assert.deepEqual(Object.keys(returned['properties']!), [...names, ...service]);
    assert.deepEqual(Object.keys(patch['properties']!), names);
    assert.deepEqual(returned['required'], ['locationId', 'externalId', 'nettWeight', ...service]);
  });
});

test('units of mass: the ten names in any case, with their exact weight in kilograms', () => {
  const kilograms = (name: string): string => {
    const { digits, scale } = massUnit(name)!;
    return scale === 0 ? String(digits) : `${digits}e-${scale}`;
  };
  for (const [name, exact] of Object.entries({
    ...{ kg: '1', KGM: '1', t: '1000', TNE: '1000', g: '1e-3', GRM: '1e-3', lb: '45359237e-8', LBR: '45359237e-8' },
    ...{ STN: '90718474e-5', LTN: '10160469088e-7' },
  }))
    for (const spelled of [name, name.toLowerCase(), name.toUpperCase()])
      assert.equal(kilograms(spelled), exact, spelled);
  // 2000 and 2240 pounds, digit for digit.
  assert.equal(90_718_474n * 10n ** 3n, 2000n * 45_359_237n);
  assert.equal(10_160_469_088n * 10n, 2240n * 45_359_237n);
  for (const unknown of ['', 'kilo', 'kg ', 'ton', 'to', 'constructor'])
    assert.equal(massUnit(unknown), undefined, unknown);
});

test('countries: the 249 codes assigned in ISO 3166-1, each two letters', () => {
  assert.equal(COUNTRIES.size, 249);
  for (const code of COUNTRIES) assert.match(code, /^[A-Z]{2}$/);
  for (const code of ['NL', 'DE', 'GB', 'US', 'XK', 'UK', 'EU'])
    assert.equal(COUNTRIES.has(code), !['XK', 'UK', 'EU'].includes(code), code);
});

const UUID = '01980000-0000-7000-8000-000000000000';
/** What each schema takes and what not. */
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
      { bounds: { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1, minElevation: 0 } },
    ],
    [
      { selection: [{ group: 'layers' }] },
      { selection: [{ group: 'layers', entries: [{ name: 'a', kind: 'line' }] }] },
      { selection: [{ group: 'layers', entries: [{ name: 'a', kind: 'line', selected: 'no' }] }] },
      { bounds: { minEasting: 0 } },
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

for (const [name, schema, good, bad] of EXAMPLES)
  test(`${name} is taken as it should be and refused as it should be`, () => {
    for (const value of good) assert.ok(Check(schema, value), JSON.stringify(value));
    for (const value of bad) assert.ok(!Check(schema, value), JSON.stringify(value));
  });

test('a page holds items and, unless it is the last, a cursor; a limit goes from 1 to 1000', () => {
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

test('the page of problems has a section for each code, with its status and what to do', () => {
  const page = problemsPage();
  for (const [code, { status, title, doc }] of Object.entries(problemTable)) {
    assert.ok(page.includes(code) && page.includes(String(status)) && page.includes(title), code);
    assert.ok(page.includes(doc), code);
  }
});
