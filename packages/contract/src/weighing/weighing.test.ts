import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { problemTable } from '../index.ts';
import {
  COUNTRIES,
  FINDING_RULES,
  type Field,
  type JsonSchema,
  leafFields,
  MAX_BATCH,
  massUnit,
  SERVICE_FIELDS,
  TICKET_FIELDS,
  ticketInputSchema,
  ticketPatchSchema,
  ticketSchema,
} from './index.ts';
import { weighingProblems } from './problems.ts';

// The tables of the weighing interface, compared with their sources: spec/weighing-service.md for the fields,
// contract.md for which are required, the Weights and Measures Acts for units, ISO 3166-1 for countries.

const LOCATION = '01a1fd1d-2392-74ff-816d-98aae4679277';
const least = (): Record<string, unknown> => ({
  locationId: LOCATION,
  externalId: 'T',
  nettWeight: { quantity: 25.4, unit: 'kg' },
});

/** Every field, objects included, with its path from the root. */
function everyField(fields: readonly Field[] = TICKET_FIELDS, above: readonly string[] = []): [string[], Field][] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    return [[path, field] as [string[], Field], ...everyField(field.fields ?? [], path)];
  });
}

/** The smallest ticket with a value somewhere in it. */
function ticketWith(path: readonly string[], value: unknown): Record<string, unknown> {
  const ticket = least();
  let at = ticket;
  for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
  at[path.at(-1)!] = value;
  return ticket;
}

/** An object without one of its members. */
function without(object: object, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}

describe('the table of fields', () => {
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
    assert.deepEqual(
      leafFields(TICKET_FIELDS)
        .map(({ path, field }) => `${path.join('.')}: ${field.type}`)
        .sort(),
      documented.sort(),
    );
  });

  test('names each field once per object, describes it in a sentence, and limits its text', () => {
    const seen = new Set<string>();
    for (const [path, field] of everyField()) {
      const name = path.join('.');
      assert.ok(!seen.has(name), name);
      seen.add(name);
      assert.match(field.doc, /^[A-Z].*\.$/, name);
      assert.equal(field.type === 'object', field.fields !== undefined, name);
      if (field.type === 'string') assert.ok(field.maxLength! > 0 && (field.minLength ?? 0) <= field.maxLength!, name);
      assert.match(field.name, /^[a-z][A-Za-z]*$/, 'no name that needs escaping in a pointer or a column');
    }
    assert.equal(leafFields(TICKET_FIELDS).length, everyField().filter(([, field]) => !field.fields).length);
  });

  test('requires what contract.md requires and nothing else, and keeps the service’s names free', () => {
    const required = everyField().flatMap(([path, field]) => (field.required ? [path.join('.')] : []));
    assert.deepEqual(required, ['locationId', 'externalId', 'nettWeight', 'nettWeight.quantity', 'nettWeight.unit']);
    assert.deepEqual(SERVICE_FIELDS, ['uuid', 'createdAt', 'modifiedAt']);
    for (const name of SERVICE_FIELDS) assert.ok(!TICKET_FIELDS.some((field) => field.name === name), name);
    assert.equal(MAX_BATCH, 1000);
  });
});

describe('a unit of mass', () => {
  /** A number of units in kilograms, as digits and a negative power of ten. */
  const kilograms = (name: string, count = 1n): [bigint, number] => {
    const { digits, scale } = massUnit(name)!;
    return [digits * count, scale];
  };
  const same = ([a, i]: [bigint, number], [b, j]: [bigint, number]): boolean =>
    a * 10n ** BigInt(j) === b * 10n ** BigInt(i);

  test('has exactly its legal size', () => {
    // 1 lb = 0.45359237 kg (1959); the short ton has 2000 lb, the long ton 20 hundredweight of 112 lb.
    const pound: [bigint, number] = [45_359_237n, 8];
    const pounds = (count: bigint): [bigint, number] => [pound[0] * count, pound[1]];
    assert.ok(same(kilograms('lb'), pound));
    assert.ok(same(kilograms('STN'), pounds(2000n)));
    assert.ok(same(kilograms('LTN'), pounds(20n * 112n)));
    assert.ok(same(kilograms('g', 1000n), kilograms('kg')));
    assert.ok(same(kilograms('t'), kilograms('kg', 1000n)));
    assert.ok(same(kilograms('kg'), [1n, 0]));
  });

  test('is found under both of its names, in any case, and under no other', () => {
    for (const [one, other] of [
      ['kg', 'KGM'],
      ['t', 'TNE'],
      ['g', 'GRM'],
      ['lb', 'LBR'],
    ] as const)
      for (const name of [one, one.toUpperCase(), other, other.toLowerCase()])
        assert.equal(massUnit(name)?.id, one, name);
    for (const name of ['stn', 'STN', 'Stn']) assert.equal(massUnit(name)?.id, 'STN');
    for (const name of ['', ' kg', 'kg ', 'kgs', 'ton', 'tonne', 'mg', 'oz', 'toString', '__proto__', 'kg\0', 'k g'])
      assert.equal(massUnit(name), undefined, JSON.stringify(name));
  });
});

test('a country is one of the 249 with an English name; withdrawn and reserved codes are not', () => {
  assert.equal(COUNTRIES.size, 249);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of COUNTRIES) assert.ok(names.of(code) !== undefined, code);
  // Withdrawn (ISO 3166-3), exceptionally reserved, user-assigned.
  for (const code of 'AN BU CS DD FX NT SU TP YU ZR AC CP DG EA EU EZ IC TA UK UN AA QM QZ XA XK XZ ZZ'.split(' '))
    assert.ok(!COUNTRIES.has(code), code);
  assert.ok(!COUNTRIES.has('nl'), 'upper case');
});

describe('the schema of a ticket', () => {
  const input = ticketInputSchema();
  const returned = ticketSchema();
  const own = { uuid: LOCATION, createdAt: '2026-05-04T08:15:30.000Z', modifiedAt: '2026-05-04T08:15:30.000Z' };

  test('accepts the smallest ticket, each optional field as null, and no unknown field', () => {
    assert.ok(Check(input, least()));
    assert.ok(Check(returned, { ...least(), ...own }));
    for (const [path, field] of everyField()) {
      const name = path.join('.');
      assert.equal(Check(input, ticketWith(path, null)), !field.required, name);
      assert.ok(!Check(input, ticketWith([...path.slice(0, -1), `${path.at(-1)}x`], 'x')), `${name}x`);
      if (field.fields) assert.equal(Check(input, ticketWith(path, {})), !field.required, name);
    }
    for (const name of ['locationId', 'externalId', 'nettWeight']) {
      assert.ok(!Check(input, without(least(), name)), name);
      assert.ok(!Check(returned, without({ ...least(), ...own }, name)), name);
    }
  });

  test('accepts the service’s own fields in any form, and always returns them', () => {
    assert.ok(Check(input, { ...least(), uuid: 7, createdAt: null, modifiedAt: {} }));
    for (const name of Object.keys(own)) {
      assert.ok(!Check(returned, { ...least(), ...without(own, name) }), name);
    }
    const names = TICKET_FIELDS.map(({ name }) => name);
    for (const schema of [input, returned])
      assert.deepEqual(Object.keys(schema['properties'] as JsonSchema), [...names, ...SERVICE_FIELDS]);
    assert.deepEqual(Object.keys(ticketPatchSchema()['properties'] as JsonSchema), names);
  });

  test('limits each field as the table does: type, length, format', () => {
    const good: Record<Field['type'], unknown[]> = {
      string: ['x', 'é'],
      uuid: [LOCATION],
      number: [0, -1.5, 1e300],
      integer: [0, -7, 1e15],
      datetime: ['2026-05-04T08:15:30Z', '2026-05-04T10:15:30.123+02:00'],
      countryCode: ['NL', 'nl', ''],
      object: [],
    };
    const bad: Record<Field['type'], unknown[]> = {
      string: [1, true, {}, []],
      uuid: ['', 'x', 1, `${LOCATION}0`],
      number: ['1', true, {}],
      integer: ['1', 1.5, true],
      datetime: ['yesterday', 1, '2026-05-04'],
      countryCode: ['N', 'NLD', 'N1', 1, ' '],
      object: ['x', 1, [], true],
    };
    for (const [path, field] of everyField()) {
      if (path.join('.') === 'nettWeight') continue;
      const taken = [...good[field.type], ...(field.type === 'string' ? ['x'.repeat(field.maxLength!)] : [])];
      for (const value of taken) assert.ok(Check(input, ticketWith(path, value)), `${path.join('.')} ${value}`);
      const refused = [...bad[field.type], ...(field.type === 'string' ? ['x'.repeat(field.maxLength! + 1)] : [])];
      if (field.minLength) refused.push('');
      for (const value of refused)
        assert.ok(!Check(input, ticketWith(path, value)), `${path.join('.')} ${JSON.stringify(value).slice(0, 50)}`);
    }
  });

  test('of a patch accepts any part, and null for every part', () => {
    const patch = ticketPatchSchema();
    assert.ok(Check(patch, {}));
    for (const { name } of TICKET_FIELDS) assert.ok(Check(patch, { [name]: null }), name);
    assert.ok(Check(patch, { nettWeight: { quantity: 1 } }));
    assert.ok(!Check(patch, { nettWeight: 'x' }));
    for (const value of [null, 'x', 1, []]) assert.ok(!Check(patch, value), JSON.stringify(value));
  });

  test('describes every field, for the reference', () => {
    const walk = (schema: JsonSchema, at: string): void => {
      for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
        assert.ok(String(inner['description']).length > 3, `${at}/${name}`);
        walk(inner, `${at}/${name}`);
      }
      if (schema['properties'] !== undefined) assert.equal(schema['additionalProperties'], false, at);
    };
    walk(returned, '#');
  });
});

describe('findings and refusals', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/weighing.md'), 'utf8');

  test('each finding has its own code, a rule and an advice in sentences, and contract.md’s list is complete', () => {
    const codes = FINDING_RULES.map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length);
    for (const { code, rule, advice } of FINDING_RULES) {
      assert.match(code, /^[a-z]+(-[a-z]+)+$/);
      for (const sentence of [rule, advice]) assert.match(sentence, /^[A-Z].*\.$/, code);
    }
    assert.deepEqual(codes.toSorted(), [
      ...['country-unknown', 'cumulative-falling', 'gross-below-tare', 'nett-mismatch', 'tare-unusual'],
      ...['temperature-out-of-range', 'time-far-past', 'time-in-future', 'unit-unknown', 'weight-negative'],
    ]);
    const section = guide.split('\n## Findings\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
    assert.deepEqual(rows, codes, 'the guide has them in the order of the table');
  });

  test('each refusal has its status by contract.md, is in the table of all problems, and states a remedy', () => {
    const statuses = Object.fromEntries(Object.entries(weighingProblems).map(([code, { status }]) => [code, status]));
    assert.deepEqual(statuses, {
      ...{ 'ticket-exists': 409, 'location-not-yours': 403, 'batch-size': 422, 'batch-refused': 422 },
      ...{ 'too-many-groups': 422, 'reason-missing': 422, 'nothing-to-settle': 409 },
    });
    for (const [code, { doc, title }] of Object.entries(weighingProblems)) {
      assert.ok(Object.hasOwn(problemTable, code), code);
      assert.match(doc, /\.$/);
      assert.ok(title.length > 10 && !title.endsWith('.'), code);
    }
  });
});
