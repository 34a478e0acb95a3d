import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, JobBuilder, neighboursOf, Path } from '@fieldbridge/fieldjob';
import Delaunator from 'delaunator';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { Captions, cutText, fileName } from './captions.ts';
import { capacityOf, writeContainer } from './container-writer.ts';
import { endOf } from './horizontal.ts';
import { middle } from './layer-plan.ts';
import { LineRuns } from './line-runs.ts';
import { Losses } from './losses.ts';
import type { Page } from './page-chain.ts';
import { MISSING, NOWHERE, Table } from './table.ts';
import { checkTin, goodTriangles, tinEdges } from './tin.ts';

describe('a triangulation', () => {
  /** A real TIN of random points, with its links. */
  const tin = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })), { minLength: 3, maxLength: 60 })
    .map((points) => ({
      count: points.length,
      triangles: Int32Array.from(Delaunator.from(points as [number, number][]).triangles),
    }))
    .filter(({ triangles }) => triangles.length > 0)
    .map(({ count, triangles }) => ({ count, triangles, links: neighboursOf(triangles, count) }));

  it('that is valid has no bad triangle and no bad link', () => {
    fc.assert(
      fc.property(tin, ({ count, triangles, links }) => {
        assert.deepEqual(checkTin(triangles, links, count, null), { badTriangles: 0, badLinks: 0 });
        assert.deepEqual(goodTriangles(triangles, count, null), triangles);
      }),
    );
  });

  it('with one damaged corner or link has exactly that fault', () => {
    fc.assert(
      fc.property(tin, fc.nat(), fc.constantFrom(-1, -7, 1_000_000), (good, place, value) => {
        const corners = Int32Array.from(good.triangles);
        const at = place % corners.length;
        corners[at] = value;
        assert.equal(checkTin(corners, good.links, good.count, null).badTriangles, 1);
        const kept = goodTriangles(corners, good.count, null);
        assert.equal(kept.length, corners.length - 3);
        assert.ok(!kept.includes(value));
        const links = Int32Array.from(good.links);
        links[at] = value === -1 ? -2 : value;
        assert.deepEqual(checkTin(good.triangles, links, good.count, null), { badTriangles: 0, badLinks: 1 });
      }),
    );
  });

  it('does not use a vertex that is marked as unusable', () => {
    const triangles = Int32Array.of(0, 1, 2, 2, 1, 3);
    const finite = Uint8Array.of(1, 1, 1, 0);
    assert.equal(checkTin(triangles, Int32Array.of(-1, 1, -1, 0, -1, -1), 4, finite).badTriangles, 1);
    assert.deepEqual([...goodTriangles(triangles, 4, finite)], [0, 1, 2]);
  });

  it('has the edges of its triangles in either direction, and no others', () => {
    fc.assert(
      fc.property(tin, fc.array(fc.tuple(fc.nat(70), fc.nat(70)), { maxLength: 30 }), ({ count, triangles }, pairs) => {
        const edges = new Set<string>();
        for (let i = 0; i < triangles.length; i++) {
          const [a, b] = [triangles[i]!, triangles[i % 3 === 2 ? i - 2 : i + 1]!];
          edges.add(`${a} ${b}`).add(`${b} ${a}`);
        }
        const expected = pairs.filter(([a, b]) => edges.has(`${a} ${b}`)).flat();
        assert.deepEqual([...tinEdges(Uint32Array.from(pairs.flat()), triangles, count)], expected);
      }),
    );
  });
});

describe('a table in memory', () => {
  const page = (at: number, count: number): Page => ({ at, recordsAt: at + 18, capacity: 4, count, recordSize: 2 });

  it('finds the record of a page and an index, and its offset in the file', async () => {
    const table = new Table(7, [page(0, 4), page(50, 2), page(100, 0), page(150, 1)]);
    assert.deepEqual([table.count, table.recordSize, table.pageCapacity], [7, 2, 4]);
    const places = [
      [0, 0],
      [0, 3],
      [0, 4],
      [1, 1],
      [1, 2],
      [2, 0],
      [3, 0],
      [4, 0],
      [0xfffd, 0],
    ] as const;
    assert.deepEqual(
      places.map(([at, index]) => table.ordinal(at, index)),
      [0, 3, MISSING, 5, MISSING, MISSING, 6, MISSING, MISSING],
    );
    assert.deepEqual(
      [0, 3, 4, 5, 6].map((row) => table.offsetOf(row)),
      [18, 24, 68, 70, 168],
    );
    const bytes = Uint8Array.from({ length: 200 }, (_, i) => i);
    let breaths = 0;
    await table.load(new MemorySource(bytes), async () => void breaths++);
    assert.deepEqual(
      [0, 3, 4, 6].map((row) => table.view.getUint8(2 * row)),
      [18, 24, 68, 168],
    );
    assert.equal(breaths, 0, 'seven records are less than a megabyte');
    table.release();
    assert.equal(table.view.byteLength, 0);
  });

  it('distinguishes a null reference from one to a missing record or another table', () => {
    const table = new Table(7, [page(0, 4)]);
    const at = (id: number, to: number, index: number): number => {
      const view = new DataView(new ArrayBuffer(6));
      [id, to, index].forEach((value, i) => {
        view.setUint16(2 * i, value, true);
      });
      return table.resolve(view, 0);
    };
    assert.deepEqual(
      [at(7, 0, 2), at(0, 0xfffe, 9), at(7, 0, 4), at(7, 1, 0), at(6, 0, 2)],
      [2, NOWHERE, MISSING, MISSING, MISSING],
    );
    assert.deepEqual([new Table(7, []).offsetOf(0), new Table(7, []).pageCapacity], [0, 128]);
  });
});

/** Counts by code. */
const counted = ({ issues }: Losses) => Object.fromEntries(issues.map(({ code, count }) => [code, count]));

describe('lines in the form of these files', () => {
  const lines = (...counts: readonly number[]): LineRuns => {
    const builder = new JobBuilder();
    const path = new Path();
    counts.forEach((count, line) => {
      path.clear();
      for (let i = 0; i < count; i++) path.vertex(line, i, 0);
      path.closed = line % 2 === 1;
      builder.line(new Feature(), path);
    });
    return new LineRuns(builder.job, losses);
  };
  let losses = new Losses();

  it('have at least two vertices and at most 65 535, one after another', () => {
    losses = new Losses();
    const runs = lines(2, 3, 1, 65_535, 65_536, 4);
    assert.deepEqual(
      [runs.count, runs.line, runs.first, runs.vertices],
      [4, [0, 1, 3, 5], [0, 2, 5, 65_540], [2, 3, 65_535, 4]],
    );
    assert.deepEqual(runs.closed, [false, true, true, true]);
    assert.equal(runs.vertexCount, 65_544);
    assert.deepEqual(counted(losses), { 'line-too-short': 1, 'line-too-long': 1 });
  });

  it('with arcs become chords within a millimetre of the arc', () => {
    const builder = new JobBuilder();
    const path = new Path();
    // A half circle of radius 10 around 10, 0.
    path.vertex(0, 0, 0, 1);
    path.vertex(20, 0, 0);
    builder.line(new Feature(), path);
    const { coordinates, vertexCount } = new LineRuns(builder.job, new Losses());
    for (let i = 0; i + 1 < vertexCount; i++) {
      const [e, n, toE, toN] = [3 * i, 3 * i + 1, 3 * i + 3, 3 * i + 4].map((at) => coordinates[at]!);
      assert.ok(Math.abs(Math.hypot(e! - 10, n!) - 10) < 1e-9, 'vertices are on the arc');
      assert.ok(10 - Math.hypot((e! + toE!) / 2 - 10, (n! + toN!) / 2) <= 0.00101, 'and chords near it');
    }
    assert.deepEqual([...coordinates.subarray(0, 2), ...coordinates.subarray(-3, -1)], [0, 0, 20, 0]);
  });
});

it('the middle of a layer is in whole metres, and 0 for an empty layer', () => {
  assert.deepEqual([middle(0, 10), middle(0.2, 0.4), middle(-5, -2), middle(6e6, 7e6 + 1)], [5, 0, -3, 6_500_001]);
  assert.equal(middle(Infinity, -Infinity), 0);
  assert.equal(middle(-1.7e308, 1.7e308), 0, 'without overflow');
});

it('an arc ends at the end of its chord, in either direction', () => {
  const azimuths = fc.double({ min: -7, max: 7, noNaN: true });
  fc.assert(
    fc.property(
      azimuths,
      fc.double({ min: 1, max: 500, noNaN: true }),
      fc.double({ min: 10, max: 5000, noNaN: true }),
      fc.constantFrom(-1, 1),
      (azimuth, length, size, hand) => {
        const [e, n] = endOf(100, 200, azimuth, length, hand * size);
        const chord = 2 * size * Math.sin(length / (2 * size));
        const along = azimuth + (hand * length) / (2 * size);
        assert.ok(Math.hypot(e - 100 - chord * Math.sin(along), n - 200 - chord * Math.cos(along)) < 1e-8);
      },
    ),
  );
  assert.deepEqual(endOf(1, 2, 0, 5, Infinity), [1, 7]);
});

describe('shortened texts', () => {
  it('lose everything after a NUL, surplus characters, and half a character at the end', () => {
    assert.deepEqual(
      [
        cutText('abc', 3),
        cutText('abcd', 3),
        cutText('a\0b', 3),
        cutText('ab😀', 3),
        cutText('ab😀', 4),
        cutText('', 3),
        cutText('\0', 3),
      ],
      ['abc', 'abc', 'a', 'ab', 'ab😀', '', ''],
    );
    const losses = new Losses();
    assert.deepEqual([fileName('x'.repeat(32), losses), counted(losses)], ['x'.repeat(32), {}]);
    assert.equal(fileName('x'.repeat(33), losses).length, 32);
    assert.deepEqual(counted(losses), { 'text-cut': 1 });
  });

  it('are counted once each, and triples are numbered in order', () => {
    const captions = new Captions();
    assert.deepEqual(
      [captions.add('', '', ''), captions.add('x'.repeat(65), 'y'.repeat(64), ''), captions.count],
      [0, 1, 2],
    );
    assert.equal(captions.cut, 1);
    const counts = captions.tables(() => 128).map(({ id, recordSize, parts }) => [id, recordSize, parts[0]!.count]);
    assert.deepEqual(counts, [
      [6, 10, 0],
      [7, 18, 0],
      [8, 34, 0],
      [9, 66, 0],
      [10, 130, 2],
      [5, 18, 2],
    ]);
  });
});

describe('a container that is too large', () => {
  const context = {
    options: {},
    signal: new AbortController().signal,
    workFolder: tmpdir(),
    progress: () => undefined,
    report: () => undefined,
  };
  const refused = async (kind: 'TP3' | 'TN3', id: number, recordSize: number, count: number): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'machine-'));
    const plan = {
      kind,
      name: '',
      tables: [{ id, recordSize, parts: [{ count, fill: () => assert.fail('nothing must be written') }] }],
    };
    try {
      await assert.rejects(writeContainer(join(folder, 'out'), plan, context), { code: 'too-large-for-format' });
      assert.ok(existsSync(folder) && readdirSync(folder).length === 0, 'no file remains');
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('is refused before writing: more pages or bytes than references and offsets can address', async () => {
    await refused('TP3', 13, 4, 0xfffd * 128 + 1);
    await refused('TN3', 1, 24, 0xfffd * 128 + 1);
    await refused('TP3', 2, 24, 180_000_000);
  });

  it('has pages with the capacities of the vendor', () => {
    const seen = [
      [2, 1024],
      [8, 512],
      [9, 256],
      [10, 128],
      [15, 32],
      [19, 1],
      [4711, 32],
    ] as const;
    for (const [id, capacity] of seen) assert.equal(capacityOf('TP3', id), capacity);
    assert.deepEqual(
      (['PT3', 'LN3', 'TN3', 'RD3'] as const).map((kind) => capacityOf(kind, 2)),
      [128, 128, 128, 128],
    );
  });
});
