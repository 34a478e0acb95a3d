import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { Feature } from '@fieldbridge/fieldjob/feature.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { FaceCollector } from './face-collector.ts';
import { LayerMemo } from './layer-memo.ts';

type Corner = readonly [easting: number, northing: number, elevation: number];
type Face = readonly Corner[];

/** The surfaces and areas that faces on one layer become. */
function collected(faces: readonly Face[], surfaces = 'auto', look: Partial<Feature> = {}) {
  const builder = new JobBuilder();
  const layers = new LayerMemo(builder);
  const feature = Object.assign(new Feature(), look, { layer: layers.layer(layerOf('DGM', { colour: 0x123456 })) });
  const collector = FaceCollector.of({ surfaces });
  const issues = new IssueLog();
  const path = new Path();
  for (const face of faces) {
    path.clear().closed = true;
    for (const corner of face) path.vertex(...corner);
    if (collector?.take(feature, path) !== true) builder.area(feature, path);
  }
  collector?.flush(builder, layers.at, issues.report);
  return { job: builder.job, issues };
}

const trianglesOf = ({ surfaces }: FieldJob): number[][] => surfaces.map(({ triangles }) => Array.from(triangles));

/** Squares of a grid as two triangles each. */
function grid(columns: number, rows: number, height: (e: number, n: number) => number): Face[] {
  const corner = (e: number, n: number): Corner => [e, n, height(e, n)];
  return Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)] as const).flatMap(
    ([e, n]) => [
      [corner(e, n), corner(e + 1, n), corner(e + 1, n + 1)],
      [corner(e, n), corner(e + 1, n + 1), corner(e, n + 1)],
    ],
  );
}

const hill = (e: number, n: number): number => 100 + Math.sin(e) + Math.cos(n);
const moved = (faces: readonly Face[], de: number, dz = 0): Face[] =>
  faces.map((face) => face.map(([e, n, z]) => [e + de, n, z + dz]));
const TERRAIN = grid(6, 5, hill);
/** The eastern edge of a grid of 6 × 5, raised by three metres. */
const WALL: Face[] = [0, 1, 2, 3, 4].map((n) => [
  [6, n, 6],
  [6, n + 1, 6],
  [6, n + 1, 9],
  [6, n, 9],
]);
const BOX: Face[] = [
  [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 1],
    [0, 1, 1],
  ],
  [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
    [1, 0, 1],
  ],
  [
    [1, 1, 0],
    [0, 1, 0],
    [0, 1, 1],
    [1, 1, 1],
  ],
  [
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ],
];
/** A ball of faces like a globe: closed, half of it below the other half. */
const BALL: Face[] = Array.from({ length: 12 * 6 }, (_, i) => {
  const at = (turn: number, rise: number): Corner => {
    const [a, b] = [(turn * Math.PI) / 6, ((rise - 3) * Math.PI) / 6];
    // The last digits of sine and cosine differ from one full turn to the next; in a grid of millimetres they do not.
    return [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)].map(
      (value) => Math.round(value * 1000) / 1000 + 0,
    ) as unknown as Corner;
  };
  const [turn, rise] = [i % 12, Math.floor(i / 12)];
  return [at(turn, rise), at((turn + 1) % 12, rise), at((turn + 1) % 12, rise + 1), at(turn, rise + 1)];
});

describe('faces of a layer', () => {
  for (const [what, faces, made] of [
    ['of a terrain are its surface', TERRAIN, true],
    ['of two triangles with an edge in common are one', TERRAIN.slice(0, 2), true],
    ['of a terrain with vertical walls are one', [...grid(6, 5, (e) => e), ...WALL], true],
    ['of a terrain in two islands are one', [...TERRAIN, ...moved(TERRAIN, 100)], true],
    ['that are at one elevation are one', grid(4, 4, () => 12.5), true],
    ['of a repeated terrain are one', [...TERRAIN, ...TERRAIN], true],
    ['with a few flaws are one', [...TERRAIN, moved(TERRAIN.slice(8, 9), 0.4, 1)[0]!], true],
    ['of a single square are an area', [BOX[0]!], false],
    ['that are isolated are areas', TERRAIN.filter((_, i) => i % 4 === 0), false],
    ['in many small pieces are areas', [0, 10, 20, 30].flatMap((e) => moved(TERRAIN.slice(0, 2), e)), false],
    ['of a plan, all at 0, are areas', grid(4, 4, () => 0), false],
    ['of a box are areas', BOX, false],
    ['of a ball are areas', BALL, false],
    ['of two terrains above each other are areas', [...TERRAIN, ...moved(TERRAIN, 0, 5)], false],
    ['of a wall are areas', grid(5, 5, hill).map((face) => face.map(([e, n]): Corner => [e, 0, n])), false],
  ] as const)
    it(what, () => {
      const { job, issues } = collected(faces);
      assert.deepEqual([job.surfaces.length, job.areas.length], made ? [1, 0] : [0, faces.length]);
      assert.equal(issues.count('faces-as-surface') > 0, made);
      assert.equal(issues.count('faces-as-areas'), made ? 0 : faces.length);
    });

  it('become what the option says', () => {
    assert.deepEqual(trianglesOf(collected([BOX[0]!], 'true').job), [[0, 1, 2, 0, 2, 3]]);
    const { job } = collected(TERRAIN, 'false');
    assert.deepEqual([job.surfaces.length, job.areas.length], [0, 60]);
  });

  it('share their vertices as a surface and are counter-clockwise, also far from the origin', () => {
    const faces: Face[] = [
      [
        [0, 0, 1],
        [10, 0, 2],
        [10, 10, 3],
      ],
      [
        [0, 0, 1],
        [0, 10, 4],
        [10, 10, 3],
      ],
      [
        [-0, 0, 1],
        [10, 0, 2],
        [10, -10, 3],
      ],
    ];
    const { job } = collected(faces);
    assert.deepEqual(trianglesOf(job), [[0, 1, 2, 0, 2, 3, 0, 4, 1]]);
    assert.deepEqual([job.surfaces[0]!.name, job.surfaces[0]!.vertices.length], ['DGM', 15]);
    const far = faces.map((face) => face.map(([e, n, z]): Corner => [4468000 + e / 1000, 5334000 + n / 1000, z]));
    assert.deepEqual(trianglesOf(collected(far).job), trianglesOf(job));
  });

  it('that are repeated are omitted once, which is reported', () => {
    const { job, issues } = collected([...TERRAIN, ...TERRAIN]);
    assert.deepEqual([job.surfaces[0]!.triangles.length, issues.count('faces-repeated')], [180, 60]);
  });

  it('have the colour of the layer as a surface, or their common colour', () => {
    assert.equal(collected(TERRAIN).job.surfaces[0]!.colour, 0x123456);
    assert.equal(collected(TERRAIN, 'auto', { colour: 0xff0000 }).job.surfaces[0]!.colour, 0xff0000);
  });

  it('keep their style and corners as areas', () => {
    const { job } = collected([BOX[1]!], 'auto', { colour: 0xff0000, block: 'Box', attributes: ['A', 'b'] });
    assert.deepEqual([job.areas.colour.get(0), job.areas.block.get(0)], [0xff0000, 'Box']);
    const { coordinates, closed } = job.areas.loadPath(0, new Path());
    assert.deepEqual([Array.from(coordinates.slice(0, 12)), closed], [BOX[1]!.flat(), true]);
  });

  it('without elevations or on sheets of paper are areas; forced, they get elevation 0 with a warning', () => {
    const flat = TERRAIN.map((face) => face.map(([e, n]): Corner => [e, n, Number.NaN]));
    assert.equal(collected(flat).job.areas.length, 60);
    assert.match(collected(flat).issues.summary()[0]!.text, /no elevation/);
    const { job, issues } = collected(flat, 'true');
    assert.deepEqual([job.surfaces.length, issues.count('faces-without-elevation')], [1, 60]);
    assert.deepEqual(collected(TERRAIN, 'true', { page: 1 }).job.surfaces, []);
  });

  it('with fewer than three corners add nothing', () => {
    const { job } = collected(
      [
        [
          [0, 0, 1],
          [1, 0, 1],
          [0, 0, 1],
        ],
      ],
      'true',
    );
    assert.deepEqual([job.surfaces.length, job.areas.length], [0, 0]);
  });
});
