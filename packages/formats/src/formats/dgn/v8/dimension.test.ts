import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { JobBuilder, Path } from '@fieldbridge/fieldjob';
import { FileSource } from '../../../core/byte-source.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { Pen } from '../../../kit/cad/pen.ts';
import { CompoundFile } from './compound-file.ts';
import { drawDimension } from './dimension.ts';
import { type V8Element, walkPage } from './element.ts';
import { plain } from './models.ts';
import { unpackPage } from './pages.ts';
import type { ShownUnits } from './scale.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const DIMENSION = 33;

function dimensionsOf(name: string): V8Element[] {
  const source = new FileSource(join(CORPUS, '../drawings/dgn-v8', `${name}.dgn`));
  const file = new CompoundFile(source);
  const found: V8Element[] = [];
  for (const stream of file.streams)
    if (/^\/Dgn-Md\/#\d+\/Dgn\^G\/\$/.test(plain(stream.path)))
      walkPage(unpackPage(file.read(stream), stream.path), 0, (element) => {
        if (element.type === DIMENSION && !element.isDeleted) found.push(element);
      });
  source.close();
  return found;
}

/** Draws a dimension in units of resolution. */
function drawn(element: V8Element, shown?: ShownUnits) {
  const builder = new JobBuilder();
  const real = (at: number): number => element.view.getFloat64(at, true);
  const result = drawDimension(element, new Pen(builder, DEFAULT_LIMITS, 1), {
    position: (at) => [real(at), real(at + 8), element.is3d ? real(at + 16) : Number.NaN],
    ...{ length: (stored: number) => stored, coordinate: (stored: number) => stored, tolerance: 1 },
    scale: { unit: undefined, shown },
  });
  return { job: builder.job, isLeftOut: typeof result === 'object' };
}

/** The box that the header of an element states for what it draws: easting and northing of two corners. */
function rangeOf({ view }: V8Element): number[] {
  const stored = (at: number): number => Number(view.getBigInt64(at, true));
  const [e, n] = [stored(0x38), stored(0x40)];
  return [e, n, e + stored(0x50), n + stored(0x58)];
}

describe('V8: every line of a dimension is inside the range that its element states', () => {
  for (const [name, count] of [
    ['2dMetricGeneral', 74],
    ['problem_dims', 115],
    ['TerrainVolumeWithHoles', 25],
    ['dim_ord_from_export', 3],
    ['dim_cust_text', 1],
    ['dim_radial_note', 1],
  ] as const)
    it(`${name}: ${count} dimensions`, () => {
      const found = dimensionsOf(name)
        .map((element) => ({ element, ...drawn(element) }))
        .filter(({ isLeftOut }) => !isLeftOut);
      assert.equal(found.length, count);
      const path = new Path();
      for (const { element, job } of found) {
        const range = rangeOf(element);
        for (let row = 0; row < job.lines.length; row++) {
          const { coordinates: c, count: vertices } = job.lines.loadPath(row, path);
          for (let i = 0; i < vertices; i++)
            for (const axis of [0, 1])
              assert.ok(c[3 * i + axis]! >= range[axis]! - 3 && c[3 * i + axis]! <= range[axis + 2]! + 3, `${i}`);
        }
      }
    });

  it('and the heads of notes are where only they can touch it', () => {
    let touching = 0;
    const path = new Path();
    for (const element of dimensionsOf('problem_dims')) {
      const range = rangeOf(element);
      const { lines } = drawn(element).job;
      const sides = (row: number): number[] => {
        const { coordinates: c, count } = lines.loadPath(row, path);
        const of = (axis: number): number[] => Array.from({ length: count }, (_, i) => c[3 * i + axis]!);
        return [Math.min(...of(0)), Math.min(...of(1)), Math.max(...of(0)), Math.max(...of(1))];
      };
      if (lines.length < 2) continue;
      const [leader, head] = [sides(0), sides(1)];
      const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 3;
      if (range.some((side, i) => isNear(side, head[i]!) && !isNear(side, leader[i]!))) touching++;
    }
    assert.equal(touching, 14);
  });
});

describe('V8: a dimension shows its value as its style says', () => {
  const [linear, angular] = [1, 5].map(
    (kind) => dimensionsOf('2dMetricGeneral').find(({ view }) => view.getUint8(0x85) === kind)!,
  );
  const LENGTH = 100_000;
  /** The first text of a dimension with other bytes of format; a length of 100 000 is `value` master units. */
  function textOf(element: V8Element, value: number, style: Style): string {
    const {
      accuracy = 0,
      format = 0,
      flags = 0,
      factor = 1,
      subsPerMaster = 1,
      labels = ['', ''],
      symbols = 0,
    } = style;
    const bytes = new Uint8Array(element.view.buffer, element.view.byteOffset, element.view.byteLength).slice();
    const view = new DataView(bytes.buffer);
    view.setFloat64(0x78, factor, true);
    view.setUint8(0xb9, accuracy);
    view.setUint16(0xba, format, true);
    view.setUint32(0x108, flags, true);
    view.setUint32(0x10c, symbols, true);
    const { texts } = drawn({ ...element, view }, { perUnit: value / LENGTH, subsPerMaster, labels }).job;
    return texts.text.get(0);
  }
  interface Style {
    readonly accuracy?: number;
    readonly format?: number;
    readonly flags?: number;
    readonly factor?: number;
    readonly subsPerMaster?: number;
    readonly labels?: readonly [string, string];
    readonly symbols?: number;
  }
  const [LEADING, ZEROS] = [0x08, 0x10];
  const FEET: Style = { subsPerMaster: 12, labels: ["'", '"'], accuracy: 4 };
  for (const [value, style, text] of [
    [100.4, {}, '100'],
    [1.236, { accuracy: 0x82 }, '1.24'],
    [1.25, { accuracy: 0x84 }, '1.25'],
    [1.25, { accuracy: 0x84, flags: ZEROS }, '1.250'],
    [1 / 3, { accuracy: 0x80, flags: LEADING }, '0.33333333'],
    [0.5, { accuracy: 0x81 }, '.5'],
    [0, { accuracy: 0x82 }, '0'],
    [2.375, { accuracy: 4 }, '2 3/8'],
    [2.5, { accuracy: 0x20 }, '2 1/2'],
    [0.5, { accuracy: 1 }, '1/2'],
    [0.5, { accuracy: 1, flags: LEADING }, '0 1/2'],
    [2.99, { accuracy: 4 }, '3'],
    [1234, { accuracy: 0x41 }, '1.23E+03'],
    [12.5, { accuracy: 0x81, format: 0x40, labels: ['m', 'mm'] }, '12.5m'],
    [12.5, { accuracy: 0x81, labels: ['m', 'mm'] }, '12.5'],
    [4.5, { ...FEET, format: 0xe0 }, `4'-6"`],
    [4.5 + 1 / 24, { ...FEET, format: 0x60 }, `4' 6 1/2"`],
    [4.999999, { ...FEET, format: 0xe0 }, `5'-0"`],
    [0.5, { ...FEET, format: 0xe0 }, '6"'],
    [4.5, { ...FEET, format: 0x20 }, '4 6'],
    [0.25, { accuracy: 0x81, flags: LEADING, factor: 400 }, '100'],
    [30, { symbols: 1 << 12 }, 'Ø30'],
    [30, { symbols: (2 << 12) | (3 << 16) }, 'R30□'],
  ] as const satisfies readonly (readonly [number, Style, string])[])
    it(`${value} as ${text}: ${JSON.stringify(style)}`, () => assert.equal(textOf(linear!, value, style), text));

  it('an angle with decimals, or the length of its arc', () => {
    assert.equal(textOf(angular!, 1, { format: 1, accuracy: 2, flags: ZEROS }), '180.00°');
    assert.equal(textOf(angular!, 1, { accuracy: 0x82 }), '3.14');
  });
});
