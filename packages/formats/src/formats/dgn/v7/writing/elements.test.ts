import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Arc,
  Feature,
  type FieldJob,
  JobBuilder,
  type Label,
  labelOf,
  layerOf,
  Path,
} from '@fieldbridge/fieldjob';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../../../testing/run-format.ts';
import { dgn } from '../../format.ts';
import { int32, uint16, vaxDouble } from '../numbers.ts';
import { ElementMaker, type ElementStyle, MOST_WORDS } from './elements.ts';
import { Losses } from './losses.ts';
import { DesignPlane } from './plane.ts';
import { Palette, SymbolBook, weightOf } from './symbols.ts';
import { textElements } from './texts.ts';

const STYLE: ElementStyle = {
  ...{ level: 5, colour: 17, lineCode: 3, weight: 9 },
  ...{ group: 0x1234, isHole: false, isComponent: false },
};
const HOLE = 0x8000;
const ATTRIBUTES = 0x0800;

function jobOf(fill: (builder: JobBuilder, feature: Feature) => void): FieldJob {
  const builder = new JobBuilder();
  fill(builder, new Feature());
  return builder.job;
}

/** A plane of micrometres around 0, with or without elevations. */
const planeOf = (is3d: boolean): DesignPlane =>
  DesignPlane.of(
    jobOf((builder, feature) => {
      for (const sign of [-1, 1]) builder.point(feature, 100 * sign, 100 * sign, is3d ? 100 * sign : Number.NaN);
    }),
    'auto',
    1,
  );

/** The stored box of an element: low and high corner, with the sign bits restored. */
const rangeOf = (bytes: Uint8Array): number[] =>
  Array.from({ length: 6 }, (_, i) => int32(bytes, 4 + 4 * i) ^ 0x80000000);

/** Each element states its own length, is on its level, and its attributes begin at its end unless stated. */
function assertWhole(bytes: Uint8Array, type: number, style = STYLE): void {
  assert.equal(bytes.length % 2, 0, 'whole words');
  assert.equal(2 * (uint16(bytes, 2) + 2), bytes.length, 'its own length');
  assert.deepEqual([bytes[0]! & 0x3f, bytes[1]], [style.level, type]);
  assert.equal((bytes[0]! & 0x80) !== 0, style.isComponent);
  assert.equal(uint16(bytes, 28), style.group);
  assert.deepEqual([bytes[34]! & 7, bytes[34]! >> 3, bytes[35]], [style.lineCode, style.weight, style.colour]);
  const properties = uint16(bytes, 32);
  assert.equal((properties & HOLE) !== 0, style.isHole);
  const attributes = 32 + 2 * uint16(bytes, 30);
  assert.equal(attributes < bytes.length, (properties & ATTRIBUTES) !== 0, 'where attributes begin');
  assert.ok(attributes <= bytes.length);
}

test('line strings and shapes hold their positions exactly, with the right range', () => {
  const position = fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.tuple(position, position, position), { minLength: 2, maxLength: 101 }),
      fc.constantFrom(4 as const, 6 as const),
      fc.boolean(),
      (is3d, places, type, isHole) => {
        const style = { ...STYLE, isHole };
        const bytes = new ElementMaker(planeOf(is3d)).vertices(type, style, places.flat(), 0, places.length);
        assertWhole(bytes, type, style);
        const axes = is3d ? 3 : 2;
        assert.equal(uint16(bytes, 36), places.length);
        for (const [i, place] of places.entries())
          for (let axis = 0; axis < axes; axis++)
            assert.equal(int32(bytes, 38 + 4 * (axes * i + axis)), place[axis], `vertex ${i}`);
        const side = (of: (...values: number[]) => number, axis: number): number =>
          axis < axes ? of(...places.map((place) => place[axis]!)) : 0;
        const expected = [0, 1, 2].map((axis) => side(Math.min, axis));
        assert.deepEqual(rangeOf(bytes), [...expected, ...[0, 1, 2].map((axis) => side(Math.max, axis))]);
      },
    ),
    { numRuns: 50 },
  );
});

test('arcs and circles keep centre and radius exactly, angles to 1/360000°, and are inside their range', () => {
  const real = fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 999);
  fc.assert(
    fc.property(
      ...[fc.boolean(), real, real, real, fc.double({ min: 0.001, max: 90, noNaN: true })],
      ...[fc.double({ min: -7, max: 7, noNaN: true }), fc.double({ min: -6.28, max: 6.28, noNaN: true })],
      (is3d, easting, northing, elevation, radius, startAngle, sweep) => {
        fc.pre(Math.abs(sweep) > 1e-6);
        const plane = planeOf(is3d);
        const arc: Arc = { easting, northing, radius, startAngle, sweep };
        for (const type of [15, 16] as const) {
          const bytes = new ElementMaker(plane).arc(type, STYLE, arc, elevation);
          assertWhole(bytes, type);
          const at = type === 15 ? 36 : 44;
          assert.equal(vaxDouble(bytes, at), radius * plane.perUnit);
          assert.equal(vaxDouble(bytes, at + 8), radius * plane.perUnit);
          const centre = at + 16 + (is3d ? 16 : 4);
          const middle = [plane.exact(easting, 0), plane.exact(northing, 1), plane.exact(elevation, 2)];
          const axes = is3d ? 3 : 2;
          for (let axis = 0; axis < axes; axis++) assert.equal(vaxDouble(bytes, centre + 8 * axis), middle[axis]);
          assert.equal(bytes.length, centre + 8 * axes);
          const box = rangeOf(bytes);
          for (let axis = 0; axis < 2; axis++) {
            assert.ok(box[axis]! <= middle[axis]! - radius * plane.perUnit, 'low side');
            assert.ok(box[axis + 3]! >= middle[axis]! + radius * plane.perUnit, 'high side');
          }
          if (type === 15) continue;
          const step = (Math.PI / 180 / 360_000) * 0.5001;
          assert.ok(Math.abs((int32(bytes, 36) * Math.PI) / 180 / 360_000 - startAngle) <= step);
          const stored = int32(bytes, 40);
          const size = ((stored & 0x7fffffff) * Math.PI) / 180 / 360_000;
          assert.ok(Math.abs(size * (stored < 0 ? -1 : 1) - sweep) <= step, `${size} is not ${sweep}`);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a complex header counts its components, has their range, and stays within its limit', () => {
  const place = fc.integer({ min: -1e6, max: 1e6 });
  const component = fc.array(fc.tuple(place, place, place), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(fc.boolean(), fc.array(component, { minLength: 1, maxLength: 12 }), (is3d, all) => {
      const maker = new ElementMaker(planeOf(is3d));
      const inside = { ...STYLE, isComponent: true };
      const components = all.map((places) => maker.vertices(4, inside, places.flat(), 0, places.length));
      const header = maker.chainHeader(12, STYLE, components);
      assertWhole(header, 12);
      for (const bytes of components) assertWhole(bytes, 4, inside);
      const size = components.reduce((sum, { length }) => sum + length, header.length);
      // ISFF: the length of the whole in words, without the 19 up to and including that word.
      assert.equal(uint16(header, 36), size / 2 - 19);
      assert.equal(uint16(header, 38), components.length);
      const boxes = components.map(rangeOf);
      assert.deepEqual(
        rangeOf(header),
        Array.from({ length: 6 }, (_, i) => (i < 3 ? Math.min : Math.max)(...boxes.map((box) => box[i]!))),
      );
    }),
    { numRuns: 50 },
  );
});

describe('a line of any length becomes chains with correct lengths, with no vertex lost or repeated', () => {
  // Two of these are next to the maximum of one chain.
  for (const count of [101, 102, 201, 202, 8000, 16_200, 16_214, 16_215, 33_000]) {
    test(`${count}`, async () => {
      const path = new Path();
      for (let i = 0; i < count; i++) path.vertex(i, i % 3, Number.NaN);
      const { result } = await writeWith(
        dgn,
        jobOf((builder, feature) => builder.line(feature, path)),
      );
      for (let at = 0; uint16(result, at) !== 0xffff; at += 2 * (uint16(result, at + 2) + 2)) {
        if (result[at + 1] !== 12) return;
        const words = uint16(result, at + 36) + 19;
        assert.ok(words <= MOST_WORDS);
        const next = at + 2 * words;
        assert.ok(uint16(result, next) === 0xffff || result[next + 1] === 12, 'the next chain follows');
        assert.equal(result[next]! & 0x80, uint16(result, next) === 0xffff ? 0x80 : 0);
      }
      const { job } = await readWith(dgn, result);
      const seen: number[] = [];
      for (let row = 0; row < job.lines.length; row++) {
        const back = job.lines.loadPath(row, new Path());
        for (let i = row === 0 ? 0 : 1; i < back.count; i++) seen.push(Math.round(back.coordinates[3 * i]!));
      }
      assert.equal(seen.length, count);
      assert.ok(seen.every((easting, i) => easting === i));
    });
  }
});

const textTrip = async (text: string, more: Partial<Label> = {}) => {
  const { result, issues } = await writeWith(
    dgn,
    jobOf((builder, feature) => builder.text(feature, labelOf(text, 10, 20, more))),
  );
  return { job: (await readWith(dgn, result)).job, issues };
};

test('any line of text is read back, except characters that the format cannot hold, which are counted', async () => {
  const letter = fc.oneof(
    fc.constantFrom('ÿ', 'ý', 'þ', '€', '道', 'Ω', 'a', ' ', '\u0081', '?', '😀', '\ufeff', '\ufffd', '\0', '\t'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { maxLength: 40 }), async (letters) => {
      const text = letters.join('').replace(/[\r\n]/g, '');
      const { job, issues } = await textTrip(text);
      const isLost = (point: number): boolean => point > 0xffff;
      const expected = Array.from(text, (one) => {
        const point = one.codePointAt(0)!;
        return isLost(point) ? '?' : point < 32 || point === 127 ? ' ' : one;
      });
      if (text === '') assert.equal(issues.count('text-empty'), 1);
      else assert.equal(job.texts.text.get(0), expected.join(''));
      const lost = Array.from(text).filter((one) => isLost(one.codePointAt(0)!)).length;
      const reported = issues.summary().find(({ code }) => code === 'letter-replaced');
      assert.equal(Number(/^\d+/.exec(reported?.text ?? '0')![0]), lost);
    }),
    { numRuns: 150 },
  );
});

describe('a text in windows-1252 that begins like the mark for wide text is not taken for wide', () => {
  for (const text of ['ÿý', 'ÿýabcd', 'ÿ', 'ÿa', 'aÿý'])
    test(JSON.stringify(text), async () => {
      assert.equal((await textTrip(text)).job.texts.text.get(0), text);
    });
});

describe('long texts are cut at 255 bytes, wide ones at 126 characters, and each is counted', () => {
  for (const [text, kept] of [
    ['x'.repeat(255), 255],
    ['x'.repeat(256), 255],
    ['道'.repeat(126), 126],
    ['道'.repeat(127), 126],
  ] as const)
    test(JSON.stringify(text), async () => {
      const { job, issues } = await textTrip(text);
      assert.equal(job.texts.text.get(0), text.slice(0, kept));
      assert.equal(issues.count('text-cut'), text.length > kept ? 1 : 0, `${text.length}`);
    });
});

test('each line of a text is placed by its justification and rotated with it', () => {
  const justification = fc.constantFrom<Label['justification']>('left', 'centre', 'right');
  const vertical = fc.constantFrom<Label['verticalJustification']>('baseline', 'bottom', 'middle', 'top');
  const angle = fc.double({ min: -10, max: 10, noNaN: true });
  const words = fc.array(fc.constantFrom('a', 'Weg', 'long words'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.boolean(), justification, vertical, angle, words, (is3d, across, up, rotation, lines) => {
      const plane = planeOf(is3d);
      const height = 2;
      const label = labelOf(lines.join('\n'), 3, 4, {
        ...{ height, rotation, elevation: 5, justification: across, verticalJustification: up },
      });
      const elements = textElements(new ElementMaker(plane), plane, STYLE, label, height, 0, new Losses());
      assert.equal(elements.length, lines.length);
      const origin = is3d ? 62 : 50;
      const places = elements.map((bytes) => {
        assertWhole(bytes, 17);
        assert.equal(int32(bytes, 42), plane.textSize(height));
        // ISFF: left, centre and right differ by six, top, centre and bottom by one.
        const stated = { left: 0, centre: 6, right: 12 }[across] + { top: 0, middle: 1, bottom: 2, baseline: 2 }[up];
        assert.equal(bytes[37], stated);
        const [e, n] = [0, 1].map(
          (axis) => (int32(bytes, origin + 4 * axis) - plane.origin[axis]!) / plane.perUnit - [3, 4][axis]!,
        );
        // Rotated back to the text's own directions.
        return [e! * Math.cos(rotation) + n! * Math.sin(rotation), n! * Math.cos(rotation) - e! * Math.sin(rotation)];
      });
      const near = (found: number, expected: number, what: string): void =>
        assert.ok(Math.abs(found - expected) < 1e-5, `${what}: ${found} is not ${expected}`);
      const total = height * (1 + 1.5 * (lines.length - 1));
      const lowest = { top: -total, middle: -total / 2, bottom: 0, baseline: 0 }[up];
      for (const [i, [along, above]] of places.entries()) {
        near(along!, -height * lines[i]!.length * { left: 0, centre: 0.5, right: 1 }[across], 'along');
        near(above!, lowest + 1.5 * height * (lines.length - 1 - i), 'above');
      }
      if (is3d)
        for (const bytes of elements) near((int32(bytes, 70) - plane.origin[2]) / plane.perUnit, 5, 'elevation');
    }),
    { numRuns: 80 },
  );
});

test('weights are numbers from 0 to 31; any other is not written and is reported', async () => {
  assert.deepEqual(
    [
      ['weight', '31'],
      ['a', 'weight', 'weight', '7'],
      ['a', 'b', 'weight', '0'],
    ].map(weightOf),
    [31, 7, 0],
  );
  for (const odd of ['32', '-1', '', ' 5', '1.5', '0x5', '1e1', 'thick'])
    assert.equal(weightOf(['weight', odd]), undefined, odd);
  const path = new Path();
  path.vertex(0, 0, 1);
  path.vertex(1, 1, 1);
  for (const [weight, reported] of [
    ['31', 0],
    ['32', 1],
  ] as const) {
    const job = jobOf((builder, feature) => {
      feature.attributes = ['weight', weight];
      builder.line(feature, path);
    });
    const { result, issues } = await writeWith(dgn, job);
    assert.equal(issues.count('properties-left-out'), reported, weight);
    const { job: back } = await readWith(dgn, result);
    assert.deepEqual(back.lines.attributes.get(0), reported === 0 ? ['weight', '31'] : []);
  }
});

test('the palette gives each colour an index, white the first; colours beyond its size get the nearest', () => {
  const palette = new Palette();
  assert.deepEqual([palette.of(-1), palette.of(0xffffff)], [0, 0]);
  const colours = Array.from({ length: 254 }, (_, i) => (0x010203 * (i + 1)) % 0xffffff);
  const indices = colours.map((colour) => palette.of(colour));
  assert.equal(new Set(indices).size, 254);
  assert.equal(palette.replaced.size, 0);
  const entries = palette.entries();
  assert.deepEqual([entries.length, entries[0], entries[1]], [256, 0, 0xffffff]);
  for (const [i, colour] of colours.entries()) assert.equal(entries[indices[i]! + 1], colour);
  const late = colours[100]! ^ 1;
  assert.equal(colours.includes(late), false);
  assert.equal(palette.of(late), indices[100], 'one step of blue away');
  assert.deepEqual([...palette.replaced], [late]);
});

test('line types of other programs get a similar line code; unknown ones become solid and are reported', () => {
  const job = jobOf((builder) => builder.layer(layerOf('A', { lineType: 'HIDDEN2' })));
  const book = new SymbolBook(job, [4], 9);
  const code = (lineType: string, layer = -1): number => book.of({ layer, colour: -1, lineType }).lineCode;
  const known = {
    DOT: 1,
    dots: 1,
    DASHED: 2,
    hiddenx2: 2,
    'LONG DASH': 3,
    CENTER: 4,
    DASHDOT: 4,
    'SHORT DASH': 5,
    phantom2: 6,
  };
  for (const [name, expected] of Object.entries(known)) assert.equal(code(name), expected, name);
  for (const name of ['', 'ByLayer', 'CONTINUOUS', 'solid']) assert.equal(code(name), 0, name);
  assert.equal(book.unknownLineTypes.size, 0);
  assert.deepEqual([code('', 0), code('DOT', 0)], [2, 1], 'its own overrides that of the layer');
  assert.equal(code('FENCELINE1'), 0);
  assert.deepEqual([...book.unknownLineTypes], ['FENCELINE1']);
  assert.deepEqual([book.of({ layer: 0, colour: -1 }).level, book.of({ layer: -1, colour: -1 }).level], [4, 9]);
});
