import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf, NO_PLACEMENT, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { detect } from '../../convert/detect.ts';
import { FileSource, MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { readMjf } from './read.ts';
import { readContext, readJob, TestFolder, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

const folder = new TestFolder();
const path = folder.file('job.mjf');
let bytes: Uint8Array;
after(() => folder[Symbol.dispose]());

/** A small job with several kinds of data. */
function sample(): FieldJob {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('Kerb', { colour: 0xff0000 }));
  feature.name = '1';
  builder.point(feature, 1, 2, 3);
  const path = new Path();
  path.vertex(0, 0, 1, 0.5);
  path.vertex(10, 0, 2);
  builder.line(feature, path);
  builder.surface(surfaceOf('Ground', Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1), Int32Array.of(0, 1, 2)));
  const file = new Uint8Array(10_000).fill(7);
  builder.drawing({
    ...{ name: 'plan', fileName: 'plan.dxf', format: 'dxf', mediaType: '', sha256: '', size: file.length },
    ...{ read: () => file, placement: NO_PLACEMENT, scene: new JobBuilder().job, source: -1 },
  });
  return builder.job;
}

/** Restores the sample, changes it by SQL, and reads it. */
async function readChanged(sql: string): Promise<{ job: FieldJob; issues: string[] }> {
  writeFileSync(path, bytes);
  const db = new DatabaseSync(path, { defensive: false, enableForeignKeyConstraints: false });
  db.function('ST_IsEmpty', { varargs: true }, () => 0);
  for (const name of ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY']) db.function(name, { varargs: true }, () => 0);
  db.exec(sql);
  db.close();
  const context = readContext(folder.path);
  const job = await readJob(readMjf, path, context);
  return { job, issues: context.issues.summary().map(({ code }) => code) };
}

const refusedWith =
  (code: string, text = /./) =>
  (error: unknown): boolean =>
    error instanceof FormatError && error.code === code && text.test(error.message);

before(async () => {
  await writeJob(mjfWriter({ profile: 'job' }), sample(), path, folder.path);
  bytes = readFileSync(path);
});

describe("a vendor's own file with one of our names is refused with an explanation", () => {
  for (const extension of ['mjf', 'mjo', 'mjt', 'mjfzip'])
    test(extension, async () => {
      const vendor = new MemorySource(Buffer.from('\x01\x00TJOB\x00\xff'.repeat(200), 'latin1'), `site.${extension}`);
      const detection = detect(vendor);
      assert.equal(detection?.format.id, extension);
      assert.equal(detection.sniffed.refusal?.code, extension === 'mjfzip' ? 'package-not-zip' : 'not-ours');
      const read = await detection.format.loadReader!();
      await assert.rejects(readJob(read, vendor, readContext(folder.path)), FormatError);
    });
});

test('another SQLite database and another GeoPackage are refused, each with its reason', async () => {
  const other = folder.file('other.mjf');
  const db = new DatabaseSync(other);
  db.exec('CREATE TABLE t(a)');
  db.close();
  const source = new FileSource(other);
  assert.equal(detect(source)?.sniffed.refusal?.code, 'not-ours');
  source.close();
  await assert.rejects(readJob(readMjf, other, readContext(folder.path)), refusedWith('not-ours', /not a GeoPackage/));
  await assert.rejects(readChanged('DROP TABLE mjf_info'), refusedWith('not-ours', /not a field job/));
  await assert.rejects(readChanged("UPDATE mjf_info SET value = 'x' WHERE key = 'format'"), refusedWith('not-ours'));
});

test('a GeoPackage of any version that is no field job is refused as such, whatever it is called', async () => {
  for (const [application, name] of [
    ['GPKG', 'a.gpkg'],
    ['GP10', 'b.gpkg'],
    ['GP11', 'c'],
    ['GP10', 'd.mjf'],
  ] as const) {
    const path = folder.file(name);
    const db = new DatabaseSync(path);
    db.exec(`CREATE TABLE t(a); PRAGMA application_id = ${Buffer.from(application).readUInt32BE()}`);
    db.close();
    const source = new FileSource(path);
    assert.equal(detect(source)?.format.id, 'mjf', name);
    source.close();
    await assert.rejects(readJob(readMjf, path, readContext(folder.path)), refusedWith('not-ours', /not a field job/));
  }
});

test('newer versions are refused; columns that an older version lacks are read as not set', async () => {
  const newer = "UPDATE mjf_info SET value = '2' WHERE key = 'version'";
  await assert.rejects(readChanged(newer), refusedWith('version-too-new', /has version 2/));
  const { job, issues } = await readChanged(
    'ALTER TABLE points DROP COLUMN name; DROP TABLE layers; DROP TABLE surfaces',
  );
  assert.deepEqual([job.points.name.get(0), job.points.easting(0), job.surfaces.length], ['', 1, 0]);
  assert.equal(job.layers.name(job.points.layer.get(0)), 'Kerb');
  assert.deepEqual(issues, []);
});

test('views, virtual tables and computed columns are never evaluated, and are reported', async () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, NULL AS geom FROM n';
  const view = await readChanged(`DROP TABLE points; CREATE VIEW points AS ${endless}`);
  assert.deepEqual([view.job.points.length, view.issues], [0, ['table-not-read']]);
  assert.equal(view.job.lines.length, 1, 'the rest is read');
  const virtual = await readChanged('DROP TABLE points; CREATE VIRTUAL TABLE points USING rtree(id, a, b)');
  assert.deepEqual([virtual.job.points.length, virtual.issues], [0, ['table-not-read']]);
  const copied = await readChanged('ALTER TABLE lines RENAME TO kept; CREATE VIEW lines AS SELECT * FROM kept');
  assert.deepEqual([copied.job.points.length, copied.job.lines.length, copied.issues], [1, 0, ['table-not-read']]);
  assert.deepEqual((await readChanged('DROP TABLE points')).issues, [], 'a missing table is empty');
  await assert.rejects(
    readChanged('ALTER TABLE points ADD COLUMN bomb AS (zeroblob(1000000000))'),
    refusedWith('database-damaged', /computed columns/),
  );
});

test('geometry edited by another program counts: its arcs are lost, which is reported', async () => {
  const { job, issues } = await readChanged('UPDATE lines SET geom = (SELECT geom FROM points)');
  assert.deepEqual(issues, ['arcs-lost']);
  assert.equal(job.lines.length, 1);
  const gone = await readChanged('UPDATE lines SET geom = NULL');
  assert.deepEqual([gone.issues, gone.job.lines.length], [['geometry-skipped'], 0]);
  const untouched = await readChanged("UPDATE lines SET code = 'K1'");
  assert.deepEqual([untouched.issues, untouched.job.lines.bulges.get(0)], [[], 0.5]);
  assert.equal(untouched.job.lines.code.get(0), 'K1');
});

test('geometry with false counts is left out, and the rest is read', async () => {
  // A line string of 4 billion vertices, a multi-polygon of as many polygons, random bytes.
  for (const wkb of ['0102000000ffffffff', '0106000000ffffffff', 'deadbeef', '']) {
    const { job, issues } = await readChanged(`UPDATE lines SET path = NULL, geom = x'4750000100000000${wkb}'`);
    assert.deepEqual([issues, job.lines.length, job.points.length], [['geometry-skipped'], 0, 1], wkb);
  }
});

test('surfaces with inconsistent parts are left out, drawings are read without their file', async () => {
  const surface = await readChanged('UPDATE surfaces SET triangles = 1000000');
  assert.deepEqual([surface.issues, surface.job.surfaces.length], [['surface-damaged'], 0]);
  const index = await readChanged("UPDATE parts SET data = x'000000000100000063000000' WHERE kind = 'triangles'");
  assert.deepEqual(index.issues, ['surface-damaged']);
  const file = await readChanged("UPDATE drawings SET file_path = '../../etc/passwd'");
  assert.deepEqual([file.issues, file.job.drawings[0]?.read], [['drawing-file-missing'], null]);
  const scene = await readChanged("UPDATE drawings SET scene = 'points'");
  assert.equal(scene.job.drawings[0]?.scene.points.length, 0);
});

test('values of the wrong type are read as not set, numbers beyond doubles are refused', async () => {
  const { job } = await readChanged("UPDATE points SET quality = 'soft', page = -5, colour = 12, attributes = '[1,2]'");
  assert.deepEqual([job.points.quality.get(0), job.points.page.get(0), job.points.colour.get(0)], [Number.NaN, 0, -1]);
  await assert.rejects(readChanged('UPDATE points SET page = 9223372036854775807'), refusedWith('database-damaged'));
});

test('tables rebuilt by other programs are read like our own: defaults, other keys, another column order', async () => {
  const usual = (await readChanged('')).job;
  const rebuilt = (columns: string, end = ''): string =>
    `ALTER TABLE points RENAME TO before; CREATE TABLE points (${columns})${end};
     INSERT INTO points(geom, id, layer, name) SELECT geom, id, layer, name FROM before; DROP TABLE before`;
  const layouts = [
    "ALTER TABLE points ADD COLUMN owner TEXT DEFAULT 'QGIS'",
    'ALTER TABLE points ADD COLUMN owner TEXT',
    rebuilt('name TEXT, geom POINT, layer TEXT, id INTEGER PRIMARY KEY'),
    rebuilt('geom POINT, id INTEGER PRIMARY KEY DESC, layer TEXT, name TEXT'),
    rebuilt('geom POINT, id INTEGER PRIMARY KEY NOT NULL, layer TEXT, name TEXT', ' WITHOUT ROWID'),
  ];
  for (const sql of layouts) {
    const { job, issues } = await readChanged(sql);
    assert.deepEqual(issues, [], sql);
    assert.deepEqual(job.points.load(0, new Feature()), usual.points.load(0, new Feature()), sql);
    assert.deepEqual(job.points.coordinates.view(), usual.points.coordinates.view(), sql);
  }
  // In older rows, a column that was added later has its default value.
  const { job } = await readChanged(
    "ALTER TABLE points DROP COLUMN code; ALTER TABLE points ADD COLUMN code TEXT DEFAULT 'TREE'",
  );
  assert.equal(job.points.code.get(0), 'TREE');
});

test('rows beyond a named limit are refused with its name', async () => {
  const rows = 'WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT 300)';
  writeFileSync(path, bytes);
  const db = new DatabaseSync(path, { defensive: false });
  db.exec('DROP TRIGGER rtree_points_geom_insert');
  db.exec(`INSERT INTO points(id, geom) ${rows} SELECT i, (SELECT geom FROM points WHERE id = 1) FROM n`);
  db.close();
  const context = readContext(folder.path, { features: 200 });
  await assert.rejects(readJob(readMjf, path, context), refusedWith('limit-exceeded', /features = 200/));
  await assert.rejects(
    readJob(readMjf, path, readContext(folder.path, { vertices: 1 })),
    refusedWith('limit-exceeded', /vertices = 1/),
  );
});

test('a file in WAL mode with a journal is read without it, and no file is created next to it', async () => {
  const wal = Uint8Array.from(bytes);
  wal[18] = wal[19] = 2;
  const alone = new TestFolder();
  writeFileSync(alone.file('wal.mjf'), wal);
  writeFileSync(alone.file('wal.mjf-journal'), 'hot journal');
  const job = await readJob(readMjf, alone.file('wal.mjf'), readContext(folder.path));
  assert.equal(job.points.length, 1);
  assert.deepEqual(readdirSync(alone.path).sort(), ['wal.mjf', 'wal.mjf-journal']);
  alone[Symbol.dispose]();
});

test('files truncated anywhere are refused as such', async () => {
  for (const size of [0, 1, 15, 99, 100, 4095, 4096, bytes.length >> 1, bytes.length - 1]) {
    const cut = new MemorySource(bytes.subarray(0, size), 'cut.mjf');
    await assert.rejects(
      readJob(readMjf, cut, readContext(folder.path)),
      (error) => error instanceof FormatError,
      `${size}`,
    );
  }
});

test('damaged packages are read or refused with a code, never anything else', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 }),
      async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        writeFileSync(path, damaged);
        try {
          await readJob(readMjf, path, readContext(folder.path));
          read++;
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        }
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(read > 0);
});

test('an aborted read or write ends with the reason of the signal', async () => {
  const [job] = fc.sample(arbitraryJob({ kinds: ['points'] }), { seed: 5, numRuns: 1 });
  const feature = new Feature();
  for (let i = 0; i < 20_000; i++) job!.points.add(feature, i, i, i);
  const target = folder.file('aborted.mjf');
  const signal = AbortSignal.abort(new Error('enough'));
  const context = readContext(folder.path);
  await assert.rejects(mjfWriter({ profile: 'job' })(job!, target, { ...context, signal }), /enough/);
  await writeJob(mjfWriter({ profile: 'job' }), job!, target, folder.path);
  await assert.rejects(readJob(readMjf, target, { ...context, signal }), /enough/);
  assert.ok(existsSync(target));
});

describe('profiles mark the role of .mjo and .mjt, and each reads the others', () => {
  for (const profile of ['office', 'tools'] as const)
    test(profile, async () => {
      await writeJob(mjfWriter({ profile }), sample(), path, folder.path);
      const db = new DatabaseSync(path, { readOnly: true });
      const row = db.prepare("SELECT value FROM mjf_info WHERE key = 'profile'").get();
      db.close();
      assert.equal(row?.['value'], profile);
      assert.equal((await readJob(readMjf, path, readContext(folder.path))).points.length, 1);
    });
});

test('SQLite finds the packed R-tree valid and every feature in it', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  const line = new Path();
  for (let i = 0; i < 5000; i++) {
    const [easting, northing] = [500_000 + (i % 97) * 13.37, 5_000_000 + Math.floor(i / 97) * 7.31];
    builder.point(feature, easting, northing, 1);
    line.clear();
    line.vertex(easting, northing, 0);
    line.vertex(easting + 5, northing + 3, 0);
    builder.line(feature, line);
  }
  await writeJob(mjfWriter({ profile: 'job' }), builder.job, path, folder.path);
  const db = new DatabaseSync(path, { readOnly: true });
  for (const table of ['points', 'lines']) {
    const index = `rtree_${table}_geom`;
    assert.equal(db.prepare('SELECT rtreecheck(?) AS said').get(index)?.['said'], 'ok');
    const box = `maxx >= 500100 AND minx <= 500200 AND maxy >= 5000050 AND miny <= 5000100`;
    const found = db.prepare(`SELECT count(*) AS n FROM ${index} WHERE ${box}`).get()?.['n'];
    let expected = 0;
    const reach = table === 'points' ? [0, 0] : [5, 3];
    for (let row = 0; row < 5000; row++) {
      const [easting, northing] = [builder.job.points.easting(row), builder.job.points.northing(row)];
      const inside = easting + reach[0]! >= 500_100 && easting <= 500_200;
      if (inside && northing + reach[1]! >= 5_000_050 && northing <= 5_000_100) expected++;
    }
    assert.equal(found, expected, table);
  }
  db.close();
});
