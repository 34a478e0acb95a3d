import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Field,
  type JsonSchema,
  MAX_TICKET_CHARACTERS,
  TICKET_FIELDS,
  ticketInputSchema,
} from '@fieldbridge/contract';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { faultsIn } from '../core/detail.ts';
import { scanText } from './json/scan.ts';
import { NORTH } from './testing/store.ts';
import { describe as named, validateTicket } from './validate.ts';

// The reference promises by a schema what the validator checks by a table: both must accept and refuse the same
// tickets.

const schema: JsonSchema = ticketInputSchema();
const faultsOf = (ticket: unknown): { pointer: string; detail: string }[] => {
  const { text, root } = scanText(typeof ticket === 'string' ? ticket : JSON.stringify(ticket));
  return faultsIn(validateTicket(text, root).faults ?? []) as { pointer: string; detail: string }[];
};

/**
 * Values of a field, mostly valid, except those that a schema cannot describe: other forms of ISO 8601, an empty time,
 * U+0000, numbers beyond a double.
 */
function valuesOf(field: Field): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>(1.5, 'x', true, {}, [], '');
  const good: Record<Field['type'], fc.Arbitrary<unknown>> = {
    string: fc.constantFrom('x', 'é', 'x'.repeat(field.maxLength ?? 1), 'x'.repeat((field.maxLength ?? 1) + 1), ''),
    uuid: fc.constantFrom(NORTH, NORTH.toUpperCase(), 'x'),
    number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
    integer: fc.constantFrom(0, -3, 1e15, 0.5),
    datetime: fc.constantFrom('2026-05-04T08:15:30Z', '2026-05-04T08:15:30.5+02:00', '2026-02-30T00:00:00Z', 'now'),
    countryCode: fc.constantFrom('NL', 'xx', '', 'N', 'NLD'),
    object: fc.constant({}),
  };
  const held = field.fields === undefined ? good[field.type] : objectOf(field.fields);
  const mostly = field.type === 'datetime' ? wrong.filter((value) => value !== '') : wrong;
  return fc.oneof(
    { weight: 12, arbitrary: held },
    { weight: 1, arbitrary: mostly },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function objectOf(fields: readonly Field[]): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)]));
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const known = fc.record(members, { requiredKeys: required });
  const unknown = fc.constantFrom({}, {}, {}, {}, {}, {}, {}, { uuid: 1 }, { licensePlate: 'x' });
  return fc.tuple(known, unknown).map(([object, more]) => ({ ...object, ...more }));
}

describe('the validator of tickets', () => {
  test('accepts and refuses the same tickets as the schema of the reference', () => {
    let good = 0;
    fc.assert(
      fc.property(objectOf(TICKET_FIELDS), (ticket) => {
        const faults = faultsOf(ticket);
        const isGood = Check(schema, ticket);
        if (isGood) good++;
        assert.equal(faults.length === 0, isGood, JSON.stringify([ticket, faults]));
      }),
      { numRuns: 600 },
    );
    // Each field alone, so that both outcomes are frequent.
    for (const field of TICKET_FIELDS) {
      const whole = { locationId: NORTH, externalId: 'T', nettWeight: { quantity: 1, unit: 't' } };
      fc.assert(
        fc.property(valuesOf(field), (value) => {
          const ticket = { ...whole, [field.name]: value };
          const isGood = Check(schema, ticket);
          if (isGood) good++;
          assert.equal(faultsOf(ticket).length === 0, isGood, JSON.stringify(ticket));
        }),
        { numRuns: 60 },
      );
    }
    assert.ok(good > 150, `${good} good ones`);
  });

  test('reports one fault for each wrong field, with its pointer, in the order of the text', () => {
    const text = `{"tripNumber":1.5,"externalId":"","x":1,"nettWeight":{"unit":null,"quantity":"5","y":2},"vehicle":{"owner":{"countryCode":"NLD","z":{}}},"type":7}`;
    const faults = faultsOf(text);
    assert.deepEqual(
      faults.map(({ pointer }) => pointer),
      [
        ...['#/tripNumber', '#/externalId', '#/x', '#/nettWeight/quantity', '#/nettWeight/y', '#/nettWeight/unit'],
        ...['#/vehicle/owner/countryCode', '#/vehicle/owner/z', '#/type', '#/locationId'],
      ],
    );
    const details = Object.fromEntries(faults.map(({ pointer, detail }) => [pointer, detail]));
    assert.equal(details['#/tripNumber'], 'Must be a whole number, this is 1.5.');
    assert.equal(details['#/nettWeight/quantity'], 'Must be a number, this is the string "5".');
    assert.equal(details['#/nettWeight/unit'], 'The field is required and must not be null.');
    assert.equal(details['#/locationId'], 'The field is required.');
    assert.equal(details['#/vehicle/owner/countryCode'], 'Must be a country code of two letters, this is "NLD".');
  });

  test('counts characters as people do, at the limit and one beyond it', () => {
    const least = (externalId: string): object => ({
      locationId: NORTH,
      externalId,
      nettWeight: { quantity: 1, unit: 't' },
    });
    for (const one of ['x', 'é', '🚚', '\u{10ffff}', '\t']) {
      assert.deepEqual(faultsOf(least(one.repeat(64))), [], JSON.stringify(one));
      assert.deepEqual(
        faultsOf(least(one.repeat(65))).map(({ detail }) => detail),
        ['Must have at most 64 characters, this has 65.'],
      );
    }
    assert.deepEqual(faultsOf(least(' ')), [], 'a space is a character');
    const escaped = `{"locationId":"${NORTH}","externalId":"${'\\u0041'.repeat(64)}","nettWeight":{"quantity":1,"unit":"t"}}`;
    assert.deepEqual(faultsOf(escaped), [], 'an escape is one character');
    assert.equal(faultsOf(escaped.replace('\\u0041', '\\u0000')).length, 1);
  });

  test('accepts a whole number in any spelling, and no other', () => {
    const trip = (spelling: string): string =>
      `{"locationId":"${NORTH}","externalId":"T","nettWeight":{"quantity":1,"unit":"t"},"tripNumber":${spelling}}`;
    for (const good of [
      '0',
      '-0',
      '7.0',
      '7.000',
      '1e2',
      '1.5e1',
      '150e-1',
      '-2.50E+2',
      '123456789012345678901234567890',
      '0e-400',
      '0.0',
    ])
      assert.deepEqual(faultsOf(trip(good)), [], good);
    for (const bad of ['0.5', '1e-1', '1.5', '15e-2', '1.05e1', '123456789012345678901234567890.5', '1e-400'])
      assert.equal(faultsOf(trip(bad))[0]?.detail, `Must be a whole number, this is ${bad}.`, bad);
    for (const bad of ['1e309', '-1e400', `1${'0'.repeat(400)}`])
      assert.match(faultsOf(trip(bad))[0]!.detail, /out of range/);
  });

  test('accepts a ticket with the longest fields in any spelling, but no longer one', () => {
    const escaped = (count: number): string => `"${'\\ud83d\\ude00'.repeat(count)}"`;
    const longest: Record<Field['type'], (field: Field) => string> = {
      string: ({ maxLength }) => escaped(maxLength!),
      uuid: () => `"${NORTH.replace(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)}"`,
      number: () => `0.${'1'.repeat(398)}`,
      integer: () => `1${'0'.repeat(307)}`,
      datetime: () => `"2026-05-04T08:15:30.${'5'.repeat(15)}Z"`,
      countryCode: () => '"\\u004e\\u004c"',
      object: ({ fields }) => textOf(fields!),
    };
    const textOf = (fields: readonly Field[]): string =>
      `{${fields.map((field) => `"${field.name}":${longest[field.type](field)}`).join(',')}}`;
    const text = textOf(TICKET_FIELDS);
    assert.deepEqual(faultsOf(text), []);
    const padded = (length: number): string => `{${' '.repeat(length - text.length)}${text.slice(1)}`;
    assert.deepEqual(faultsOf(` \n ${padded(MAX_TICKET_CHARACTERS)} `), [], 'surrounding white space does not count');
    assert.deepEqual(faultsOf(padded(MAX_TICKET_CHARACTERS + 1)), [
      {
        pointer: '#',
        detail:
          'A ticket may have 131072 characters, this one has 131073: send it without white space between its fields.',
      },
    ]);
  });

  test('quotes the value found, shortened if it is long', () => {
    for (const [text, name] of [
      ['{"a":1}', 'an object'],
      ['[]', 'an array'],
      ['"a\\u0062"', 'the string "a\\u0062"'],
      ['25.40', 'the number 25.40'],
      ['true', 'true'],
      ['null', 'null'],
      [`"${'x'.repeat(100)}"`, `the string "${'x'.repeat(59)}…`],
    ] as const)
      assert.equal(named(text, scanText(text).root)('en'), name);
    for (const [text, name] of [
      ['[]', 'an array'],
      ['7', 'the number 7'],
      ['"x"', 'the string "x"'],
    ] as const)
      assert.deepEqual(faultsOf(text), [{ pointer: '#', detail: `A ticket must be an object, this is ${name}.` }]);
  });
});
