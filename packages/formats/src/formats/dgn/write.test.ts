import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  alignmentOf,
  Feature,
  type FieldJob,
  JobBuilder,
  labelOf,
  layerOf,
  Path,
  strokePath,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { exportJob } from '../../convert/export-job.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { IssueLog } from '../../core/issues/issue.ts';
import { type OptionValues, parseOptions } from '../../core/options.ts';
import { dgn } from './format.ts';

/** Angles are stored in 1/360000°: the ends of an arc of at most 2 km radius are this exact. */
const ARC_END = 2.5e-4;

/** Calls `use` with the path of a design file in a temporary folder. */
async function withFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-dgn-'));
  try {
    return await use(join(folder, 'out.dgn'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(path: string, job: FieldJob, options: OptionValues = {}): Promise<IssueLog> {
  const { values } = parseOptions(dgn.writeOptions, options);
  const signal = new AbortController().signal;
  return exportJob(job, path, { format: dgn, options: values, signal, progress: () => {}, workFolder: '' });
}

const read = (path: string, options: OptionValues = {}): Promise<ReadResult> =>
  readWith(dgn, new FileSource(path), { options });

/** Writes and reads back. */
async function trip(job: FieldJob, options: OptionValues = {}) {
  return withFile(async (path) => {
    const written = await write(path, job, options);
    return { ...(await read(path)), written };
  });
}

const positions = (path: Path): number[][] =>
  Array.from({ length: path.count }, (_, i) => Array.from(path.coordinates.subarray(3 * i, 3 * i + 3)));
const lineOf = (job: FieldJob, row: number): Path => job.lines.loadPath(row, new Path());
const areaOf = (job: FieldJob, row: number): Path => job.areas.loadPath(row, new Path());

function assertNear(actual: readonly number[], expected: readonly number[], tolerance: number, what = ''): void {
  for (const [axis, value] of expected.entries())
    assert.ok(
      Number.isNaN(value) ? Number.isNaN(actual[axis]!) : Math.abs(actual[axis]! - value) <= tolerance,
      `${what} ${actual} is not ${expected} within ${tolerance}`,
    );
}

function pathOf(vertices: readonly (readonly number[])[], closed = false): Path {
  const path = new Path();
  for (const [e, n, z, bulge] of vertices) path.vertex(e!, n!, z ?? Number.NaN, bulge ?? 0);
  path.closed = closed;
  return path;
}

/** A job of one line. */
function lineJob(path: Path): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  builder.line(new Feature(), path);
  return builder.job;
}

/** Length of a path in plan, along its arcs. */
function lengthOf(path: Path): number {
  const stroked = positions(strokePath(path, 1e-4));
  if (path.closed && stroked.length > 0) stroked.push(stroked[0]!);
  return stroked.slice(1).reduce((sum, [e, n], i) => sum + Math.hypot(e! - stroked[i]![0]!, n! - stroked[i]![1]!), 0);
}

/** Every kind of element, near Gauss–Krüger coordinates. */
function sampleJob(is3d: boolean): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const z = (value: number): number => (is3d ? value : Number.NaN);
  const [e, n] = [4_468_000.123, 5_334_000.456];
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('Grenze', { colour: 0x123456, lineType: 'DASHED' }));
  builder.point(feature, e, n, z(512.25));
  const shift = (vertices: readonly (readonly number[])[], closed = false): Path =>
    pathOf(
      vertices.map(([a, b, c, bulge]) => [e + a!, n + b!, z(c ?? 500), bulge ?? 0]),
      closed,
    );
  builder.line(
    feature,
    shift([
      [0, 0],
      [10, 5],
    ]),
  );
  feature.colour = 0xff0000;
  feature.attributes = ['weight', '5'];
  builder.line(
    feature,
    shift([
      [0, 0],
      [10, 5, 501.5],
      [20, 0],
    ]),
  );
  builder.line(
    feature,
    shift([
      [0, 0, 500, 0.5],
      [10, 0],
      [20, 5, 500, -1],
      [30, 5],
    ]),
  );
  builder.line(
    feature,
    shift(
      [
        [4, 0, 500, 1],
        [-4, 0, 500, 1],
      ],
      true,
    ),
  );
  builder.line(feature, shift(Array.from({ length: 2500 }, (_, i) => [i, Math.sin(i)])));
  feature.reset().layer = builder.layer(layerOf('Fläche'));
  builder.area(
    feature,
    shift(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      true,
    ),
  );
  builder.area(
    feature,
    shift(
      [
        [0, 0],
        [10, 0, 500, 0.3],
        [10, 10],
        [0, 10],
      ],
      true,
    ),
  );
  builder.area(
    feature,
    shift(
      [
        [5, 5, 500, 1],
        [-5, 5, 500, 1],
      ],
      true,
    ),
  );
  builder.area(
    feature,
    shift(
      Array.from({ length: 300 }, (_, i) => [100 * Math.cos(i / 48), 100 * Math.sin(i / 48)]),
      true,
    ),
  );
  builder.text(feature, labelOf('Straße 5', e + 1, n + 2, { height: 2.5, rotation: 0.5, elevation: z(7) }));
  builder.text(feature, labelOf('道路', e + 3, n + 4, { height: 1, elevation: z(7) }));
  if (is3d)
    builder.surface(
      surfaceOf(
        'DGM',
        Float64Array.of(e, n, 1, e + 10, n, 2, e, n + 10, 3, e + 10, n + 10, 4),
        Int32Array.of(0, 1, 2, 1, 3, 2),
      ),
    );
  return builder.job;
}

for (const is3d of [false, true])
  test(`a ${is3d ? '3-D' : '2-D'} job comes back: lines, arcs, chains, circles, areas, texts, levels, colours`, async () => {
    const job = sampleJob(is3d);
    const { job: back, written, version, issues } = await trip(job);
    assert.equal(version, is3d ? 'V7 3-D' : 'V7 2-D');
    const said = issues.summary().map(({ code, count }) => [code, count]);
    assert.deepEqual(said, is3d ? [['faces-as-surface', 2]] : []);
    assert.deepEqual(
      back.surfaces.map(({ triangles }) => triangles.length / 3),
      is3d ? [2] : [],
    );
    assert.equal(back.info.unit, 'metre');
    assert.deepEqual([back.points.length, back.lines.length, back.texts.length], [1, 5, 2]);
    assert.equal(back.areas.length, 4);
    assertNear(
      [back.points.easting(0), back.points.northing(0), back.points.elevation(0)],
      [4_468_000.123, 5_334_000.456, is3d ? 512.25 : Number.NaN],
      1e-5,
    );
    for (let row = 0; row < job.lines.length; row++) {
      const [ours, theirs] = [lineOf(job, row), lineOf(back, row)];
      assert.equal(theirs.closed, ours.closed);
      const found = positions(theirs);
      assert.ok(Math.abs(lengthOf(ours) - lengthOf(theirs)) < 2e-3, `line ${row}`);
      if (!ours.closed)
        for (const [i, vertex] of positions(ours).entries()) assertNear(found[i]!, vertex, ARC_END, `line ${row}`);
    }
    for (let row = 0; row < job.areas.length; row++)
      assert.ok(Math.abs(lengthOf(areaOf(job, row)) - lengthOf(areaOf(back, row))) < 1e-3, `area ${row}`);
    assert.ok(areaOf(back, 1).hasBulges && areaOf(back, 2).hasBulges && lineOf(back, 2).hasBulges, 'arcs stay arcs');
    assert.equal(back.texts.text.get(0), 'Straße 5');
    assert.equal(back.texts.text.get(1), '道路');
    assertNear([back.texts.label(0).height, back.texts.label(0).rotation], [2.5, 0.5], 1e-6);
    assert.equal(back.layers.name(back.points.layer.get(0)), 'Level 1');
    assert.equal(back.layers.name(back.areas.layer.get(0)), 'Level 2');
    assert.equal(back.lines.colour.get(0), 0x123456, 'the colour of the layer');
    assert.equal(back.lines.colour.get(1), 0xff0000);
    assert.equal(back.lines.lineType.get(0), 'MEDIUM DASH');
    assert.deepEqual(back.lines.attributes.get(1), ['weight', '5']);
    const names = written.summary().find(({ code }) => code === 'layer-names-left-out')!;
    assert.deepEqual(names.parameters, { count: 2, levels: '1 = Grenze, 2 = Fläche' });
  });

test('any job is read back at the stated resolution, and all losses are reported', async () => {
  const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0);
  // Without background drawings, whose linework is drawn (convert/drawn-backgrounds.test.ts).
  const kinds = ['points', 'lines', 'areas', 'texts', 'surfaces', 'alignments', 'planes', 'controlPoints'] as const;
  // Arcs of more than 2 km radius become so many chords that a line may have to be split.
  const jobs = fc.oneof(
    arbitraryJob({ kinds, coordinate: within(100_000), bulges: false }),
    arbitraryJob({ kinds, coordinate: within(300) }),
  );
  await fc.assert(
    fc.asyncProperty(jobs, async (job) => {
      const { job: back, written } = await trip(job);
      const { parameters } = written.summary().find(({ code }) => code === 'dgn-resolution')!;
      const step = Number(parameters!['step']);
      const is3d = parameters!['dimensions'] === '3-D';
      assert.ok(step <= 1.0001e-4);
      const elevation = (value: number): number => (is3d ? (Number.isNaN(value) ? 0 : value) : Number.NaN);
      assert.equal(back.points.length, job.points.length);
      for (let row = 0; row < job.points.length; row++)
        assertNear(
          [back.points.easting(row), back.points.northing(row), back.points.elevation(row)],
          [job.points.easting(row), job.points.northing(row), elevation(job.points.elevation(row))],
          step,
        );
      let next = 0;
      let tooShort = 0;
      for (let row = 0; row < job.lines.length; row++) {
        const line = lineOf(job, row);
        if (line.count < 2) {
          tooShort++;
          continue;
        }
        const theirs = lineOf(back, next++);
        if (!line.hasBulges) {
          const expected = positions(line);
          if (line.closed) expected.push(expected[0]!);
          assert.equal(theirs.count, expected.length);
          const found = positions(theirs);
          for (const [i, [e, n, z]] of expected.entries()) assertNear(found[i]!, [e!, n!, elevation(z!)], step);
        }
      }
      // Axes of alignments follow; long ones are split, those without elements omitted.
      if (job.alignments.length === 0) {
        assert.equal(back.lines.length, next);
        assert.equal(written.count('too-few-vertices') > 0, tooShort > 0);
      } else assert.ok(back.lines.length >= next);
      const texts = Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row));
      assert.equal(
        back.texts.length,
        texts.flatMap((text) => text.split(/\r\n|\r|\n/)).filter((text) => text !== '').length,
      );
      const triangles = job.surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
      assert.equal(
        back.areas.length,
        Array.from({ length: job.areas.length }, (_, row) => areaOf(job, row).count).filter((count) => count > 0)
          .length + triangles,
      );
      assert.equal(written.count('alignment-as-line') > 0, job.alignments.length > 0);
      assert.equal(written.count('code-left-out') > 0, job.codes.length > 0);
    }),
    { numRuns: 40 },
  );
});

test('any chain of segments and arcs keeps its length and its vertices within a tenth of a millimetre or two', async () => {
  const coordinate = fc.integer({ min: -500_000, max: 500_000 }).map((value) => value / 1000);
  const bulge = fc.constantFrom(0, 0, 0.2, -0.7, 1, -1, 1.5);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(coordinate, coordinate, fc.constantFrom(5, 5, 8), bulge), { minLength: 2, maxLength: 12 }),
      fc.boolean(),
      async (vertices, closed) => {
        const line = pathOf(vertices, closed);
        const back = lineOf((await trip(lineJob(line))).job, 0);
        const found = positions(back);
        const tolerance = 2e-3 * (1 + vertices.length);
        assert.ok(Math.abs(lengthOf(line) - lengthOf(back)) <= tolerance, `${lengthOf(line)} ${lengthOf(back)}`);
        // A full circle is stored by its centre, so its start is not kept.
        const isCircle =
          closed && vertices.length === 2 && Math.abs(vertices[0]![3]) === 1 && vertices[0]![3] === vertices[1]![3];
        for (const vertex of isCircle ? [] : vertices)
          assert.ok(
            found.some((other) => [0, 1, 2].every((axis) => Math.abs(other[axis]! - vertex[axis]!) < ARC_END)),
            `${vertex} is gone`,
          );
      },
    ),
    { numRuns: 40 },
  );
});

test('GDAL reads every element at the same place (oracle: ogrinfo)', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: written design files are not compared with GDAL');
    return;
  }
  for (const is3d of [false, true])
    await withFile(async (path) => {
      const job = sampleJob(is3d);
      await write(path, job, { pointNames: true });
      const { job: back } = await read(path, { surfaces: 'false' });
      const { stdout, stderr } = spawnSync('ogrinfo', ['-ro', '-al', path], { encoding: 'utf8', maxBuffer: 1 << 26 });
      assert.equal(stderr, '', 'no complaint');
      const theirs = stdout
        .split('OGRFeature(')
        .slice(1)
        .map((text) => ({
          type: Number(/Type \(Integer\) = (\d+)/.exec(text)?.[1]),
          level: Number(/Level \(Integer\) = (\d+)/.exec(text)?.[1]),
          text: /Text \(String\) = (.*)/.exec(text)?.[1],
          colour: /c:#([0-9a-f]{6})/.exec(text)?.[1],
          numbers: (/(?:POINT|LINESTRING|POLYGON)(?: Z)? \(([\d.,()\s-]*)\)/.exec(text)?.[1] ?? '')
            .replace(/[()]/g, '')
            .split(/,/)
            .map((triple) => triple.trim().split(/\s+/).map(Number)),
        }));
      assert.deepEqual(
        theirs.map(({ type }) => type),
        [3, 3, 4, 12, 16, 12, 6, 14, 15, 14, 17, 17, ...(is3d ? [6, 6] : [])],
      );
      const z = is3d ? 3 : 2;
      const same = (index: number, expected: readonly (readonly number[])[]): void => {
        const { numbers } = theirs[index]!;
        assert.equal(numbers.length, expected.length, `element ${index}`);
        for (const [i, position] of expected.entries()) assertNear(numbers[i]!.slice(0, z), position.slice(0, z), 1e-6);
      };
      const point = [back.points.easting(0), back.points.northing(0), back.points.elevation(0)];
      same(0, [point, point]);
      same(1, positions(lineOf(back, 0)));
      same(2, positions(lineOf(back, 1)));
      const square = positions(areaOf(back, 0));
      same(6, [...square, square[0]!]);
      const label = back.texts.label(0);
      same(10, [[label.easting, label.northing, label.elevation]]);
      if (is3d) same(12, [...positions(areaOf(back, 4)), positions(areaOf(back, 4))[0]!]);
      // GDAL draws chains piece by piece, with repeated joints, and arcs in steps of 5 degrees.
      const ours = positions(lineOf(back, 4));
      const long = theirs[5]!.numbers;
      for (const [i, position] of ours.entries())
        assertNear(long[i + Math.floor((i - 1) / 100) * (i > 0 ? 1 : 0)]!.slice(0, z), position.slice(0, z), 1e-6);
      assertNear(theirs[3]!.numbers[0]!, positions(lineOf(back, 2))[0]!.slice(0, z), ARC_END);
      assertNear(theirs[3]!.numbers.at(-1)!, positions(lineOf(back, 2)).at(-1)!.slice(0, z), ARC_END);
      for (const [e, n] of theirs[8]!.numbers)
        assert.ok(Math.abs(Math.hypot(e! - 4_468_000.123, n! - 5_334_005.456) - 5) < 1e-5, 'on the circle');
      assert.equal(theirs[0]!.level, 1);
      assert.equal(theirs[6]!.level, 2);
      assert.equal(theirs[0]!.colour, '123456');
      assert.equal(theirs[2]!.colour, 'ff0000');
    });
});

test('a job too wide for 32 bits is refused with what would fit, or written coarser on request', async () => {
  const wide = lineJob(
    pathOf([
      [0, 0],
      [500_000, 0],
    ]),
  );
  await withFile(async (path) => {
    await assert.rejects(write(path, wide), (error: unknown) => {
      assert.ok(error instanceof FormatError && error.code === 'dgn-extent');
      assert.deepEqual(error.parameters, { size: 500_000, most: 429_494, positions: 10 });
      return true;
    });
    const issues = await write(path, wide, { resolution: '1' });
    assert.deepEqual(issues.summary()[0]!.parameters, { step: 0.001, unit: 'metre', dimensions: '2-D' });
    assertNear(positions(lineOf((await read(path)).job, 0))[1]!, [500_000, 0], 1e-3);
  });
});

test('more layers than levels share level 63, and their names are reported', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  for (let i = 0; i < 70; i++) {
    feature.layer = builder.layer(layerOf(`L${i}`));
    builder.point(feature, i, 0, Number.NaN);
  }
  const { job, written } = await trip(builder.job);
  assert.equal(job.layers.length, 63);
  assert.equal(written.count('layers-merged'), 7);
  assert.equal(job.info.unit, undefined, 'a job without a unit stays without one');
});

test('levels that came from a design file keep their numbers', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  for (const name of ['Level 40', 'Weg', 'Level 1']) {
    feature.layer = builder.layer(layerOf(name));
    builder.point(feature, 1, 2, 3);
  }
  const { job } = await trip(builder.job);
  assert.deepEqual(
    Array.from(job.layers, ({ name }) => name),
    ['Level 40', 'Level 2', 'Level 1'],
  );
});

test('more colours than the table holds get the nearest one, which is reported', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  for (let i = 0; i < 300; i++) {
    feature.colour = i * 0x000101;
    builder.point(feature, i, 0, 0);
  }
  const { job, written } = await trip(builder.job);
  assert.equal(job.points.colour.get(7), 7 * 0x101);
  assert.equal(written.count('colour-replaced'), 46);
});

test('texts are placed by their lower left corner; several lines become several texts; long ones are cut', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  builder.text(
    feature,
    labelOf('AB\nCD', 100, 50, { height: 2, justification: 'centre', verticalJustification: 'top' }),
  );
  builder.text(feature, labelOf('x'.repeat(300), 0, 0));
  builder.text(feature, labelOf('', 0, 0));
  const { job, written } = await trip(builder.job);
  assert.deepEqual([job.texts.text.get(0), job.texts.text.get(1)], ['AB', 'CD']);
  assertNear([job.texts.label(0).easting, job.texts.label(0).northing], [98, 48], 1e-5);
  assertNear([job.texts.label(1).easting, job.texts.label(1).northing], [98, 45], 1e-5);
  assert.equal(job.texts.text.get(2).length, 255);
  for (const code of ['text-cut', 'text-empty', 'text-moved', 'text-split']) assert.equal(written.count(code), 1, code);
});

test('holes are shapes in one graphic group and are read as holes again; names of points are texts on request', async () => {
  const builder = new JobBuilder();
  const path = pathOf(
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
    true,
  );
  path.ring();
  for (const [e, n] of [
    [2, 2],
    [4, 2],
    [4, 4],
  ])
    path.vertex(e!, n!, Number.NaN);
  builder.area(new Feature(), path);
  const feature = new Feature();
  feature.name = 'P7';
  builder.point(feature, 1, 1, Number.NaN);
  await withFile(async (file) => {
    const issues = await write(file, builder.job, { pointNames: true, textHeight: 0.5 });
    const { job } = await read(file);
    assert.deepEqual([job.areas.length, areaOf(job, 0).rings], [1, [0, 4]]);
    assert.equal(job.texts.text.get(0), 'P7');
    assert.equal(issues.count('area-rings-apart'), 1);
    assert.equal(issues.count('properties-left-out'), 1);
    const bytes = readFileSync(file);
    assert.equal(bytes.length % 512, 0);
    assert.equal(dgn.sniff(bytes.subarray(0, 65536), bytes.length, '').version, 'V7');
  });
});

test('alignments are their axes in plan, on their layers, anywhere', async () => {
  const builder = new JobBuilder();
  const layer = builder.layer(layerOf('Level 7'));
  const straight = { kind: 'straight', azimuth: Math.PI / 2, startRadius: Infinity, endRadius: Infinity } as const;
  const arc = { kind: 'arc', azimuth: Math.PI / 2, startRadius: 100, endRadius: 100, length: 50 * Math.PI } as const;
  const start = { startStation: 0, startEasting: 3_500_000, startNorthing: 5_400_000 };
  const horizontal = [
    { ...straight, ...start, length: 200 },
    { ...arc, ...start, startStation: 200, startEasting: 3_500_200 },
  ];
  builder.alignment(alignmentOf('Axis', { layer, horizontal }));
  builder.alignment(alignmentOf('no layer', { horizontal: horizontal.slice(0, 1) }));
  const { job, written } = await trip(builder.job);
  assert.equal(job.lines.length, 2);
  const axis = positions(lineOf(job, 0));
  assertNear(axis[0]!, [3_500_000, 5_400_000], 1e-5);
  // A quarter circle to the right, of 100 m radius.
  assertNear(axis.at(-1)!, [3_500_300, 5_399_900], 1e-3);
  for (const [e, n] of axis.slice(1) as [number, number][])
    assert.ok(Math.abs(Math.hypot(e - 3_500_200, n - 5_399_900) - 100) < 2e-3, `${e} ${n}`);
  const names = [0, 1].map((row) => job.layers.name(job.lines.layer.get(row)));
  assert.equal(names[0], 'Level 7');
  assert.notEqual(names[1], 'Level 7');
  assert.equal(written.summary().find(({ code }) => code === 'alignment-as-line')!.count, 2);
  assert.equal(written.count('alignment-left-out'), 0);
});

test('a line longer than a complex element is split, which is reported', async () => {
  const line = pathOf(Array.from({ length: 30_000 }, (_, i) => [i / 10, i % 7]));
  const { job, written } = await trip(lineJob(line));
  assert.equal(written.count('line-split'), 1);
  assert.ok(job.lines.length > 1);
  const all = Array.from({ length: job.lines.length }, (_, row) =>
    positions(lineOf(job, row)).slice(row === 0 ? 0 : 1),
  ).flat();
  assert.equal(all.length, 30_000);
  assertNear(all[29_999]!, [2999.9, 29_999 % 7], 1e-5);
});

test('invalid positions are omitted and counted', async () => {
  const builder = new JobBuilder();
  builder.point(new Feature(), Number.NaN, 0, 0);
  builder.line(
    new Feature(),
    pathOf([
      [0, 0],
      [Infinity, 1],
    ]),
  );
  builder.point(new Feature(), 1, 2, 3);
  const { job, written } = await trip(builder.job);
  assert.deepEqual([job.points.length, job.lines.length], [1, 0]);
  assert.equal(written.count('no-position'), 2);
});
