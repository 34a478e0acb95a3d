import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, Path, strokePath } from '@fieldbridge/fieldjob';
import { readWith } from '../../../../testing/run-format.ts';
import { DEFAULT_COLOURS } from '../default-colours.ts';
import { dgn } from '../format.ts';
import { arc, controlBlock, element, ellipse, fileOf, line, listed, type Parts, textOf } from './testing/elements.ts';

const near = (found: readonly number[], expected: readonly number[], what: string): void => {
  assert.equal(found.length, expected.length, what);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(found[i]! - value) < 1e-6, `${what}: ${found} not ${expected}`);
};

interface Seen {
  readonly level: number;
  readonly colour: number;
  readonly weight: number;
  readonly style: number;
  readonly text: string;
  readonly vertices: readonly (readonly number[])[];
}

/** GDAL's features of a file. */
function seenByGdal(file: Uint8Array): Seen[] {
  const folder = mkdtempSync(join(tmpdir(), 'dgn-elements-'));
  try {
    const path = join(folder, 'elements.dgn');
    writeFileSync(path, file);
    const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', path], { encoding: 'utf8' });
    return stdout
      .split('OGRFeature(elements)')
      .slice(1)
      .map((block) => {
        const value = (name: string): string => new RegExp(`  ${name} \\(\\w+\\) = (.*)`).exec(block)?.[1] ?? '';
        const [, geometry] =
          /^ {2}(?:MULTI|LINE|POLY|POINT|COMPOUND|GEOMETRY)\w*(?: Z)? \((.*)\)\s*$/m.exec(block) ?? [];
        const vertices = Array.from((geometry ?? '').matchAll(/-?\d[^,()]*/g), ([numbers]) =>
          numbers.split(' ').map(Number),
        );
        return {
          level: Number(value('Level')),
          colour: Number(value('ColorIndex')),
          weight: Number(value('Weight')),
          style: Number(value('Style')),
          text: value('Text'),
          vertices,
        };
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Distance in plan of a place from a polyline. */
function distance([e, n]: readonly number[], { coordinates: c, count }: Path): number {
  let least = Math.hypot(e! - c[0]!, n! - c[1]!);
  for (let i = 0; i + 1 < count; i++) {
    const [ax, ay, dx, dy] = [c[3 * i]!, c[3 * i + 1]!, c[3 * i + 3]! - c[3 * i]!, c[3 * i + 4]! - c[3 * i + 1]!];
    const t = Math.min(1, Math.max(0, ((e! - ax) * dx + (n! - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(e! - ax - t * dx, n! - ay - t * dy));
  }
  return least;
}

describe('GDAL and this reader (oracle: ogrinfo)', () => {
  const missing =
    spawnSync('ogrinfo', ['--version']).error === undefined
      ? false
      : 'gdal-bin is not installed: elements of V7 are not compared with GDAL';
  const square = (at: number): number[][] => [
    [at, 0],
    [at + 5, 0],
    [at + 5, 5],
    [at, 5],
    [at, 0],
  ];
  const up = (places2d: readonly (readonly number[])[]): number[][] => places2d.map((place) => [...place, 4]);
  /** One element of each kind on its own level, with the level's number as its colour. */
  const sheet = (is3d: boolean): Uint8Array[] => {
    const at = (places2d: readonly (readonly number[])[]) => (is3d ? up(places2d) : places2d);
    const one = (place: readonly number[]): readonly number[] => at([place])[0]!;
    const turned = (degrees: number) => {
      const half = (-degrees * Math.PI) / 360;
      return is3d ? ([Math.cos(half), 0, 0, Math.sin(half)] as const) : degrees;
    };
    // GDAL does not rotate arcs of a 3-D file, so these are compared unrotated.
    const arcs = (degrees: number): number => (is3d ? 0 : degrees);
    const parts: Parts[] = [
      line(one([1.5, 2.25]), one([300, -40])),
      listed(
        4,
        at([
          [0, 0],
          [1, 1],
          [2, 0],
        ]),
      ),
      listed(6, at(square(0))),
      arc(one([10, 20]), [5, 5], [0, 90], turned(0)),
      arc(one([10, 20]), [5, 5], [10, -200], turned(0)),
      arc(one([10, 20]), [8, 3], [30, 100], turned(arcs(25))),
      arc(one([10, 20]), [8, 3], [30, -100], turned(arcs(-70))),
      ellipse(one([100, 0]), [6, 6], turned(0)),
      ellipse(one([100, 0]), [6, 2], turned(arcs(33))),
      textOf(one([5, 6]), 'Words', 2, turned(15)),
    ];
    return parts.map((part, i) => element({ ...part, level: i + 1, colour: i + 1, weight: i, style: i % 8 }));
  };

  for (const is3d of [false, true])
    it(`have every element of a ${is3d ? '3-D' : '2-D'} file at the same place, level, colour, weight and line code`, {
      skip: missing,
    }, async () => {
      const file = fileOf(sheet(is3d), controlBlock(is3d));
      const { job, issues } = await readWith(dgn, file);
      assert.deepEqual(
        issues.summary().filter(({ severity }) => severity !== 'note'),
        [],
      );
      const seen = seenByGdal(file);
      assert.deepEqual(
        seen.map(({ level }) => level),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      );
      const path = new Path();
      const feature = new Feature();
      const compared: number[] = [];
      for (const table of [job.lines, job.areas])
        for (let row = 0; row < table.length; row++) {
          const { layer, colour, lineType, attributes } = table.load(row, feature);
          const level = Number(/\d+/.exec(job.layers.name(layer))![0]);
          const theirs = seen[level - 1]!;
          const ours = strokePath(table.loadPath(row, path), 1e-4);
          // A ring ends where it began.
          if (path.closed) ours.vertex(ours.coordinates[0]!, ours.coordinates[1]!, ours.coordinates[2]!);
          assert.ok(theirs.vertices.length > 1, `level ${level} has no geometry there`);
          for (const vertex of theirs.vertices) {
            assert.ok(distance(vertex, ours) < 0.002, `level ${level}: ${vertex} is ${distance(vertex, ours)} off`);
            if (is3d) assert.ok(Math.abs(vertex[2]! - 4) < 1e-6);
          }
          // Their first and last vertices are at our ends.
          const ends = [0, ours.count - 1].map((i) => [ours.coordinates[3 * i]!, ours.coordinates[3 * i + 1]!]);
          if (!path.closed)
            for (const [i, end] of ends.entries())
              near(theirs.vertices.at(i === 0 ? 0 : -1)!.slice(0, 2), end, `level ${level}`);
          assert.deepEqual([colour, theirs.colour], [DEFAULT_COLOURS[level], level]);
          assert.deepEqual([Number(attributes[1] ?? 0), theirs.weight], [level - 1, level - 1]);
          assert.equal(lineType === '', theirs.style === 0);
          compared.push(level);
        }
      const words = job.texts.label(0);
      const theirs = seen.at(-1)!;
      assert.deepEqual([words.text, theirs.text], ['Words', 'Words']);
      near([words.easting, words.northing], theirs.vertices[0]!.slice(0, 2), 'text');
      assert.deepEqual(
        compared.sort((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
      );
    });
});
