import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FINDING_RULES, type FindingCode, leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import fc from 'fast-check';
import { faultsIn } from '../core/detail.ts';
import { parseDecimal } from './decimal.ts';
import { findingsOf, RULES } from './findings.ts';
import { scanText } from './json/scan.ts';
import { inTableOrder, SERIES_RULES, type SeriesCode } from './series.ts';
import { readTicket, returnedTicket } from './ticket.ts';
import { validateTicket } from './validate.ts';

const LOCATION = '01a1fd1d-2392-74ff-816d-98aae4679277';
const NOW = Date.parse('2026-06-01T12:00:00Z');

/** A complete valid ticket with every field. */
function fullTicket(): Record<string, unknown> {
  const fill = (fields: typeof TICKET_FIELDS): Record<string, unknown> =>
    Object.fromEntries(
      fields.map(({ name, type, fields: inner }) => {
        if (inner) return [name, fill(inner)];
        const values = {
          string: 'x',
          uuid: LOCATION,
          number: 20.5,
          integer: 3,
          datetime: '2026-05-04T08:15:30.000Z',
          countryCode: 'NL',
          object: {},
        };
        return [name, name === 'unit' ? 't' : values[type]];
      }),
    );
  const ticket = fill(TICKET_FIELDS) as Record<string, Record<string, unknown>>;
  Object.assign(ticket['grossWeight']!, { quantity: 30.5 });
  Object.assign(ticket['tareWeight']!, { quantity: 10 });
  Object.assign(ticket['product']!['temperature'] as object, { value: 160, unit: 'C' });
  return ticket;
}

function faults(ticket: unknown): string[] {
  const { text, root } = scanText(JSON.stringify(ticket));
  return faultsIn(validateTicket(text, root).faults ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
}

/** The last weights of the series in kilograms. */
type Lasts = Partial<Record<SeriesCode, string>>;

function findings(ticket: unknown, lasts: Lasts = {}): string[] {
  const { text, root } = scanText(JSON.stringify(ticket));
  const { faults, reader } = validateTicket(text, root);
  assert.ok(reader, JSON.stringify(faults));
  const read = readTicket(reader);
  const weights = { 'tare-unusual': read.tare, 'cumulative-falling': read.cumulative };
  const beside = Object.entries(lasts).flatMap(
    ([code, last]) =>
      SERIES_RULES[code as SeriesCode](weights[code as SeriesCode]!.kilograms!, parseDecimal(last)!) ?? [],
  );
  const all = inTableOrder([
    ...beside,
    ...findingsOf(read, reader, { now: NOW, scaleInterval: { digits: 20n, scale: 0 } }),
  ]);
  return all.map(({ code, pointer }) => `${code} ${pointer}`);
}

/** A ticket changed in one place; `undefined` removes the field. */
function changed(path: readonly string[], value: unknown): Record<string, unknown> {
  const ticket = fullTicket();
  let at = ticket;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[path.at(-1)!] = value;
  return ticket;
}

test('the complete ticket has neither faults nor findings', () => {
  assert.deepEqual(faults(fullTicket()), []);
  assert.deepEqual(findings(fullTicket()), []);
});
const LEAVES = leafFields(TICKET_FIELDS);
const wrongFor: Record<string, unknown[]> = {
  string: [1, true, {}, [], 'x'.repeat(2000), 'a\0b'],
  uuid: [1, true, {}, [], 'no-uuid', '', `${LOCATION}0`],
  number: ['3', '', true, {}, []],
  integer: ['3', 1.5, true, {}, []],
  datetime: [
    1,
    true,
    {},
    [],
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-05-04',
    '2026-05-04T08:15:30',
    '2026-05-04T25:00:00Z',
  ],
  countryCode: [1, true, {}, [], 'N', 'NLD', 'N1', '  '],
};
for (const { path, field } of LEAVES) {
  test(`${path.join('.')}: every wrong value is refused with its pointer`, () => {
    for (const value of wrongFor[field.type]!) {
      const found = faults(changed(path, value));
      assert.equal(found.length, 1, `${JSON.stringify(value)}: ${found}`);
      assert.ok(found[0]!.startsWith(`#/${path.join('/')} `), found[0]);
    }
    const empty = field.type === 'number' || field.type === 'integer' || field.required ? [null] : [null, ''];
    for (const value of empty)
      assert.equal(faults(changed(path, value)).length, field.required ? 1 : 0, `${path} ${value}`);
    const without = JSON.parse(JSON.stringify(changed(path, undefined))) as unknown;
    assert.equal(faults(without).length, field.required ? 1 : 0);
  });
}

test('an object in the wrong form is refused, null and empty are not', () => {
  for (const name of ['grossWeight', 'customer', 'product', 'project', 'vehicle']) {
    for (const value of ['x', 1, [], true]) assert.match(faults(changed([name], value))[0]!, /Must be an object/);
    for (const value of [null, {}]) assert.deepEqual(faults(changed([name], value)), []);
  }
  assert.equal(faults(changed(['nettWeight'], null)).length, 1);
  assert.equal(faults(changed(['nettWeight'], {})).length, 2);
});

test('a field of a wrong type is always refused and never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LEAVES), fc.jsonValue({ maxDepth: 3 }), ({ path, field }, value) => {
      const found = faults(changed(path, value));
      const kinds: Record<string, boolean> = {
        number: typeof value === 'number' || value === null,
        integer: Number.isInteger(value) || value === null,
      };
      const mayPass = kinds[field.type] ?? (typeof value === 'string' || value === null);
      if (!mayPass) assert.ok(found.length > 0, `${path}: ${JSON.stringify(value)}`);
    }),
    { numRuns: 300 },
  );
});

test('an unknown name is refused with the nearest known one', () => {
  const hints: [string, RegExp][] = [
    ['licensePlate', /vehicle\.licenseplate/],
    ['externalID', /"externalId"/],
    ['netWeight', /"nettWeight"/],
    ['custmer', /"customer"/],
    ['__proto__x', /Known: locationId/],
    ['a/b~c', /#\/a~1b~0c/],
  ];
  for (const [name, hint] of hints) assert.match(faults({ ...fullTicket(), [name]: 1 })[0]!, hint, name);
  assert.match(faults(changed(['vehicle', 'licensePlate'], 'x'))[0]!, /#\/vehicle\/licensePlate .*"licenseplate"/);
  const polluted = JSON.stringify(fullTicket()).replace('{', '{"__proto__":{"admin":true},"constructor":1,');
  const { text, root } = scanText(polluted);
  assert.equal(validateTicket(text, root).faults?.length, 2);
});

test('the service’s own fields may be sent back, in any form', () => {
  assert.deepEqual(faults({ ...fullTicket(), uuid: 'x', createdAt: 1, modifiedAt: null }), []);
});

test('numbers beyond doubles are kept, those beyond the limits refused', () => {
  const withNumber = (spelling: string) =>
    JSON.stringify(changed(['nettWeight', 'quantity'], 'N')).replace('"N"', spelling);
  for (const good of [
    '9007199254740993',
    '0.1000000000000000055511151231257827',
    '1e308',
    '-0',
    '1E+2',
    '5e-324',
    '1e-320',
  ]) {
    const { text, root } = scanText(withNumber(good));
    assert.equal(validateTicket(text, root).faults, undefined, good);
  }
  for (const bad of ['1e309', '-1e999', '1e999999999999', `0.${'1'.repeat(500)}`, '1e-999999999']) {
    const { text, root } = scanText(withNumber(bad));
    assert.match(validateTicket(text, root).faults![0]!.detail('en'), /out of range/, bad);
  }
});

test('a flood of unknown fields gives a bounded list', () => {
  const flood = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`zzz${i}`, 1]));
  assert.equal(faults(flood).length, 50);
});

/** For each rule: changes that trigger it, and a near miss that does not. */
const spoken: Record<
  FindingCode,
  { speaks: [readonly string[], unknown][]; silent: [readonly string[], unknown][]; given?: Lasts }
> = {
  'weight-negative': {
    speaks: [[['cumulativeWeight', 'quantity'], -0.1]],
    silent: [[['cumulativeWeight', 'quantity'], 0]],
  },
  'gross-below-tare': { speaks: [[['grossWeight', 'quantity'], 9.999]], silent: [[['grossWeight', 'quantity'], 10]] },
  'nett-mismatch': {
    speaks: [
      [['nettWeight', 'quantity'], 20.5201],
      [['tareWeight'], { quantity: 22046.2262, unit: 'kg' }],
    ],
    silent: [
      [['nettWeight', 'quantity'], 20.52],
      [['tareWeight'], { quantity: 22046.2262, unit: 'LBR' }],
    ],
  },
  'unit-unknown': {
    speaks: [
      [['nettWeight', 'unit'], 'stone'],
      [['product', 'temperature', 'unit'], 'R'],
    ],
    silent: [
      [['tareWeight', 'unit'], 'TNE'],
      [['product', 'temperature', 'unit'], ''],
    ],
  },
  'country-unknown': {
    speaks: [
      [['vehicle', 'owner', 'countryCode'], 'UK'],
      [['customer', 'countryCode'], 'XX'],
    ],
    silent: [
      [['vehicle', 'countryCode'], 'be'],
      [['customer', 'countryCode'], ''],
    ],
  },
  'time-in-future': {
    speaks: [[['nettWeight', 'datetime'], '2026-06-01T12:15:01Z']],
    silent: [[['nettWeight', 'datetime'], '2026-06-01T14:15:00+02:00']],
  },
  'time-far-past': {
    speaks: [[['nettWeight', 'datetime'], '2016-05-01T00:00:00Z']],
    silent: [[['nettWeight', 'datetime'], '2016-07-01T00:00:00Z']],
  },
  'tare-unusual': {
    given: { 'tare-unusual': '9400' },
    speaks: [[['tareWeight', 'quantity'], 11]],
    silent: [[['tareWeight', 'quantity'], 9.9]],
  },
  'temperature-out-of-range': {
    speaks: [
      [['product', 'temperature', 'value'], 301],
      [['product', 'temperature'], { value: 600, unit: '°F' }],
    ],
    silent: [
      [['product', 'temperature', 'value'], -60],
      [['product', 'temperature'], { value: 300, unit: 'K' }],
    ],
  },
  'cumulative-falling': {
    given: { 'cumulative-falling': '20500' },
    speaks: [[['cumulativeWeight', 'quantity'], 20.499]],
    silent: [[['cumulativeWeight', 'quantity'], 20.5]],
  },
};

test('every rule of the table is implemented, and no other', () => {
  assert.deepEqual(
    new Set([...Object.keys(RULES), ...Object.keys(SERIES_RULES)]),
    new Set(FINDING_RULES.map(({ code }) => code)),
  );
});

for (const { code } of FINDING_RULES) {
  test(`finding ${code} is reported when it should be, and only then`, () => {
    const { speaks, silent, given } = spoken[code];
    for (const [path, value] of speaks) {
      const found = findings(changed(path, value), given).filter((one) => one.startsWith(code));
      assert.equal(found.length, 1, `${path} = ${JSON.stringify(value)}: ${found}`);
    }
    for (const [path, value] of silent) {
      const found = findings(changed(path, value), given).filter((one) => one.startsWith(code));
      assert.deepEqual(found, [], `${path} = ${JSON.stringify(value)}`);
    }
  });
}

test('the smallest ticket has no findings', () => {
  assert.deepEqual(findings({ locationId: LOCATION, externalId: '1', nettWeight: { quantity: 1, unit: 'kg' } }), []);
});

test('the returned ticket is the sent one with three more names', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), (json) => {
      const body = `{ "a" : 25.40,\n"b":${json} \n}`;
      const text = returnedTicket(body, 'u', 0, 1);
      assert.ok(text.startsWith(`{ "a" : 25.40,\n"b":${json}`));
      assert.deepEqual(Object.keys(JSON.parse(text) as object), ['a', 'b', 'uuid', 'createdAt', 'modifiedAt']);
    }),
    { numRuns: 50 },
  );
});

test('the guide has a row for every rule, with the words of the table', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/weighing.md'), 'utf8');
  for (const { code, rule, advice } of FINDING_RULES)
    assert.ok(guide.includes(`| \`${code}\` | ${rule} ${advice} |`), code);
});
