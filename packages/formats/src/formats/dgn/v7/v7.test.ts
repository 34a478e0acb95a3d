import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Path, strokePath } from '@fieldbridge/fieldjob';
import { readWith } from '../../../../testing/run-format.ts';
import { dgn } from '../format.ts';
import { readDesign } from './design.ts';
import { putInt32, putVaxDouble } from './numbers.ts';
import {
  arc,
  complex,
  controlBlock,
  ellipse,
  fileOf,
  HEAD,
  line,
  listed,
  ORIGIN,
  type Parts,
  pathOf,
  places,
  positions,
  read,
  scaled,
  spline,
  UOR,
} from './testing/elements.ts';

test('working units and global origin give the right positions, in 2-D and 3-D', async () => {
  const design = readDesign(HEAD, () => assert.fail());
  assert.deepEqual([design.uorPerMaster, [...design.origin], design.is3d], [UOR, [...ORIGIN], false]);
  const flat = await read(line([1, 2], [3, 4]));
  assert.deepEqual(places(pathOf(flat.job, 'lines', 0)), [
    [1, 2],
    [3, 4],
  ]);
  assert.equal(flat.job.info.unit, 'metre');
  const solid = await readWith(dgn, fileOf([line([1, 2, 3], [4, 5, 6])], controlBlock(true)));
  assert.deepEqual([...pathOf(solid.job, 'lines', 0).coordinates.subarray(0, 6)], [1, 2, 3, 4, 5, 6]);
});

test('B-splines become chords on the curve: open, closed, with knots and with weights', async () => {
  const poles = [
    [0, 0],
    [10, 10],
    [20, 0],
    [30, 10],
  ];
  const { job, tally } = await read(...spline(4, 0, poles), ...spline(3, 0, poles, scaled(26, 0.25)));
  // A cubic of four poles is a Bézier curve: half way it passes (P0 + 3·P1 + 3·P2 + P3) ÷ 8.
  const curve = places(pathOf(job, 'lines', 0));
  assert.deepEqual(
    [curve[0], curve.at(-1)],
    [
      [0, 0],
      [30, 10],
    ],
  );
  assert.ok(curve.some(([e, n]) => Math.hypot(e! - 15, n! - 5) < 0.02));
  // The second one has its knot at a quarter: it passes the point of Oslo's first insertion, 1/4 of the way.
  const bent = places(pathOf(job, 'lines', 1));
  assert.deepEqual(
    [bent[0], bent.at(-1)],
    [
      [0, 0],
      [30, 10],
    ],
  );
  assert.ok(bent.some(([e, n]) => Math.hypot(e! - 12.5, n! - 7.5) < 0.02));
  const closed = await read(...spline(4, 0x80, poles));
  const ring = places(pathOf(closed.job, 'lines', 0));
  assert.ok(Math.hypot(ring[0]![0]! - ring.at(-1)![0]!, ring[0]![1]! - ring.at(-1)![1]!) < 1e-9);
  // Stored even knots equal omitted ones; the start of a closed quadratic follows from the knots on either side.
  const even = await read(...spline(4, 0x80, poles, scaled(26, 0.25, 0.5, 0.75)));
  const around = places(pathOf(even.job, 'lines', 0));
  assert.equal(around.length, ring.length);
  for (const [i, [e, n]] of around.entries()) assert.ok(Math.hypot(e! - ring[i]![0]!, n! - ring[i]![1]!) < 1e-7);
  const uneven = await read(...spline(3, 0x80, poles, scaled(26, 0.1, 0.4, 0.7)));
  const [begin] = places(pathOf(uneven.job, 'lines', 0));
  assert.ok(Math.hypot(begin![0]! - 7.5, begin![1]! - 7.5) < 1e-7);
  // A quarter circle: rational, quadratic, the middle weight is the cosine of 45°.
  const quarter = await read(
    ...spline(
      3,
      0x40,
      [
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      scaled(28, 1, Math.SQRT1_2, 1),
    ),
  );
  for (const [e, n] of places(pathOf(quarter.job, 'lines', 0))) assert.ok(Math.abs(Math.hypot(e!, n!) - 10) < 0.002);
  for (const row of tally.rows()) assert.equal(row.skipped, 0, row.type);
});

test('chains join lines, arcs and splines into one line, complex shapes into one area; cells keep their holes', async () => {
  const arc = new Uint8Array(80 - 36);
  // From 180° to 0°, half axes 5, centre 15, 0: over the top from 10, 0 to 20, 0.
  putInt32(arc, 0, 180 * 360_000);
  putInt32(arc, 4, (180 * 360_000) | 0x80000000);
  for (const [i, value] of [5 * UOR, 5 * UOR].entries()) putVaxDouble(arc, 8 + 8 * i, value);
  for (const [axis, value] of [15, 0].entries()) putVaxDouble(arc, 28 + 8 * axis, value * UOR + ORIGIN[axis]!);
  const square = (at: number, size: number): number[][] => [
    [at, at],
    [at + size, at],
    [at + size, at + size],
    [at, at + size],
    [at, at],
  ];
  const cell = new Uint8Array(92 - 38);
  const { job } = await read(
    complex(12, new Uint8Array(10), line([0, 0], [10, 0]), { type: 16, body: arc }, line([20, 0], [30, 0])),
    complex(14, new Uint8Array(10), line([0, 0], [10, 0]), line([10, 0], [10, 10]), line([10, 10], [0, 0])),
    complex(
      2,
      cell,
      listed(6, square(0, 9)),
      listed(6, square(1, 2), { isHole: true }),
      listed(6, square(4, 2), { isHole: true }),
    ),
    listed(6, square(20, 5)),
  );
  assert.deepEqual([job.lines.length, job.areas.length], [1, 3]);
  const chain = pathOf(job, 'lines', 0);
  assert.deepEqual(
    places(chain).map((place) => place.map((value) => Math.round(value * 1e6) / 1e6 + 0)),
    [
      [0, 0],
      [10, 0],
      [20, 0],
      [30, 0],
    ],
  );
  // To the right and over the top: a clockwise half circle.
  assert.ok(Math.abs(chain.bulges[1]! + 1) < 1e-6, String(chain.bulges[1]));
  assert.equal(pathOf(job, 'areas', 0).count, 3);
  assert.deepEqual(pathOf(job, 'areas', 1).rings, [0, 4, 8]);
  assert.deepEqual(pathOf(job, 'areas', 2).rings, [0]);
});

test('a circle or ellipse within a chain or complex shape is drawn in full, and the next piece begins at its start', async () => {
  const shape = (type: number, ...parts: readonly Parts[]) => complex(type, new Uint8Array(10), ...parts);
  const round = (degrees: number): Parts => arc([10, 20], [5, 5], [0, degrees]);
  const circle = 10 * Math.PI;
  const length = (path: Path): number => {
    const drawn = places(strokePath(path, 1e-5));
    if (path.closed) drawn.push(drawn[0]!);
    return drawn.slice(1).reduce((sum, [e, n], i) => sum + Math.hypot(e! - drawn[i]![0]!, n! - drawn[i]![1]!), 0);
  };
  for (const part of [round(0), round(360), ellipse([10, 20], [5, 5])]) {
    const { job } = await read(shape(12, part), shape(14, part));
    assert.ok(Math.abs(length(pathOf(job, 'lines', 0)) - circle) < 1e-3, `${length(pathOf(job, 'lines', 0))}`);
    const area = pathOf(job, 'areas', 0);
    assert.ok(area.closed && Math.abs(length(area) - circle) < 1e-3, `${length(area)}`);
    assert.equal(area.count, 2, 'an area of two arcs');
  }
  const start = places(pathOf((await read(shape(12, round(0)))).job, 'lines', 0))[0]!;
  const { job } = await read(shape(12, round(0), line(start, [40, 20])), line([0, 0], [1, 1]));
  const joined = pathOf(job, 'lines', 0);
  assert.ok(!joined.closed && Math.abs(length(joined) - circle - Math.hypot(40 - start[0]!, 20 - start[1]!)) < 1e-3);
  assert.deepEqual(places(joined).at(-1), [40, 20]);
  const oval = (await read(shape(12, ellipse([10, 20], [8, 2])))).job;
  const corners = places(pathOf(oval, 'lines', 0));
  assert.deepEqual(corners[0], corners.at(-1), 'an ellipse ends where it began');
});

test('text nodes give their texts, point strings their points; deleted and orphaned elements are counted', async () => {
  const text = (words: string, at: readonly number[]): Parts => {
    const body = new Uint8Array(60 - 36 + words.length);
    putInt32(body, 2, 1000 * (1000 / 6));
    putInt32(body, 6, 1000 * (1000 / 6));
    body.set(positions(at), 14);
    body[22] = words.length;
    body.set(Buffer.from(words, 'latin1'), 24);
    return { type: 17, body };
  };
  const { job, tally, issues } = await read(
    complex(7, new Uint8Array(40), text('First', [1, 1]), text('Zweite Größe', [1, 0])),
    listed(22, [
      [5, 5],
      [6, 6],
    ]),
    { ...line([0, 0], [1, 1]), isDeleted: true },
    // A component without its cell is drawn on its own.
    line([7, 7], [8, 8], { isComponent: true }),
    listed(21, [[0, 0]], { isComponent: true }),
  );
  assert.deepEqual(
    [0, 1].map((row) => [
      job.texts.text.get(row),
      job.texts.label(row).northing,
      Math.round(job.texts.height.get(row) * 1000) / 1000,
    ]),
    [
      ['First', 1, 1],
      ['Zweite Größe', 0, 1],
    ],
  );
  assert.deepEqual([job.points.length, job.lines.length], [2, 1]);
  assert.deepEqual([issues.count('dgn-deleted'), issues.count('dgn-curve-missing')], [1, 1]);
  for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
});

test('GDAL reads the lines, shapes and texts of these files at the same places (oracle: ogrinfo)', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: origin and units are not compared with GDAL');
    return;
  }
  const file = fileOf([
    line([1.5, 2.25], [300, -40]),
    listed(4, [
      [0, 0],
      [1, 1],
      [2, 0],
    ]),
  ]);
  const path = join(mkdtempSync(join(tmpdir(), 'fieldbridge-v7-')), 'origin.dgn');
  writeFileSync(path, file);
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', path], { encoding: 'utf8' });
  rmSync(dirname(path), { recursive: true });
  const theirs = [...stdout.matchAll(/LINESTRING \(([^)]*)\)/g)].map(([, text]) =>
    text!.split(',').map((pair) => pair.split(' ').map(Number)),
  );
  const { job } = await readWith(dgn, file);
  assert.deepEqual(
    theirs,
    [0, 1].map((row) => places(pathOf(job, 'lines', row))),
  );
});
