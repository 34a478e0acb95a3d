import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { alignmentOf } from './alignment.ts';
import { crsText, LOCAL_CRS, parseCrs, sameCrs } from './crs.ts';
import { Extent } from './extent.ts';
import { BY_LAYER, Feature } from './feature.ts';
import { FieldJob } from './job.ts';
import { LayerTable, layerOf } from './layer.ts';
import { JUSTIFICATIONS, labelOf, TextTable, VERTICAL_JUSTIFICATIONS } from './tables/text-table.ts';
import { convertLength, parseUnit, UNITS, type Unit, unitFactor } from './unit.ts';

/** Metres of each unit as a ratio of whole numbers, by the definitions of 1959 and 1893. */
const DEFINED: Record<Unit, readonly [bigint, bigint]> = {
  metre: [1n, 1n],
  internationalFoot: [3048n, 10_000n],
  usSurveyFoot: [1200n, 3937n],
};

describe('the factor between any two units is the exact ratio of their definitions, in lowest terms', () => {
  for (const from of UNITS)
    describe(JSON.stringify(from), () => {
      for (const to of UNITS)
        test(to, () => {
          const { numerator, denominator } = unitFactor(from, to);
          const [a, b] = DEFINED[from];
          const [c, d] = DEFINED[to];
          assert.equal(BigInt(numerator) * b * c, BigInt(denominator) * a * d, `${from} ${to}`);
          for (let p = 2; p <= 3937; p++)
            assert.ok(numerator % p !== 0 || denominator % p !== 0, `both divide by ${p}`);
        });
    });
});

test('a converted length is within two roundings of the exact quotient, at survey magnitudes too', () => {
  // A double times 2^20 is a whole number for the lengths generated here, so the exact product can be computed in
  // integers.
  const length = fc.integer({ min: -(2 ** 43), max: 2 ** 43 }).map((n) => n / 2 ** 20);
  fc.assert(
    fc.property(length, fc.constantFrom(...UNITS), fc.constantFrom(...UNITS), (value, from, to) => {
      const [a, b] = DEFINED[from];
      const [c, d] = DEFINED[to];
      const exact = Number((BigInt(value * 2 ** 20) * a * d * 2n ** 60n) / (b * c)) / 2 ** 80;
      const error = Math.abs(convertLength(value, from, to) - exact);
      assert.ok(error <= Math.abs(exact) * 3 * 2 ** -53 + 1e-18, `${value} ${from} ${to}: ${error}`);
    }),
    { numRuns: 500 },
  );
});

describe('an infinite or unknown length is unchanged in every unit', () => {
  for (const from of UNITS)
    describe(JSON.stringify(from), () => {
      for (const to of UNITS)
        test(to, () => {
          assert.equal(convertLength(Infinity, from, to), Infinity);
          assert.equal(convertLength(-Infinity, from, to), -Infinity);
          assert.ok(Number.isNaN(convertLength(Number.NaN, from, to)));
          assert.equal(convertLength(0, from, to), 0);
        });
    });
});

test('units are read as field software writes them', () => {
  const written: Record<Unit, string[]> = {
    metre: ['m', 'M', 'Metre', 'meters', 'METERS', ' metres '],
    internationalFoot: ['ft', 'Foot', 'feet', 'ift', 'International Foot', 'international feet', 'InternationalFeet'],
    usSurveyFoot: ['usft', 'us-ft', 'sft', 'US Survey Foot', 'USSurveyFeet', 'us_survey_foot', 'ussurveyfoot'],
  };
  for (const unit of UNITS) {
    for (const text of written[unit]) assert.equal(parseUnit(text), unit, text);
    assert.equal(parseUnit(unit), unit);
  }
});

describe('another unit, or a number with a unit, is not mistaken for the unit in it', () => {
  for (const text of [
    'µm',
    'm²',
    'm2',
    '1 m',
    '0.001 m',
    'ft²',
    'ft3',
    '°',
    '米',
    'km',
    'mi',
    'toString',
    'hasOwnProperty',
  ])
    test(JSON.stringify(text), () => {
      assert.equal(parseUnit(text), undefined, text);
    });
});

test('every system can be written as text that reads back as the same system', () => {
  for (const text of [
    'EPSG:25832',
    'EPSG::4326',
    'epsg:2056',
    '100000',
    'local',
    'PROJCS["x",GEOGCS["y"]]',
    'GEOGCRS ["a"]',
  ]) {
    const crs = parseCrs(text)!;
    assert.ok(sameCrs(parseCrs(crsText(crs))!, crs), text);
  }
  assert.equal(crsText({ kind: 'epsg', code: 25832, name: 'ETRS89 / UTM 32N' }), 'EPSG:25832');
  for (const text of ['EPSG:1', 'EPSG:1234567', 'ESRI:102100', '25832.0', '-4326', 'UTM32 N', 'PROJCS']) {
    assert.equal(parseCrs(text), undefined, text);
  }
});

test('systems of different kinds are never the same; names do not matter', () => {
  const systems = [
    { kind: 'local' },
    { kind: 'epsg', code: 4326 },
    { kind: 'epsg', code: 4258 },
    { kind: 'wkt', wkt: 'A' },
    { kind: 'wkt', wkt: 'B' },
  ] as const;
  for (const a of systems)
    for (const b of systems) assert.equal(sameCrs({ ...a, name: 'x' }, { ...b, name: 'y' }), a === b);
});

test('a new job is empty, has no stated unit, and uses metres until one is stated', () => {
  const job = new FieldJob();
  assert.equal(job.info.unit, undefined);
  assert.equal(job.unit, 'metre');
  assert.equal(job.info.crs, LOCAL_CRS);
  assert.ok(Number.isNaN(job.info.createdAt));
  job.info.unit = 'usSurveyFoot';
  assert.equal(job.unit, 'usSurveyFoot');
  assert.notEqual(new FieldJob().info.properties, job.info.properties, 'jobs do not share properties');
});

test('layer names ignore case; the first spelling and style are kept', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Kerb', 'KERB', 'kerb', 'Öl', 'ÖL', 'a', 'constructor', '')), (names) => {
      const table = new LayerTable();
      const firsts: string[] = [];
      for (const name of names) {
        let expected = firsts.findIndex((first) => first.toLowerCase() === name.toLowerCase());
        if (expected === -1) expected = firsts.push(name) - 1;
        assert.equal(table.add(layerOf(name, { colour: firsts.length })), expected);
      }
      assert.equal(table.length, firsts.length);
      assert.deepEqual(
        Array.from(table, ({ name }) => name),
        firsts,
      );
      firsts.forEach((name, i) => {
        assert.equal(table.find(name.toUpperCase()), i);
        assert.equal(table.name(i), name);
        assert.equal(table.get(i)?.colour, i + 1);
      });
      assert.deepEqual(
        [table.find('nowhere'), table.name(-1), table.get(-1), table.get(99)],
        [-1, '', undefined, undefined],
      );
    }),
  );
});

test('a layer has defaults for everything not given, and its name cannot be overridden', () => {
  assert.deepEqual(layerOf('A', { locked: true, ...{ name: 'B' } }), {
    name: 'A',
    colour: -1,
    lineType: '',
    lineWeight: -1,
    visible: true,
    locked: true,
    description: '',
  });
  assert.deepEqual(alignmentOf('A', { startStation: 5, ...{ name: 'B' } }).name, 'A');
});

test('a feature that was reset equals a new one', () => {
  const used = Object.assign(new Feature(), {
    layer: 1,
    name: 'n',
    code: 'c',
    description: 'd',
    colour: 5,
    lineType: 'l',
    lineWeight: 5,
    time: 5,
    quality: 5,
    list: 'l',
    block: 'b',
    page: 5,
    source: 5,
    attributes: ['a', 'b'],
  });
  for (const key of Object.keys(used))
    assert.notDeepEqual(used[key as keyof Feature], new Feature()[key as keyof Feature], key);
  assert.deepEqual(used.reset(), new Feature());
  assert.equal(used.colour, BY_LAYER);
});

test('a text table returns every label, with every justification', () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(1, 0, -0, Number.NaN));
  const label = fc.record({
    easting: number,
    northing: number,
    elevation: number,
    text: fc.string({ unit: 'grapheme' }),
    height: number,
    rotation: number,
    justification: fc.constantFrom(...JUSTIFICATIONS),
    verticalJustification: fc.constantFrom(...VERTICAL_JUSTIFICATIONS),
  });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), (labels) => {
      const table = new TextTable();
      for (const [row, one] of labels.entries()) assert.equal(table.add(new Feature(), one), row);
      for (const [row, one] of labels.entries()) assert.deepEqual(table.label(row), { ...one });
    }),
  );
  assert.deepEqual(labelOf('x', 1, 2, { rotation: 3 }), {
    easting: 1,
    northing: 2,
    elevation: Number.NaN,
    text: 'x',
    height: 1,
    rotation: 3,
    justification: 'left',
    verticalJustification: 'baseline',
  });
});

const place = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(Number.NaN, Infinity, -Infinity));
const height = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN));
const triples = fc.array(fc.tuple(place, place, height), { maxLength: 8 });
/** The box of the finite positions, by sorting. */
function boxOf(all: readonly (readonly [number, number, number])[]) {
  const known = all.filter(([e, n]) => Number.isFinite(e) && Number.isFinite(n));
  if (known.length === 0) return null;
  const heights = known.map(([, , z]) => z).filter((z) => !Number.isNaN(z));
  const [eastings, northings] = [known.map(([e]) => e), known.map(([, n]) => n)];
  return {
    minEasting: Math.min(...eastings),
    minNorthing: Math.min(...northings),
    maxEasting: Math.max(...eastings),
    maxNorthing: Math.max(...northings),
    ...(heights.length > 0 && { minElevation: Math.min(...heights), maxElevation: Math.max(...heights) }),
  };
}

test('an extent is the box of the finite positions added to it, however they were added', () => {
  fc.assert(
    fc.property(triples, triples, (some, others) => {
      const [one, two, whole] = [new Extent(), new Extent(), new Extent()];
      for (const [e, n, z] of some) one.add(e, n, z);
      two.addTriples(Float64Array.from(others.flat()), others.length);
      for (const part of [one, two]) whole.addExtent(part);
      assert.deepEqual(one.box(), boxOf(some));
      assert.deepEqual(two.box(), boxOf(others));
      assert.deepEqual(whole.box(), boxOf([...some, ...others]));
      assert.equal(whole.isEmpty, boxOf([...some, ...others]) === null);
      const boxes = new Extent();
      for (const { minEasting, minNorthing, minElevation, maxEasting, maxNorthing, maxElevation } of [one, two])
        boxes.addBox(minEasting, minNorthing, minElevation, maxEasting, maxNorthing, maxElevation);
      assert.deepEqual(boxes.box(), whole.box());
      whole.clear();
      assert.ok(whole.isEmpty && whole.box() === null);
      two.clear();
      two.addTriples(Float64Array.from([...some, ...others].flat()), some.length);
      assert.deepEqual(two.box(), boxOf(some), 'nothing from before it was cleared, nothing beyond the count');
    }),
  );
});

test('an extent touches a box if they share a point, borders included; an empty one touches nothing', () => {
  const whole = fc.integer({ min: -3, max: 3 });
  fc.assert(
    fc.property(fc.tuple(whole, whole, whole, whole), fc.tuple(whole, whole, whole, whole), (a, b) => {
      const extent = new Extent();
      extent.add(a[0], a[1], 0);
      extent.add(a[2], a[3], 0);
      const box = {
        minEasting: Math.min(b[0], b[2]),
        maxEasting: Math.max(b[0], b[2]),
        minNorthing: Math.min(b[1], b[3]),
        maxNorthing: Math.max(b[1], b[3]),
      };
      // All corners are whole numbers, so a shared point is a whole number too.
      let shared = false;
      for (let e = box.minEasting; e <= box.maxEasting; e++)
        for (let n = box.minNorthing; n <= box.maxNorthing; n++)
          shared ||=
            e >= extent.minEasting && e <= extent.maxEasting && n >= extent.minNorthing && n <= extent.maxNorthing;
      assert.equal(extent.touches(box), shared);
      assert.equal(new Extent().touches(box), false);
    }),
    { numRuns: 300 },
  );
});
