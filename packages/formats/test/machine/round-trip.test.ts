import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, JobBuilder, neighboursOf, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { writeContainer } from '../../src/formats/machine/container-writer.ts';
import { assertFeatures, assertNear, buildJob, DOUBLE, jobSpec, RUNS } from '../../testing/machine/jobs.ts';
import { corpusFile, readWith, writeWith } from '../../testing/machine/support.ts';
import { walk, walkedLines, walkedPoints, walkedSurfaces } from '../../testing/machine/walker.ts';

describe('TP3 → job → TP3', () => {
  it('keeps points, lines, texts and surfaces unchanged, and a separate walker accepts the file', async () => {
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
          assert.equal(actual.text, expected.text);
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

  it('restores every value of the Brisbane file', async () => {
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
      assert.deepEqual(rest, expected);
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

  it('chains pages at their capacity, with references across them', async () => {
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
    // The directory is followed by the counts of tables 1, 2, 3, 4, 5, 11, 6, …, as in both files of the vendor.
    const counts = Array.from({ length: 8 }, (_, i) => bytes.readUInt32LE(0x1ee + 4 * i));
    assert.deepEqual(counts.slice(0, 6), [2500, 2500, 0, 0, 2500, 1]);
  });

  it('reads the shorter records of minor version 14 by their sizes in the pages', async () => {
    const original = corpusFile('tps-bris.tp3');
    const { job } = await readWith('tp3', original);
    const { tables: walked } = walk(original);
    // Layers had 210 bytes and surfaces 202 then; lists of alignments are outside the tables, so those are left out.
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

  it('converts feet to metres and reports it', async () => {
    const job = buildJob({
      points: [{ feature: { layer: 'KERB', name: '1', code: '', time: Number.NaN }, position: [100, 200, 10] }],
    });
    job.info.unit = 'internationalFoot';
    const { bytes, issues } = await writeWith('tp3', job);
    assert.equal(issues.count('unit-converted'), 1);
    const { job: back } = await readWith('tp3', bytes);
    assertNear(back.points.coordinates.view(), [30.48, 60.96, 3.048], 1e-12);
  });

  it('reports its losses', async () => {
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
