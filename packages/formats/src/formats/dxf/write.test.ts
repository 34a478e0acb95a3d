import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { alignmentOf, BY_LAYER, Feature, JobBuilder, Path, surfaceOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { DXF_WRITE_VERSIONS } from './options.ts';
import { AUDIT_PROGRAM, askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { fullJob } from './testing/full-job.ts';
import { readFile } from './testing/reading.ts';
import { withFolder, writeTo } from './testing/writing.ts';
import { writeDxf } from './write.ts';

type Audit = Record<string, { version: string; errors: string[]; fixes: string[]; types: Record<string, number> }>;

test('written drawings pass the audit of ezdxf without errors or fixes, in every version', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`audit by ezdxf: ${missing}`);
  await withFolder(async (folder) => {
    const files: string[] = [];
    for (const version of DXF_WRITE_VERSIONS) {
      for (const areas of ['outline', 'hatch']) {
        const path = join(folder, `${version}-${areas}.dxf`);
        await writeTo(path, fullJob(), { version, areas });
        files.push(path);
      }
    }
    const empty = join(folder, 'empty.dxf');
    await writeTo(empty, new JobBuilder().job);
    const audits = askEzdxf<Audit>(AUDIT_PROGRAM, [...files, empty]);
    for (const [path, { errors, fixes }] of Object.entries(audits)) {
      assert.deepEqual(errors, [], path);
      assert.deepEqual(fixes, [], path);
    }
    const [r12, modern] = [audits[files[0]!]!, audits[files[7]!]!];
    assert.equal(r12.version, 'AC1009');
    assert.equal(modern.version, 'AC1032');
    assert.deepEqual(r12.types, { INSERT: 2, POINT: 1, LINE: 2, POLYLINE: 5, CIRCLE: 1, ARC: 1, TEXT: 4, '3DFACE': 2 });
    assert.deepEqual(modern.types, {
      INSERT: 2,
      POINT: 1,
      LINE: 2,
      LWPOLYLINE: 1,
      POLYLINE: 2,
      CIRCLE: 1,
      ARC: 1,
      HATCH: 1,
      TEXT: 2,
      MTEXT: 1,
      '3DFACE': 2,
    });
  });
});

test('the extents in the header include the bulge of arcs, like the content report', async () => {
  const builder = new JobBuilder();
  const path = new Path();
  // A half circle to the left of its chord bulges to the right: from (0, 0) east to (10, 0) it reaches 5 to the south.
  path.vertex(0, 0, 7, 1);
  path.vertex(10, 0, 7);
  builder.line(new Feature(), path);
  // An area closes implicitly: the arc of its last side, from (20, 50) back to (0, 50), reaches 10 to the north.
  path.clear();
  path.closed = true;
  path.vertex(0, 50, 7);
  path.vertex(20, 50, 7, 1);
  builder.area(new Feature(), path);
  // In an open line the bulge of the last vertex is not drawn.
  path.clear();
  path.closed = false;
  path.vertex(5, 5, 7);
  path.vertex(6, 6, 7, 5);
  builder.line(new Feature(), path);
  await withFolder(async (folder) => {
    for (const version of DXF_WRITE_VERSIONS) {
      const file = join(folder, 'arcs.dxf');
      await writeTo(file, builder.job, { version });
      const text = readFileSync(file, 'latin1');
      const corner = (name: string): number[] =>
        new RegExp(`\\${name}\\r?\\n *10\\r?\\n(.*)\\r?\\n *20\\r?\\n(.*)`).exec(text)!.slice(1).map(Number);
      for (const [found, expected] of [
        [corner('$EXTMIN'), [0, -5]],
        [corner('$EXTMAX'), [20, 60]],
      ] as const)
        for (const [at, value] of expected.entries())
          assert.ok(Math.abs(found[at]! - value) < 1e-9, `${version}: ${found} is not ${expected}`);
    }
  });
});

test('GDAL opens every version and finds the features on their layers', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).status !== 0) return t.skip('GDAL: gdal-bin is not installed');
  await withFolder(async (folder) => {
    for (const version of DXF_WRITE_VERSIONS) {
      const path = join(folder, `${version}.dxf`);
      await writeTo(path, fullJob(), { version });
      // GDAL 3.6 reads every drawing as Windows-1252 unless this option says that new versions are UTF-8.
      const env = /^20[12]/.test(version) ? { ...process.env, DXF_ENCODING: 'UTF-8' } : process.env;
      const { stdout, stderr } = spawnSync('ogrinfo', ['-q', '-al', path], { encoding: 'utf8', env });
      // GDAL warns about every triangular 3DFACE, also in AutoCAD's own files.
      const rest = stderr.split('\n').filter((line) => !line.startsWith('Warning 1: Non closed ring'));
      assert.deepEqual(rest, [''], version);
      assert.match(stdout, /Layer \(String\) = Kanäle_Süd/, version);
      assert.match(stdout, /Höhe 12/, version);
      assert.match(stdout, /4468000\.1234567/, version);
    }
  });
});

test('a job is read back from DXF 2018 unchanged', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'job.dxf');
    const job = fullJob();
    const report = await writeTo(path, job, { areas: 'hatch' });
    const { job: back, issues } = await readFile(path, { surfaces: true });
    assert.deepEqual(issues.summary(), []);
    assert.equal(back.info.unit, 'metre');
    assert.deepEqual(back.info.crs, { kind: 'epsg', code: 25832, name: 'EPSG 25832' });
    const [feature, other] = [new Feature(), new Feature()];
    assert.equal(back.points.length, job.points.length);
    for (let row = 0; row < 3; row++) {
      job.points.load(row, feature);
      back.points.load(row, other);
      assert.deepEqual(
        [other.name, other.code, other.description, other.block],
        [feature.name, feature.code, feature.description, ''],
      );
      assert.deepEqual(
        other.attributes,
        feature.attributes.map((text) => (text === 'Umfang cm' ? 'Umfang_cm' : text)),
      );
      assert.deepEqual(
        Array.from(back.points.coordinates.view().subarray(3 * row, 3 * row + 3)),
        Array.from(job.points.coordinates.view().subarray(3 * row, 3 * row + 3)),
      );
    }
    assert.equal(back.lines.length, job.lines.length);
    assert.equal(back.areas.length, 1);
    assert.deepEqual(back.areas.coordinates.view(), job.areas.coordinates.view());
    assert.deepEqual(back.areas.ringEnds.view(), job.areas.ringEnds.view());
    assert.deepEqual(back.texts.label(0), { ...job.texts.label(0), rotation: back.texts.label(0).rotation });
    assert.ok(Math.abs(back.texts.label(0).rotation - 0.5) < 1e-15);
    assert.deepEqual(back.texts.label(1), job.texts.label(1));
    assert.deepEqual(back.texts.label(2), job.texts.label(2));
    assert.equal(back.lines.colour.get(0), 0xff0000);
    assert.equal(back.lines.lineWeight.get(0), 50);
    assert.equal(back.lines.lineType.get(0), 'STRICHPUNKT');
    const layer = back.layers.get(back.layers.find('Kanäle_Süd'))!;
    assert.deepEqual([layer.colour, layer.lineWeight, layer.lineType], [0x123456, 35, 'GESTRICHELT']);
    assert.equal(back.layers.get(back.layers.find('aus'))!.visible, false);
    assert.equal(back.layers.get(back.layers.find('aus'))!.locked, true);
    const surface = back.surfaces[0]!;
    assert.equal(surface.name, 'Gelände');
    assert.deepEqual(surface.vertices, job.surfaces[0]!.vertices);
    assert.deepEqual(surface.triangles, job.surfaces[0]!.triangles);
    assert.equal(report.count('arc-stroked'), 1);
    assert.equal(report.count('layer-renamed'), 1);
    assert.equal(report.count('attribute-tag-changed'), 1);
  });
});

test('lines of any shape are read back with the same vertices and bulges', async () => {
  const coordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((value) => value + 0);
  const vertex = fc.record({
    e: coordinate,
    n: coordinate,
    z: fc.option(coordinate),
    bulge: fc.constantFrom(0, 0, 0.5, -1.25),
  });
  await withFolder(async (folder) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(vertex, { minLength: 4, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(...DXF_WRITE_VERSIONS),
        async (vertices, flat, closed, version) => {
          const builder = new JobBuilder();
          const path = new Path();
          const level = vertices[0]!.z ?? Number.NaN;
          for (const { e, n, z, bulge } of vertices) path.vertex(e, n, flat ? level : (z ?? 1), flat ? bulge : 0);
          path.closed = closed;
          builder.line(new Feature(), path);
          const file = join(folder, 'line.dxf');
          await writeTo(file, builder.job, { version });
          const { job } = await readFile(file);
          assert.deepEqual(job.lines.coordinates.view(), builder.job.lines.coordinates.view());
          assert.deepEqual(Array.from(job.lines.bulges.view()), Array.from(builder.job.lines.bulges.view()));
          assert.equal(job.lines.closed.get(0), closed ? 1 : 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('whatever DXF cannot hold is reported with its count', async () => {
  await withFolder(async (folder) => {
    const builder = new JobBuilder();
    const feature = new Feature();
    feature.code = 'ROAD';
    const path = new Path();
    path.vertex(0, 0, 1);
    builder.line(feature, path);
    path.vertex(1, 0, Number.NaN);
    path.vertex(1, 1, 2);
    builder.line(feature, path);
    builder.plane({
      name: 'p',
      easting: 0,
      northing: 0,
      elevation: 0,
      azimuth: 0,
      slope: 0,
      crossSlope: 0,
      source: -1,
    });
    const issues = await writeTo(join(folder, 'x.dxf'), builder.job);
    assert.deepEqual(
      issues
        .summary()
        .map(({ code }) => code)
        .sort(),
      ['elevation-added', 'plane-left-out', 'properties-left-out', 'too-few-vertices'],
    );
  });
});

test('the axis of an alignment is drawn in plan on its own layer, and the losses are reported', async () => {
  await withFolder(async (folder) => {
    const builder = new JobBuilder();
    const rest = { startStation: 0, startRadius: Infinity, endRadius: Infinity };
    const straight = {
      ...rest,
      kind: 'straight' as const,
      length: 10,
      startEasting: 0,
      startNorthing: 0,
      azimuth: Math.PI / 2,
    };
    builder.alignment(alignmentOf('Achse 1', { horizontal: [straight] }));
    const file = join(folder, 'axis.dxf');
    const issues = await writeTo(file, builder.job);
    const { job } = await readFile(file);
    assert.equal(job.layers.name(job.lines.layer.get(0)), 'Achse 1');
    assert.deepEqual(
      Array.from(job.lines.coordinates.view(), (value) => Math.round(value * 1e6) / 1e6 + 0),
      [0, 0, Number.NaN, 10, 0, Number.NaN],
    );
    assert.deepEqual(
      issues.summary().map(({ code }) => code),
      ['alignment-as-line'],
    );
  });
});

test('progress counts the written features, and never more than there are', async () => {
  const builder = new JobBuilder();
  for (let i = 0; i < 9000; i++) builder.point(new Feature(), i, 0, 0);
  const path = new Path();
  for (const [easting, northing] of [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const)
    path.vertex(easting, northing, 0);
  for (let i = 0; i < 5000; i++) builder.line(new Feature(), path);
  builder.area(new Feature(), path);
  builder.surface(surfaceOf('S', Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), Int32Array.of(0, 1, 2)));
  const calls: [done: number, total: number][] = [];
  await withFolder(async (folder) => {
    await writeDxf(builder.job, join(folder, 'progress.dxf'), {
      options: {},
      signal: new AbortController().signal,
      progress: (done, total) => calls.push([done, total]),
      report: () => {},
      workFolder: '',
    });
  });
  // At the first feature of each table and every 4096 after it, and after each surface.
  assert.deepEqual(
    calls.map(([done]) => done),
    [1, 4097, 8193, 9001, 13_097, 14_001, 14_001],
  );
  assert.ok(calls.every(([, total]) => total === 14_001));
});

test('an aborted writing stops with the reason of the signal', async () => {
  await withFolder(async (folder) => {
    const reason = new Error('enough');
    const job = fullJob();
    const context = {
      options: {},
      signal: AbortSignal.abort(reason),
      progress: () => {},
      report: () => {},
      workFolder: '',
    };
    await assert.rejects(writeDxf(job, join(folder, 'x.dxf'), context), reason);
  });
});

test('versions without UTF-8 are in Windows-1252 with escapes, and colours by layer stay by layer', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'r12.dxf');
    await writeTo(path, fullJob(), { version: 'R12' });
    const text = readFileSync(path, 'latin1');
    assert.match(text, /Kanäle_Süd/);
    assert.match(text, /\\U\+017B\\U\+00F3|\\U\+017Bó/);
    const { job, version } = await readFile(path);
    assert.equal(version, 'R12');
    assert.equal(job.points.colour.get(0), BY_LAYER);
    assert.equal(job.points.code.get(0), 'Bäume');
  });
});
