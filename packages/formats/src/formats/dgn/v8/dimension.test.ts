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
function drawn(element: V8Element) {
  const builder = new JobBuilder();
  const real = (at: number): number => element.view.getFloat64(at, true);
  const result = drawDimension(element, new Pen(builder, DEFAULT_LIMITS, 1), {
    position: (at) => [real(at), real(at + 8), element.is3d ? real(at + 16) : Number.NaN],
    ...{ length: (stored: number) => stored, coordinate: (stored: number) => stored, tolerance: 1 },
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
    ['2dMetricGeneral', 68],
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
