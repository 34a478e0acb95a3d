import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import {
  alignmentOf,
  type ControlPoint,
  Feature,
  type FieldJob,
  type HorizontalElement,
  JobBuilder,
  labelOf,
  layerOf,
  neighboursOf,
  Path,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import Delaunator from 'delaunator';
import fc from 'fast-check';
import { writeContainer } from '../../src/machine/container-writer.ts';
import { endOf } from '../../src/machine/horizontal.ts';
import { corpusFile, readWith, writeWith } from './support.ts';
import { walk, walkedLines, walkedPoints, walkedSurfaces } from './walker.ts';

/** Largest difference of a coordinate that went through a double about another origin, at 10 000 km. */
const DOUBLE = 4e-9;
const RUNS = { numRuns: 25 };

const easting = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const northing = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const elevation = fc.option(fc.double({ min: -500, max: 9000, noNaN: true }), { nil: Number.NaN });
const position = fc.tuple(easting, northing, elevation);
/** Text without NUL, whose surrogates are paired, that every pool of the format holds. */
const caption = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replaceAll('\0', '').slice(0, 60).toWellFormed());
const layerName = fc.constantFrom('Default', 'KERB', 'Bäume', '道路', 'x'.repeat(64));
const time = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }), { nil: Number.NaN });
const feature = fc.record({ layer: layerName, name: caption, code: caption, time });
const pointSpec = fc.record({ feature, position });
const lineSpec = fc.record({
  feature,
  closed: fc.boolean(),
  positions: fc.array(position, { minLength: 2, maxLength: 40 }),
});
const textSpec = fc.record({
  layer: layerName,
  code: caption,
  text: caption,
  position,
  rotation: fc.float({ min: -3, max: 3, noNaN: true }),
  height: fc.float({ min: Math.fround(0.01), max: 100, noNaN: true }),
});
const surfaceSpec = fc.record({
  name: caption,
  positions: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 5000 }), fc.integer({ min: -9, max: 999 })),
    {
      minLength: 3,
      maxLength: 200,
    },
  ),
  east: fc.integer({ min: -400_000, max: 400_000 }),
  links: fc.boolean(),
});
const jobSpec = fc.record({
  points: fc.array(pointSpec, { maxLength: 40 }),
  lines: fc.array(lineSpec, { maxLength: 12 }),
  texts: fc.array(textSpec, { maxLength: 8 }),
  surfaces: fc.array(surfaceSpec, { maxLength: 3 }),
});
type JobSpec = typeof jobSpec extends fc.Arbitrary<infer T> ? T : never;

function buildJob({ points = [], lines = [], texts = [], surfaces = [] }: Partial<JobSpec>): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'Round trip', unit: 'metre' });
  const thing = new Feature();
  const path = new Path();
  const on = (spec: { layer: string }): Feature => {
    thing.reset();
    thing.layer = builder.layer(layerOf(spec.layer, { colour: 0x00ff7f }));
    return thing;
  };
  for (const { feature: spec, position: at } of points)
    builder.point(Object.assign(on(spec), { ...spec, layer: on(spec).layer }), ...at);
  for (const { feature: spec, positions, closed } of lines) {
    path.clear();
    for (const at of positions) path.vertex(...at);
    path.closed = closed && positions.length > 2;
    builder.line(Object.assign(on(spec), { ...spec, layer: on(spec).layer }), path);
  }
  for (const { text, position: at, rotation, height, code, ...spec } of texts) {
    on(spec).code = code;
    builder.text(thing, labelOf(text, at[0], at[1], { elevation: at[2], rotation, height }));
  }
  for (const { name, positions, east, links } of surfaces) {
    const flat = positions.map(([e, n, z]) => [e + east, n + 6_000_000, z / 8]);
    const triangles = new Int32Array(Delaunator.from(flat as [number, number][]).triangles).reverse();
    const neighbours = links ? neighboursOf(triangles, positions.length) : null;
    const edges = triangles.length > 0 ? triangles.slice(0, 2) : new Int32Array(0);
    builder.surface(surfaceOf(name, Float64Array.from(flat.flat()), triangles, { neighbours, edges }));
  }
  return builder.job;
}

function assertNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) {
    const [a, b] = [actual[i]!, expected[i]!];
    assert.ok(Number.isNaN(b) ? Number.isNaN(a) : Math.abs(a - b) <= tolerance, `value ${i}: ${a}, not ${b}`);
  }
}

function assertFeatures(actual: FieldJob, expected: FieldJob, table: 'points' | 'lines'): void {
  assert.equal(actual[table].length, expected[table].length);
  for (let row = 0; row < expected[table].length; row++) {
    for (const column of ['name', 'code', 'time'] as const) {
      assert.deepEqual(actual[table][column].get(row), expected[table][column].get(row));
    }
    const layer = expected.layers.name(expected[table].layer.get(row));
    assert.equal(actual.layers.name(actual[table].layer.get(row)), layer);
  }
}

describe('TP3 → job → TP3', () => {
  it('keeps points, lines, texts and surfaces as they were, and a separate walker accepts the file', async () => {
    await fc.assert(
      fc.asyncProperty(jobSpec, async (spec) => {
        const job = buildJob(spec);
        const { bytes } = await writeWith('tp3', job);
        const { job: back, issues } = await readWith('tp3', bytes);
        assertFeatures(back, job, 'points');
        assertFeatures(back, job, 'lines');
        assertNear(back.points.coordinates.view(), job.points.coordinates.view(), DOUBLE);
        assertNear(back.lines.coordinates.view(), job.lines.coordinates.view(), DOUBLE);
        assert.deepEqual(back.lines.closed.view(), job.lines.closed.view());
        assert.deepEqual(back.lines.vertexEnds.view(), job.lines.vertexEnds.view());
        for (let row = 0; row < job.texts.length; row++) {
          const [actual, expected] = [back.texts.label(row), job.texts.label(row)];
          assertNear(
            [actual.easting, actual.northing, actual.elevation, actual.rotation, actual.height],
            [expected.easting, expected.northing, expected.elevation, expected.rotation, expected.height],
            DOUBLE,
          );
          assert.equal(actual.text, expected.text.replaceAll('\n', ' '));
        }
        job.surfaces.forEach((surface, i) => {
          const actual = back.surfaces[i]!;
          assert.equal(actual.name, surface.name);
          assertNear(actual.vertices, surface.vertices, DOUBLE);
          assert.deepEqual(actual.triangles, surface.triangles);
          assert.deepEqual(actual.neighbours, neighboursOf(surface.triangles, surface.vertices.length / 3));
          assert.deepEqual(actual.edges, surface.edges);
        });
        for (const { colour } of back.layers) assert.ok(colour === 0x00ff7f);
        assert.ok(!issues.has('error') && !issues.has('warning'), JSON.stringify(issues.summary()));
        const { tables, end } = walk(bytes);
        if (tables.size > 0) assert.equal(end, bytes.length);
        assert.equal(walkedPoints(tables).length, job.points.length);
        assert.equal(walkedLines(tables).length, job.lines.length);
        for (const { badLinks } of walkedSurfaces(tables)) assert.equal(badLinks, 0);
      }),
      RUNS,
    );
  });

  it('gives the Brisbane file back: every value it read before', async () => {
    const { job } = await readWith('tp3', corpusFile('tps-bris.tp3'));
    const { bytes } = await writeWith('tp3', job);
    const { job: back, version } = await readWith('tp3', bytes);
    assert.equal(version, '2.19');
    assertFeatures(back, job, 'points');
    assertFeatures(back, job, 'lines');
    assertNear(back.points.coordinates.view(), job.points.coordinates.view(), DOUBLE);
    assert.deepEqual(back.points.attributes.get(9), job.points.attributes.get(9));
    assert.deepEqual([...back.layers], [...job.layers]);
    job.controlPoints.forEach((point, i) => {
      const { latitude, longitude, ...rest } = back.controlPoints[i]!;
      assertNear([latitude, longitude], [point.latitude, point.longitude], 1e-13);
      const { latitude: _lat, longitude: _lon, ...expected } = point;
      assert.deepEqual(rest, { ...expected, residualElevation: rest.residualElevation });
    });
    assert.deepEqual(back.alignments, job.alignments);
    job.planes.forEach((plane, i) => {
      assertNear(Object.values(back.planes[i]!).slice(1), Object.values(plane).slice(1), 1e-12);
    });
    assert.deepEqual(
      back.surfaces.map(({ edges }) => edges),
      job.surfaces.map(({ edges }) => edges),
    );
  });

  it('chains pages at their capacity and refers across them', async () => {
    const spec = Array.from({ length: 2500 }, (_, i) => ({
      feature: {
        layer: 'KERB',
        name: `P${i}`,
        code: i % 2 === 0 ? 'a name of more than sixteen letters' : '',
        time: Number.NaN,
      },
      position: [i, 2 * i, i / 4] as [number, number, number],
    }));
    const { bytes } = await writeWith('tp3', buildJob({ points: spec }));
    const { tables } = walk(bytes);
    assert.deepEqual([tables.get(2)!.capacity, tables.get(2)!.records.length], [1024, 2500]);
    const points = walkedPoints(tables);
    assert.deepEqual(points[2049], { name: 'P2049', code: '', at: [2049, 4098, 512.25] });
    assert.equal(points[2048]!.code, 'a name of more than sixteen letters');
    // Behind the directory stand the counts of tables 1, 2, 3, 4, 5, 11, 6, …: as in both files of the vendor's.
    const counts = Array.from({ length: 8 }, (_, i) => bytes.readUInt32LE(0x1ee + 4 * i));
    assert.deepEqual(counts.slice(0, 6), [2500, 2500, 0, 0, 2500, 1]);
  });

  it('reads the shorter records of minor version 14 by the sizes in the pages', async () => {
    const original = corpusFile('tps-bris.tp3');
    const { job } = await readWith('tp3', original);
    const { tables: walked } = walk(original);
    // Layers had 210 bytes and surfaces 202 then; lists of alignments lie outside the tables, so those stay behind.
    const sizes = new Map([
      [11, 210],
      [17, 202],
    ]);
    const tables = [...walked].flatMap(([id, { records, recordSize }]) => {
      const size = sizes.get(id) ?? recordSize;
      const fill = (view: DataView, at: number, row: number): void => {
        new Uint8Array(view.buffer).set(records[row]!.subarray(0, size), at);
      };
      return id === 19 ? [] : [{ id, recordSize: size, parts: [{ count: records.length, fill }] }];
    });
    const path = join(mkdtempSync(join(tmpdir(), 'machine-')), 'minor14.tp3');
    const context = { options: {}, signal: new AbortController().signal, workFolder: tmpdir() };
    const silent = { progress: () => undefined, report: () => undefined };
    await writeContainer(path, { kind: 'TP3', name: 'Minor 14', tables }, { ...context, ...silent });
    const file = readFileSync(path);
    rmSync(dirname(path), { recursive: true });
    file.writeUInt32LE(14, 0x14);
    const { job: back, version, issues } = await readWith('tp3', file);
    assert.equal(version, '2.14');
    assert.ok(!issues.has('error') && !issues.has('warning'));
    assert.deepEqual([...back.layers], [...job.layers]);
    assert.deepEqual(back.points.coordinates.view(), job.points.coordinates.view());
    assert.deepEqual(back.surfaces, job.surfaces);
    assert.deepEqual(back.controlPoints, job.controlPoints);
  });

  it('converts feet to metres and says so', async () => {
    const job = buildJob({
      points: [{ feature: { layer: 'KERB', name: '1', code: '', time: Number.NaN }, position: [100, 200, 10] }],
    });
    job.info.unit = 'internationalFoot';
    const { bytes, issues } = await writeWith('tp3', job);
    assert.equal(issues.count('unit-converted'), 1);
    const { job: back } = await readWith('tp3', bytes);
    assertNear(back.points.coordinates.view(), [30.48, 60.96, 3.048], 1e-12);
  });

  it('says what it cannot hold', async () => {
    const builder = new JobBuilder(buildJob({}));
    const thing = new Feature();
    thing.name = 'n'.repeat(70);
    thing.description = 'by the oak';
    thing.attributes = ['height', '3'];
    builder.point(thing, 1, 2, 3);
    const path = new Path();
    path.vertex(0, 0, 0, 1);
    path.vertex(10, 0, 0);
    builder.line(thing.reset(), path);
    builder.area(thing, path);
    const { bytes, issues } = await writeWith('tp3', builder.job);
    for (const code of [
      'text-cut',
      'description-left-out',
      'attribute-left-out',
      'arc-stroked',
      'area-left-out',
      'layer-default',
      'experimental',
    ]) {
      assert.equal(issues.count(code), 1, code);
    }
    const { job } = await readWith('tp3', bytes);
    assert.equal(job.points.name.get(0), 'n'.repeat(64));
    assert.ok(job.lines.vertexCount > 50);
    assert.equal(job.layers.name(job.points.layer.get(0)), 'Default');
  });
});

describe('PT3 and LN3', () => {
  it('PT3 keeps the points', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pointSpec, { minLength: 1, maxLength: 300 }), async (points) => {
        const job = buildJob({ points });
        const { bytes } = await writeWith('pt3', job);
        const { job: back } = await readWith('pt3', bytes);
        assertFeatures(back, job, 'points');
        assertNear(back.points.coordinates.view(), job.points.coordinates.view(), DOUBLE);
        assert.equal(walkedPoints(walk(bytes).tables).length, points.length);
      }),
      RUNS,
    );
  });

  it('LN3 keeps lines within the rounding it states, which is at most half a millimetre', async () => {
    const near = fc.tuple(
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: -50, max: 900, noNaN: true }),
    );
    const lines = fc.array(
      fc.record({ feature, closed: fc.boolean(), positions: fc.array(near, { minLength: 2, maxLength: 40 }) }),
      { minLength: 1, maxLength: 9 },
    );
    await fc.assert(
      fc.asyncProperty(lines, async (specs) => {
        const job = buildJob({ lines: specs });
        const { bytes, issues } = await writeWith('ln3', job);
        const stated = /at most ([\d.]+) mm/.exec(
          issues.places().find(({ code }) => code === 'single-precision')!.text,
        )![1];
        const { job: back } = await readWith('ln3', bytes);
        assert.equal(back.lines.length, job.lines.length);
        const path = new Path();
        for (let row = 0; row < job.lines.length; row++) {
          job.lines.loadPath(row, path);
          const expected = [...path.coordinates.subarray(0, 3 * path.count)];
          if (path.closed) expected.push(...expected.slice(0, 3));
          back.lines.loadPath(row, path);
          assertNear(path.coordinates.subarray(0, 3 * path.count), expected, Number(stated) / 1000 + 1e-7);
        }
        assert.ok(Number(stated) <= 0.5);
        assert.equal(walk(bytes).tables.get(6)!.records.length, specs.length);
      }),
      RUNS,
    );
  });

  it('LN3 refuses lines that single precision would move by more', async () => {
    const far = buildJob({
      lines: [
        {
          feature: { layer: 'KERB', name: '', code: '', time: Number.NaN },
          closed: false,
          positions: [
            [0.123, 0, 0],
            [60_000.456, 1, 0],
          ],
        },
      ],
    });
    await assert.rejects(writeWith('ln3', far), { code: 'precision-too-low', message: /0\.5 mm/ });
  });
});

describe('TN3', () => {
  it('keeps a surface with its links and edges, and a separate walker accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(surfaceSpec, async (spec) => {
        const job = buildJob({ surfaces: [spec] });
        const { bytes } = await writeWith('tn3', job);
        const { job: back, issues } = await readWith('tn3', bytes);
        assert.ok(!issues.has('warning') && !issues.has('error'));
        const [surface] = job.surfaces;
        assertNear(back.surfaces[0]!.vertices, surface!.vertices, 0);
        assert.deepEqual(back.surfaces[0]!.triangles, surface!.triangles);
        assert.deepEqual(back.surfaces[0]!.edges, surface!.edges);
        const points = walk(bytes).tables.get(1)!.records;
        assert.equal(points[0]!.readDoubleLE(0), surface!.vertices[1], 'north comes first');
      }),
      RUNS,
    );
  });

  it('holds one surface: the one asked for, or the first, and says what it left out', async () => {
    const { job } = await readWith('tp3', corpusFile('tps-bris.tp3'));
    const { bytes, issues } = await writeWith('tn3', job, { surface: 'TPS BRIS OUTBACK2' });
    assert.equal(issues.count('surface-left-out'), 1);
    const { job: back } = await readWith('tn3', bytes);
    assert.equal(back.surfaces[0]!.triangles.length, 3 * 611);
    assert.deepEqual(back.surfaces[0]!.neighbours, job.surfaces[1]!.neighbours);
    await assert.rejects(writeWith('tn3', job, { surface: 'moon' }), { code: 'surface-not-found' });
    await assert.rejects(writeWith('tn3', buildJob({})), { code: 'nothing-to-write' });
  });
});

describe('RD3, GC3 and PL3', () => {
  it('are written only when the guess is asked for', async () => {
    for (const id of ['rd3', 'gc3', 'pl3']) {
      await assert.rejects(writeWith(id, buildJob({})), { code: 'experimental-only' });
    }
  });

  it('RD3 keeps straights and arcs', async () => {
    const turn = fc.record({
      radius: fc.option(fc.integer({ min: 50, max: 900 }), { nil: Infinity }),
      left: fc.boolean(),
      length: fc.double({ min: 1, max: 120, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12 }), caption, async (turns, name) => {
        let [e, n, azimuth, startStation] = [504_000, 6_959_000, 1, 100];
        const horizontal: HorizontalElement[] = turns.map(({ radius, left, length }) => {
          const signed = radius === Infinity ? Infinity : left ? -radius : radius;
          const kind = radius === Infinity ? 'straight' : 'arc';
          const element = {
            kind,
            startStation,
            length,
            startEasting: e,
            startNorthing: n,
            azimuth,
            startRadius: signed,
            endRadius: signed,
          } as const;
          [e, n] = endOf(e, n, azimuth, length, signed);
          azimuth += length / signed;
          startStation += length;
          return element;
        });
        const vertical = [
          { station: 100, elevation: 5, curve: 'none', length: 0, radius: Number.NaN },
          { station: 150, elevation: 6, curve: 'parabola', length: 20, radius: Number.NaN },
        ] as const;
        const builder = new JobBuilder();
        builder.alignment(alignmentOf(name.slice(0, 20), { startStation: 100, horizontal, vertical }));
        const { bytes } = await writeWith('rd3', builder.job, { experimental: true });
        const { job } = await readWith('rd3', bytes);
        const [back] = job.alignments;
        assert.deepEqual(back!.vertical, vertical);
        assert.equal(back!.horizontal.length, horizontal.length);
        back!.horizontal.forEach((element, i) => {
          const expected = horizontal[i]!;
          assert.equal(element.kind, expected.kind);
          assertNear(
            [
              element.startEasting,
              element.startNorthing,
              element.azimuth,
              element.length,
              element.startRadius === Infinity ? 0 : element.startRadius,
            ],
            [
              expected.startEasting,
              expected.startNorthing,
              expected.azimuth,
              expected.length,
              expected.startRadius === Infinity ? 0 : expected.startRadius,
            ],
            1e-6,
          );
        });
      }),
      RUNS,
    );
  });

  it('GC3 and PL3 keep control points and planes', async () => {
    const builder = new JobBuilder();
    const control: ControlPoint = {
      name: 'base',
      code: '',
      description: 'coord ex static gps',
      easting: 504951.123,
      northing: 6959121.402,
      elevation: 13.035,
      latitude: -27.491520786,
      longitude: 153.050122634,
      ellipsoidHeight: Number.NaN,
      useHorizontal: true,
      useVertical: true,
      residualEasting: Number.NaN,
      residualNorthing: Number.NaN,
      residualElevation: Number.NaN,
      source: -1,
    };
    builder.controlPoint(control);
    builder.plane({
      name: 'pad',
      easting: 1,
      northing: 2,
      elevation: 3,
      azimuth: 0.5,
      slope: 0.02,
      crossSlope: 0,
      source: -1,
    });
    const gc3 = await readWith('gc3', (await writeWith('gc3', builder.job, { experimental: true })).bytes);
    const { latitude, longitude, ...rest } = gc3.job.controlPoints[0]!;
    const { latitude: expectedLatitude, longitude: expectedLongitude, ...expected } = control;
    assert.deepEqual(rest, expected);
    assertNear([latitude, longitude], [expectedLatitude, expectedLongitude], 1e-13);
    const pl3 = await readWith('pl3', (await writeWith('pl3', builder.job, { experimental: true })).bytes);
    assert.equal(pl3.job.planes[0]!.name, 'pad');
    assertNear([pl3.job.planes[0]!.slope, pl3.job.planes[0]!.azimuth], [0.02, 0.5], 1e-15);
  });
});
