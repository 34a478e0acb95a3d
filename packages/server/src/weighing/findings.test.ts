import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COUNTRIES, FINDING_RULES, type Finding } from '@fieldbridge/contract';
import fc from 'fast-check';
import { parseDecimal } from './decimal.ts';
import { findingsOf } from './findings.ts';
import { SERIES_RULES } from './series.ts';
import { incoming, NORTH } from './testing/store.ts';

// Every rule of docs/weighing.md at its limit, worked out by hand: 1 lb = 0.45359237 kg, 1 STN = 907.18474 kg,
// 1 LTN = 1016.0469088 kg; °C = (°F − 32) × 5/9 = K − 273.15.

const NOW = Date.parse('2026-06-01T12:00:00Z');

/**
 * The findings about a single ticket.
 * @param json its members except the number, as JSON so that number spelling counts
 */
function doubts(json: string, scaleInterval = '20'): Finding[] {
  const nett = json.includes('"nettWeight"') ? '' : ',"nettWeight":{"quantity":1,"unit":"kg"}';
  const { ticket, reader } = incoming(`{"locationId":"${NORTH}","externalId":"1"${nett}${json && `,${json}`}}`);
  return findingsOf(ticket, reader, { now: NOW, scaleInterval: parseDecimal(scaleInterval)! });
}

const codes = (json: string): string[] => doubts(json).map(({ code, pointer }) => `${code} ${pointer}`);

/** Three weights, each given as `quantity unit`. */
function weights(nett: string, gross: string, tare: string): string {
  const object = (name: string, text: string): string => {
    const [quantity, unit] = text.split(' ') as [string, string];
    return `"${name}":{"quantity":${quantity},"unit":"${unit}"}`;
  };
  return [object('nettWeight', nett), object('grossWeight', gross), object('tareWeight', tare)].join();
}

describe('weights compared with each other', () => {
  const cases: [nett: string, gross: string, tare: string, finding: string][] = [
    ['20020 kg', '30000 kg', '10000 kg', ''],
    ['19980 kg', '30 t', '10000 KGM', ''],
    ['20020.001 kg', '30000 kg', '10000 kg', 'nett 20020.001 kg differs from gross − tare 20000 kg by 20.001 kg'],
    ['19979.999 kg', '30 t', '10 TNE', 'nett 19979.999 kg differs from gross − tare 20000 kg by 20.001 kg'],
    // As doubles, 0.3 − 0.1 is 0.19999999999999998 and the difference more than 20 kg.
    ['0.22 t', '0.3 t', '0.1 t', ''],
    ['0.18 t', '0.3 t', '0.1 t', ''],
    // The 25th digit counts.
    [
      '20.0200000000000000000000001 t',
      '30 t',
      '10 t',
      'nett 20020.0000000000000000000001 kg differs from gross − tare 20000 kg by 20.0000000000000000000001 kg',
    ],
    ['2.002e4 kg', '3E+1 t', '10.000e0 t', ''],
    ['20000000 g', '30 t', '10 t', ''],
    ['20020001 GRM', '30 t', '10 t', 'nett 20020.001 kg differs from gross − tare 20000 kg by 20.001 kg'],
    // 44 LBR are 19.95806428 kg, 45 are 20.41165665.
    ['0 kg', '44 LBR', '0 lb', ''],
    ['0 kg', '45 lb', '0 kg', 'nett 0 kg differs from gross − tare 20.41165665 kg by 20.41165665 kg'],
    ['1 STN', '1 LTN', '0 kg', 'nett 907.18474 kg differs from gross − tare 1016.0469088 kg by 108.8621688 kg'],
    ['0 kg', '10 t', '10 t', ''],
    // 22046 lb are 9999.89738902 kg, 22047 are 10000.35098139.
    ['0 kg', '10 t', '22046 lb', ''],
    ['0 kg', '10 t', '22047 lb', 'gross 10000 kg is less than tare 10000.35098139 kg'],
    ['0 kg', '0.0009999 kg', '1 g', 'gross 0.0009999 kg is less than tare 0.001 kg'],
    ['1 kg', '1 bags', '5 t', 'the unit "bags" of grossWeight is unknown'],
    ['1 bags', '5 t', '0 t', 'the unit "bags" of nettWeight is unknown'],
  ];
  for (const [nett, gross, tare, text] of cases)
    test(`${nett} of ${gross} and ${tare}: ${text || 'no finding'}`, () => {
      const found = doubts(weights(nett, gross, tare)).map((one) => one.text);
      assert.deepEqual(found, text === '' ? [] : [text]);
    });

  test('give the same findings in any unit', () => {
    const grams = fc.integer({ min: -5_000_000, max: 60_000_000 });
    const spell: Record<string, (value: number) => string> = {
      g: (value) => String(value),
      kg: (value) => `${value}e-3`,
      t: (value) => `${value}E-06`,
      KGM: (value) => (value / 1000).toFixed(3),
    };
    const unit = fc.constantFrom(...Object.keys(spell));
    fc.assert(
      fc.property(fc.tuple(grams, grams, grams), fc.tuple(unit, unit, unit), (values, units) => {
        const [nett, gross, tare] = values.map((value, i) => `${spell[units[i]!]!(value)} ${units[i]}`);
        // The model counts in whole grams.
        const [n, g, t] = values as [number, number, number];
        const expected = [
          ...(['nett', 'gross', 'tare'] as const).filter((_, i) => values[i]! < 0).map(() => 'weight-negative'),
          ...(g < t ? ['gross-below-tare'] : []),
          ...(Math.abs(n - (g - t)) > 20_000 ? ['nett-mismatch'] : []),
        ];
        const found = doubts(weights(nett!, gross!, tare!)).map(({ code }) => code);
        assert.deepEqual(found, expected, `${nett} ${gross} ${tare}`);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a single value', () => {
  const at = (path: string, value: string): string => {
    const [name, ...rest] = path.split('.');
    return `"${name}":${rest.reduceRight((inner, key) => `{"${key}":${inner}${key === 'quantity' ? ',"unit":"kg"' : ''}}`, value)}`;
  };
  const speaks = (code: string, path: string, value: string): void =>
    assert.deepEqual(codes(at(path, value)), [`${code} #/${path.replaceAll('.', '/')}`], `${path}: ${value}`);
  const isSilent = (path: string, value: string): void =>
    assert.deepEqual(codes(at(path, value)), [], `${path}: ${value}`);

  test('below zero is doubtful for each of the four weights; zero, in any spelling, is not', () => {
    for (const name of ['nettWeight', 'cumulativeWeight', 'grossWeight', 'tareWeight']) {
      for (const value of ['-1', '-0.001', '-1e-300']) speaks('weight-negative', `${name}.quantity`, value);
      for (const value of ['0', '-0', '-0.000', '-0e5', '0E-7']) isSilent(`${name}.quantity`, value);
    }
    const [spelled] = doubts('"nettWeight":{"quantity":-25.40,"unit":"Bags"}');
    assert.equal(spelled?.text, 'nettWeight is -25.40 Bags', 'as sent');
  });

  test('of a country must be one of the 249, in upper or lower case', () => {
    for (const path of ['customer.countryCode', 'vehicle.countryCode', 'vehicle.owner.countryCode']) {
      for (const code of ['UK', 'EU', 'XK', 'AN', 'SU', 'ZZ', 'uk']) speaks('country-unknown', path, `"${code}"`);
      for (const code of ['NL', 'nl', 'gB', '']) isSilent(path, `"${code}"`);
      isSilent(path, 'null');
    }
    for (const code of COUNTRIES) isSilent('customer.countryCode', `"${code.toLowerCase()}"`);
  });

  test('of time is in the future from a quarter of an hour, far past from ten years, to the millisecond', () => {
    const times = [
      ...['nettWeight', 'grossWeight', 'tareWeight', 'cumulativeWeight'].map((name) => `${name}.datetime`),
      'product.temperature.datetime',
    ];
    for (const path of times) {
      const set = (time: string): string =>
        path.startsWith('nett')
          ? `"nettWeight":{"quantity":1,"unit":"kg","datetime":"${time}"}`
          : at(path, `"${time}"`);
      const pointer = `#/${path.replaceAll('.', '/')}`;
      for (const time of ['2026-06-01T12:15:00.001Z', '2026-06-01T14:15:00.0019+02:00', '9999-12-31T23:59:59Z'])
        assert.deepEqual(codes(set(time)), [`time-in-future ${pointer}`], time);
      for (const time of ['2016-06-01T11:59:59.999Z', '0026-06-01T12:00:00Z', '2016-06-01T13:59:59+02:00'])
        assert.deepEqual(codes(set(time)), [`time-far-past ${pointer}`], time);
      for (const time of [
        ...['2026-06-01T12:15:00.000Z', '2026-06-01T12:15:00.0009Z', '2026-06-01T17:45:00+05:30'],
        ...['2016-06-01T12:00:00Z', '2016-06-01T14:00:00+02:00', ''],
      ])
        assert.deepEqual(codes(set(time)), [], time);
    }
    const [ahead] = doubts(at('grossWeight.datetime', '"2026-06-02T14:00:00+02:00"'));
    assert.equal(ahead?.text, '2026-06-02T14:00:00+02:00 lies 1440 minutes ahead');
  });

  test('of temperature is plausible from -60 to 300 degrees Celsius (572 °F and 573.15 K)', () => {
    const temperature = (value: string, unit?: string): string =>
      `"product":{"temperature":{"value":${value}${unit === undefined ? '' : `,"unit":${JSON.stringify(unit)}`}}}`;
    const believed: [string, string?][] = [
      ...[['-60', 'C'], ['300', 'c'], ['300.000', '°C'], ['3e2'], ['-60.0', ''], ['165', 'CEL']],
      ...[
        ['572', 'F'],
        ['-76', '°f'],
        ['-76.0', 'FAH'],
        ['573.15', 'K'],
        ['213.15', 'k'],
        ['300', 'KEL'],
      ],
    ] as [string, string?][];
    for (const [value, unit] of believed) assert.deepEqual(codes(temperature(value, unit)), [], `${value} ${unit}`);
    const doubtful: [string, string | undefined, number][] = [
      ...[
        ['-60.1', 'C', -60.1],
        ['300.1', undefined, 300.1],
        ['1e9', '', 1e9],
        ['-273.15', 'C', -273.1],
      ],
      ...[
        ['572.2', 'F', 300.1],
        ['-77', 'F', -60.6],
        ['573.3', 'K', 300.2],
        ['0', 'K', -273.1],
      ],
    ] as [string, string | undefined, number][];
    for (const [value, unit, celsius] of doubtful) {
      const [found, ...more] = doubts(temperature(value, unit));
      assert.deepEqual([found?.code, more], ['temperature-out-of-range', []], `${value} ${unit}`);
      const stated = Number(/is (-?[\d.]+) °C$/.exec(found!.text)?.[1]);
      assert.ok(Math.abs(stated - celsius) < 0.1001, `${value} ${unit}: ${found!.text}`);
    }
    assert.deepEqual(
      codes(temperature('5000', 'R')),
      ['unit-unknown #/product/temperature/unit'],
      'in an unknown unit',
    );
    assert.deepEqual(codes('"product":{"temperature":{"unit":"C"}}'), [], 'a unit without a value');
  });

  describe('of a unit is known by its ten names in any case, also without a quantity', () => {
    for (const name of ['nettWeight', 'grossWeight', 'tareWeight', 'cumulativeWeight'])
      test(name, () => {
        const set = (unit: string, quantity: string): string =>
          `"${name}":{"quantity":${quantity},"unit":${JSON.stringify(unit)}}`;
        for (const unit of ['kg', 'T', 'g', 'Lb', 'kgm', 'TNE', 'Grm', 'lbr', 'STN', 'ltn'])
          assert.deepEqual(codes(set(unit, '0')), [], unit);
        for (const unit of ['kg ', 'kgs', 'ton', 'to', 'stone', 'm3', 'µg', '公斤', '.'])
          assert.deepEqual(codes(set(unit, '0')), [`unit-unknown #/${name}/unit`], unit);
        if (name === 'nettWeight') return;
        assert.deepEqual(codes(set('stone', 'null')), [`unit-unknown #/${name}/unit`], 'without its quantity');
        assert.deepEqual(codes(set('', '0')), [], 'a missing unit is not unknown');
        assert.deepEqual(codes(`"${name}":{"unit":"bags"}`), [`unit-unknown #/${name}/unit`]);
      });
  });
});

describe('a weight compared with the last one of its series', () => {
  const judge = (code: 'tare-unusual' | 'cumulative-falling', weight: string, last: string): string | undefined =>
    SERIES_RULES[code](parseDecimal(weight)!, parseDecimal(last)!)?.text;

  test('is an unusual tare if it differs by more than both 500 kg and 10 %', () => {
    const silent: [string, string][] = [
      ['4500', '4000'],
      ['3500', '4000'],
      ['9900', '9000'],
      ['8100', '9000'],
      // 10 % of 5000 kg are 500 kg: neither limit is exceeded.
      ['5500', '5000'],
      ['4500', '5000'],
      // 500.01 kg, but less than a tenth.
      ['12500.01', '12000'],
      // More than a tenth, but not 500 kg.
      ['1500', '1000'],
      ['0', '500'],
      ['5500.00', '5000.000'],
    ];
    for (const [tare, last] of silent) assert.equal(judge('tare-unusual', tare, last), undefined, `${tare} ${last}`);
    for (const [tare, last] of [
      ['4500.001', '4000'],
      ['3499.999', '4000'],
      ['9900.0000000000000001', '9000'],
      ['5500.01', '5000'],
      ['4499.99', '5000'],
      ['500.001', '0'],
      ['-9000', '9000'],
      ['9000', '-9000'],
    ] as const)
      assert.equal(
        judge('tare-unusual', tare, last),
        `tare ${tare} kg, the vehicle's last was ${last} kg`,
        `${tare} ${last}`,
      );
  });

  test('is a falling cumulative weight if it is less, by any digit', () => {
    for (const [now, last] of [
      ['500', '500'],
      ['500.0', '500.000'],
      ['500.0001', '500'],
      ['0', '-1'],
    ] as const)
      assert.equal(judge('cumulative-falling', now, last), undefined, `${now} ${last}`);
    assert.equal(judge('cumulative-falling', '499.99', '500.0'), 'cumulative 499.99 kg, before it was 500 kg');
    assert.equal(judge('cumulative-falling', '0.1', '0.10000000000000000000001') === undefined, false);
  });
});

test('findings are in the order of the table, and each points at an existing field', () => {
  const order = FINDING_RULES.map(({ code }) => code);
  const doubtful = {
    nettWeight: fc.record({
      quantity: fc.constantFrom(-5, 1, 900_000),
      unit: fc.constantFrom('kg', 't', 'x'),
      datetime: fc.constantFrom('2026-06-01T00:00:00Z', '2027-01-01T00:00:00Z', '1999-01-01T00:00:00Z', ''),
    }),
    grossWeight: fc.record({ quantity: fc.constantFrom(-1, 0, 5, null), unit: fc.constantFrom('kg', 'y', '') }),
    tareWeight: fc.record({ quantity: fc.constantFrom(1, 50), unit: fc.constantFrom('kg', 'LTN', null) }),
    customer: fc.record({ countryCode: fc.constantFrom('UK', 'NL') }),
    vehicle: fc.record({ owner: fc.record({ countryCode: fc.constantFrom('QQ', '') }) }),
    product: fc.record({
      temperature: fc.record({ value: fc.constantFrom(-61, 20, null), unit: fc.constantFrom('C', 'R', '') }),
    }),
  };
  fc.assert(
    fc.property(fc.record(doubtful, { requiredKeys: ['nettWeight'] }), (parts) => {
      const found = doubts(JSON.stringify(parts).slice(1, -1));
      const places = found.map(({ code }) => order.indexOf(code));
      assert.deepEqual(
        places.toSorted((a, b) => a - b),
        places,
      );
      for (const { pointer, text } of found) {
        const value = pointer
          .slice(2)
          .split('/')
          .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], parts);
        assert.ok(value !== undefined && value !== null && value !== '', `${pointer}: ${text}`);
      }
      assert.equal(new Set(found.map(({ code, pointer }) => code + pointer)).size, found.length, 'none twice');
    }),
    { numRuns: 150 },
  );
});
