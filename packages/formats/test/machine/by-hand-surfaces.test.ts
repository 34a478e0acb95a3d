import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob, Surface } from '@fieldbridge/fieldjob';
import {
  doubles,
  f32,
  HandMade,
  i32,
  nowhere,
  type Put,
  record,
  ref,
  u8,
  u16,
  u32,
  utf16,
} from '../../testing/machine/hand-made.ts';
import { type ReadResult, readWith } from '../../testing/machine/support.ts';

const NO_VALUE = 2e-308;
type Triple = readonly [number, number, number];
const vertex = ([e, n, z]: Triple): Buffer => record(24, doubles(0, e, n, z));
const triangle = (corners: Triple, across: Triple): Buffer =>
  record(24, ...[...corners, ...across].map((value, i) => i32(4 * i, value)));

/** The first records of a surface, their counts, and its name. */
interface Head {
  readonly name?: string;
  readonly first?: Triple;
  readonly counts: Triple;
  readonly size?: number;
}
const surface = ({ name = 'TIN', first = [0, 0, 0], counts, size = 332 }: Head): Buffer =>
  record(
    size,
    // The table numbers of the three references are junk.
    ...[ref(0, 0xcdcd, 0, first[0]), ref(6, 0, 0, first[1]), ref(12, 7, 0, first[2])],
    ...[u32(18, counts[0]), u32(22, counts[1]), u32(26, counts[2]), utf16(30, name), doubles(160, 1000, 2000)],
  );

/**
 * Two triangles of a square of 10 m: 0-1-2 and 0-2-3, which share the edge 0-2 (slot 2 of one, slot 0 of the other).
 */
const SQUARE: readonly Triple[] = [
  [0, 0, 1],
  [10, 0, 2],
  [10, 10, 3],
  [0, 10, 4],
];
const HALVES = [triangle([0, 1, 2], [-1, -1, 1]), triangle([0, 2, 3], [0, -1, -1])];

async function read(
  surfaces: readonly Buffer[],
  vertices: readonly Triple[],
  triangles: readonly Buffer[],
  edges: readonly Buffer[] = [],
): Promise<ReadResult> {
  const made = new HandMade('TP3', 2, 19).table(2, vertices.map(vertex)).table(14, triangles).table(18, edges, 32);
  return readWith('tp3', made.table(17, surfaces, 32).build().file);
}
const pair = (a: number, b: number): Buffer => record(8, u32(0, a), u32(4, b));

describe('surfaces of a hand-made TP3', () => {
  describe('have vertices relative to their origin, triangles, links by slot and edges', () => {
    for (const size of [332, 202])
      it(String(size), async () => {
        const { job, issues } = await read([surface({ counts: [4, 2, 2], size })], SQUARE, HALVES, [
          pair(0, 2),
          pair(3, 2),
        ]);
        const [found] = job.surfaces as [Surface];
        assert.equal(found.name, 'TIN');
        assert.deepEqual([...found.vertices.subarray(6)], [1010, 2010, 3, 1000, 2010, 4]);
        assert.deepEqual([...found.triangles], [0, 1, 2, 0, 2, 3]);
        assert.deepEqual([...found.neighbours!], [-1, -1, 1, 0, -1, -1]);
        assert.deepEqual([...found.edges], [0, 2, 3, 2]);
        assert.ok(!issues.has('warning') && !issues.has('error'));
      });
  });

  it('have the same vertices in longer records', async () => {
    const long = SQUARE.map(([e, n, z]) => record(30, doubles(0, e, n, z)));
    const made = new HandMade('TP3', 2, 40).table(2, long).table(14, HALVES);
    const { job } = await readWith('tp3', made.table(17, [surface({ counts: [4, 2, 0] })], 32).build().file);
    const expected = SQUARE.flatMap(([e, n, z]) => [1000 + e, 2000 + n, z]);
    assert.deepEqual([...job.surfaces[0]!.vertices], expected);
    assert.deepEqual([...job.surfaces[0]!.triangles], [0, 1, 2, 0, 2, 3]);
  });

  it('follow one another in the same tables, each counting its vertices from 0', async () => {
    const lone = triangle([2, 1, 0], [-1, -1, -1]);
    const second: readonly Triple[] = [
      [5, 5, 9],
      [6, 5, 9],
      [5, 6, 9],
    ];
    const { job } = await read(
      [surface({ name: 'a', counts: [4, 2, 1] }), surface({ name: 'b', first: [4, 2, 1], counts: [3, 1, 1] })],
      ...([
        [...SQUARE, ...second],
        [...HALVES, lone],
        [pair(0, 2), pair(0, 1)],
      ] as const),
    );
    assert.deepEqual(
      job.surfaces.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.deepEqual([...job.surfaces[1]!.triangles, ...job.surfaces[1]!.edges], [2, 1, 0, 0, 1]);
    assert.equal(job.surfaces[1]!.vertices[0], 1005);
  });

  it('keep triangles without area, duplicate points and holes unchanged', async () => {
    const vertices: readonly Triple[] = [...SQUARE, SQUARE[0]!, [5, 0, 1.5]];
    const flat = triangle([0, 5, 1], [-1, -1, -1]);
    const doubled = triangle([0, 4, 3], [-1, -1, -1]);
    const same = triangle([2, 2, 3], [-1, -1, -1]);
    const { job, issues } = await read([surface({ counts: [6, 4, 0] })], vertices, [HALVES[0]!, flat, doubled, same]);
    // The link of the first half to triangle 1 no longer shares an edge, so links are dropped and triangles kept.
    assert.deepEqual([...job.surfaces[0]!.triangles], [0, 1, 2, 0, 5, 1, 0, 4, 3, 2, 2, 3]);
    assert.deepEqual([job.surfaces[0]!.neighbours, issues.count('neighbours-wrong')], [null, 1]);
    assert.equal(issues.count('triangle-skipped'), 0);
  });

  it('without triangles keep their points', async () => {
    const { job } = await read([surface({ counts: [4, 0, 0] })], SQUARE, []);
    assert.deepEqual([job.surfaces[0]!.vertices.length, job.surfaces[0]!.triangles.length], [12, 0]);
  });

  it('skip the triangles of a vertex without an elevation: "no value" is not a height of zero', async () => {
    const vertices = SQUARE.map(([e, n, z], i): Triple => [e, n, i === 3 ? NO_VALUE : z]);
    const { job, issues } = await read([surface({ counts: [4, 2, 0] })], vertices, HALVES);
    assert.deepEqual([...job.surfaces[0]!.triangles], [0, 1, 2]);
    assert.equal(issues.count('triangle-skipped'), 1);
    const zero = SQUARE.map(([e, n]): Triple => [e, n, 0]);
    assert.equal((await read([surface({ counts: [4, 2, 0] })], zero, HALVES)).job.surfaces[0]!.triangles.length, 6);
  });

  it('refer only to their own vertices and triangles, up to the last one', async () => {
    const cases: readonly (readonly [Triple, Triple, string])[] = [
      [[0, 1, 3], [-1, -1, -1], ''],
      [[0, 1, 4], [-1, -1, -1], 'triangle-skipped'],
      [[0, -1, 2], [-1, -1, -1], 'triangle-skipped'],
      [[0, 1, 0x7fffffff], [-1, -1, -1], 'triangle-skipped'],
      [[0, 1, -0x80000000], [-1, -1, -1], 'triangle-skipped'],
      [[0, 1, 2], [1, -1, -1], 'neighbours-wrong'],
      [[0, 1, 2], [-2, -1, -1], 'neighbours-wrong'],
      [[0, 1, 2], [-1, 0x7fffffff, -1], 'neighbours-wrong'],
    ];
    for (const [corners, across, code] of cases) {
      const { job, issues } = await read([surface({ counts: [4, 1, 0] })], SQUARE, [triangle(corners, across)]);
      const said = ['triangle-skipped', 'neighbours-wrong'].filter((one) => issues.count(one) > 0).join();
      assert.equal(said, code, `${corners} ${across}`);
      assert.equal(job.surfaces[0]!.triangles.length, code === 'triangle-skipped' ? 0 : 3);
    }
  });

  it('keep the constraint edges that are edges of triangles, in either direction', async () => {
    const edges = [pair(0, 1), pair(1, 0), pair(1, 3), pair(2, 4), pair(0xffffffff, 0), pair(2, 0)];
    const { job, issues, tally } = await read([surface({ counts: [4, 2, 6] })], SQUARE, HALVES, edges);
    assert.deepEqual([...job.surfaces[0]!.edges], [0, 1, 1, 0, 2, 0]);
    const { parameters } = issues.places().find(({ code }) => code === 'edge-not-in-surface')!;
    assert.deepEqual([parameters!['count'], parameters!['edges']], [3, 6]);
    const { found, read: kept, skipped } = tally.of('table 18 (surface edge)');
    assert.deepEqual([found, kept, skipped], [6, 3, 3]);
  });

  it('never have more vertices, triangles or edges than the file, whatever their counts', async () => {
    for (const counts of [
      [5, 2, 0],
      [0xffffffff, 2, 0],
      [4, 3, 0],
      [4, 0xffffffff, 0],
      [4, 2, 2],
      [4, 2, 0xffffffff],
    ] as const) {
      const { job, issues } = await read([surface({ counts })], SQUARE, HALVES, [pair(0, 2)]);
      assert.equal(issues.count('surface-cut'), 1, String(counts));
      assert.deepEqual([job.surfaces[0]!.vertices.length, job.surfaces[0]!.triangles.length], [12, 6]);
    }
    for (const first of [
      [1, 0, 0],
      [4, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
    ] as const) {
      const { issues } = await read([surface({ first, counts: [4, 2, 0] })], SQUARE, HALVES);
      assert.equal(issues.count('surface-cut'), 1, String(first));
    }
  });
});

describe('a hand-made TN3', () => {
  /** Points are absolute, northing first. */
  const point = ([e, n, z]: Triple): Buffer => record(24, doubles(0, n + 2000, e + 1000, z));
  const corners = (a: Triple, b: Triple): Buffer => {
    const puts = [...a.map((v, k) => [6 * k, 1, v]), ...b.map((v, k) => [18 + 6 * k, 2, v])];
    return record(
      36,
      ...puts.map(([at, id, v]): Put => (v! < 0 ? nowhere(at!) : ref(at!, id!, Math.floor(v! / 128), v! % 128))),
    );
  };
  const tn3 = (points: readonly Buffer[], triangles: readonly Buffer[], edges: readonly Buffer[] = []) => {
    const made = new HandMade('TN3', 1, 2, 'TEST CONVERT').table(1, points).table(2, triangles);
    if (edges.length > 0) made.table(3, edges);
    return made
      .table(
        6,
        points.map(() => record(4, u32(0, 9))),
      )
      .table(4, [record(16, doubles(0, 1, 2))]);
  };
  const edge = (a: number, b: number): Buffer => record(12, ref(0, 1, 0, a), ref(6, 1, 0, b));

  it('is one surface with the name of the file, with links and edges', async () => {
    const halves = [corners([0, 1, 2], [-1, -1, 1]), corners([0, 2, 3], [0, -1, -1])];
    const { file } = tn3(SQUARE.map(point), halves, [edge(2, 0), edge(1, 3)]).build();
    const { job, issues, version } = await readWith('tn3', file);
    const [found] = job.surfaces as [Surface];
    assert.deepEqual([version, found.name, job.surfaces.length], ['1.2', 'TEST CONVERT', 1]);
    assert.deepEqual([...found.vertices.subarray(3, 6)], [1010, 2000, 2]);
    assert.deepEqual([...found.triangles], [0, 1, 2, 0, 2, 3]);
    assert.deepEqual([...found.neighbours!], [-1, -1, 1, 0, -1, -1]);
    assert.deepEqual([...found.edges], [2, 0]);
    assert.equal(issues.count('edge-not-in-surface'), 1);
    assert.equal(issues.count('table-unknown'), 1, 'table 4 is unknown');
  });

  it('has references across its pages of 128 records', async () => {
    // A strip of 300 points and 298 triangles.
    const points = Array.from({ length: 300 }, (_, i): Triple => [Math.floor(i / 2), i % 2, i]);
    const triangles = Array.from({ length: 298 }, (_, i) =>
      corners(
        [i, i % 2 ? i + 2 : i + 1, i % 2 ? i + 1 : i + 2],
        i % 2 ? [i - 1, i + 1 < 298 ? i + 1 : -1, -1] : [-1, -1, -1],
      ),
    );
    const { job, issues } = await readWith('tn3', tn3(points.map(point), triangles).build().file);
    assert.deepEqual([...job.surfaces[0]!.triangles.subarray(-3)], [297, 299, 298]);
    assert.equal(job.surfaces[0]!.vertices[3 * 299 + 2], 299);
    assert.equal(issues.count('triangle-skipped'), 0);
  });

  describe('skips triangles with a missing point, or a point without an elevation', () => {
    for (const [vertices, corner] of [
      [SQUARE, 4],
      [SQUARE, -1],
      [SQUARE.map(([e, n, z], i): Triple => [e, n, i === 3 ? NO_VALUE : z]), 3],
      [SQUARE.map(([e, n, z], i): Triple => [i === 3 ? Infinity : e, n, z]), 3],
    ] as const)
      it(JSON.stringify(vertices), async () => {
        const bad = corners([0, 2, corner], [-1, -1, -1]);
        const { file } = tn3(vertices.map(point), [corners([0, 1, 2], [-1, -1, -1]), bad]).build();
        const { job, issues } = await readWith('tn3', file);
        assert.deepEqual([...job.surfaces[0]!.triangles], [0, 1, 2]);
        assert.equal(issues.count('triangle-skipped'), 1);
      });
  });
});

describe('a hand-made LN3', () => {
  const line = (first: number, count: number, layer: number): Buffer =>
    record(21, ref(0, 1, 0, first), ref(6, 7, 0, first), u16(12, count), u16(14, layer), u8(16, 1), u32(17, 0));
  const layer = (index: number, name: string, e: number, n: number): Buffer =>
    record(154, u16(0, index), utf16(2, name), doubles(138, e, n));
  const near = (e: number, n: number, z: number): Buffer => record(12, f32(0, e), f32(4, n), f32(8, z));
  const coordinates = ({ lines }: FieldJob): number[] => [...lines.coordinates.view()];

  it('has single precision differences from the origin of the layer; elevations are absolute', async () => {
    const made = new HandMade('LN3', 1, 3).table(
      5,
      [layer(0, 'KERB', 504_000, 6_959_000), layer(1, 'Böschung', 0, 0)],
      128,
    );
    made.table(1, [near(0.5, -0.25, 12.5), near(1.5, 2.5, Number.NaN), near(7, 8, 9), near(0.1, 0, 0)], 128);
    made.table(6, [line(0, 2, 0), line(2, 2, 1)], 128).table(
      7,
      [0, 0, 0, 0].map((v) => record(4, u32(0, v))),
      128,
    );
    const { job, issues, version } = await readWith('ln3', made.build().file);
    assert.equal(version, '1.3');
    assert.deepEqual(coordinates(job), [
      ...[504_000.5, 6_958_999.75, 12.5, 504_001.5, 6_959_002.5, Number.NaN],
      ...[7, 8, 9, Math.fround(0.1), 0, 0],
    ]);
    assert.deepEqual(
      [0, 1].map((row) => job.layers.name(job.lines.layer.get(row))),
      ['KERB', 'Böschung'],
    );
    assert.ok(!issues.has('warning') && !issues.has('error'));
  });

  it('does not share vertices among many lines', async () => {
    const made = new HandMade('LN3', 1, 3).table(5, [layer(0, 'L', 0, 0)], 128);
    made.table(
      1,
      Array.from({ length: 10 }, (_, i) => near(i, 0, 0)),
      128,
    );
    made.table(
      6,
      Array.from({ length: 100 }, () => line(0, 10, 0)),
      128,
    );
    const { job, issues, tally } = await readWith('ln3', made.build().file);
    assert.equal(job.lines.vertexCount, 10);
    assert.equal(issues.count('line-too-short'), 99);
    const { found, read: kept, skipped } = tally.of('table 6 (line)');
    assert.deepEqual([found, kept, skipped], [100, 1, 99]);
    // The table of attributes is not in the file and not counted.
    assert.ok(tally.rows().every(({ type, found: any }) => !type.startsWith('table 7') || any === 0));
  });
});
