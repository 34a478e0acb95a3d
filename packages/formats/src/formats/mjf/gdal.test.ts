import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { Feature, FieldJob, JobBuilder, labelOf, layerOf, Path } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { detect } from '../../convert/detect.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { parseOptions } from '../../core/options.ts';
import { readMjf } from './read.ts';
import { readContext, readJob, TestFolder, writeContext, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const write = mjfWriter({ profile: 'job' });

/** Why a command is not available; undefined if it is. */
function missing(command: string, args: string[]): string | undefined {
  const { error, status } = spawnSync(command, args);
  return error === undefined && status === 0 ? undefined : `${command} ${args.join(' ')} does not run here`;
}

const noOgrinfo = missing('ogrinfo', ['--version']);
const VALIDATOR = 'from osgeo_utils.samples import validate_gpkg';
const python = ['python3', '/usr/bin/python3'].find((name) => missing(name, ['-c', VALIDATOR]) === undefined);

/** What GDAL finds in a package. */
interface Found {
  /** Its errors and warnings while all features of all layers are read. */
  readonly complaints: string[];
  readonly features: number;
  /** The faults that its own GeoPackage checker finds. */
  readonly faults: string[];
}

const READ_AND_CHECK = `${VALIDATOR}
import sys, json
from osgeo import gdal, ogr
found = {}
for path in sys.argv[1:]:
    complaints, features = [], 0
    gdal.PushErrorHandler(lambda level, number, text: complaints.append(text))
    data = ogr.Open('GPKG:' + path)
    if not data: complaints.append('it cannot be opened')
    for layer in data or []:
        for feature in layer:
            features += 1
            geometry = feature.GetGeometryRef()
            if geometry: geometry.ExportToIsoWkt()
    data = None
    gdal.PopErrorHandler()
    try:
        faults = [str(error) for error in validate_gpkg.check(path, extra_checks=True, warning_as_error=True)]
    except Exception as error:
        faults = [str(error)]
    found[path] = {'complaints': complaints, 'features': features, 'faults': faults}
print(json.dumps(found))`;

/** What GDAL finds in packages, with one process for all. */
function askGdal(paths: readonly string[]): Record<string, Found> {
  const { stdout, stderr } = spawnSync(python!, ['-c', READ_AND_CHECK, ...paths], { maxBuffer: 2 ** 28 });
  assert.equal(stderr.toString(), '');
  return JSON.parse(stdout.toString()) as Record<string, Found>;
}
const noGdal = python === undefined && 'python3-gdal is not installed: osgeo or its GeoPackage checker is missing';

/** Every file of the corpus in a folder. */
function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** Number of features of a job in the package, as GDAL must show them. */
function rowsOf(job: FieldJob): number {
  const { points, lines, areas, texts } = job;
  const features = points.length + lines.length + areas.length + texts.length + job.surfaces.length;
  return features + job.alignments.length + job.planes.length + job.controlPoints.length;
}

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const made: { name: string; path: string; job: FieldJob }[] = [];

before(async () => {
  if (!existsSync(CORPUS)) return;
  for (const path of files(CORPUS)) {
    // Fails here, with its name, if the file cannot be opened. Unknown formats are the subject of another test.
    readFileSync(path);
    const source = new FileSource(path);
    const format = detect(source)?.format;
    const options = parseOptions(format?.readOptions ?? {}, {}).values;
    const builder = new JobBuilder();
    try {
      await (await format?.loadReader?.())?.(source, builder, { ...readContext(folder.path), options });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    } finally {
      source.close();
    }
    if (rowsOf(builder.job) === 0) continue;
    const target = folder.file(`${made.length}.gpkg`);
    await writeJob(write, builder.job, target, folder.path);
    made.push({ name: relative(CORPUS, path), path: target, job: builder.job });
  }
});

test('GDAL reads every package made from the corpus silently, sees every feature and finds no fault', (t) => {
  if (!existsSync(CORPUS)) return t.skip(`the corpus is not at ${CORPUS}`);
  if (noGdal) return t.skip(noGdal);
  assert.ok(made.length > 20, `${made.length} packages were made`);
  const found = askGdal(made.map(({ path }) => path));
  for (const { name, path, job } of made) {
    const { complaints, features, faults } = found[path]!;
    assert.deepEqual([complaints, faults], [[], []], name);
    assert.ok(features >= rowsOf(job), `${name}: ${features} of ${rowsOf(job)}`);
  }
});

test('generated jobs, full and empty, are read silently and without a fault', async (t) => {
  if (noGdal) return t.skip(noGdal);
  const jobs = [new FieldJob(), ...fc.sample(arbitraryJob(), 8)];
  const paths: string[] = [];
  for (const [index, job] of jobs.entries()) {
    const path = folder.file(`generated-${index}.gpkg`);
    await writeJob(write, job, path, folder.path);
    paths.push(path);
  }
  for (const [path, { complaints, faults }] of Object.entries(askGdal(paths)))
    assert.deepEqual([complaints, faults], [[], []], path);
});

test('the geometry of an arc is within the tolerance', async (t) => {
  if (noOgrinfo !== undefined) return t.skip(`gdal-bin is not installed: ${noOgrinfo}`);
  const builder = new JobBuilder();
  const circle = new Path();
  circle.closed = true;
  circle.vertex(1010, 2000, 5, 1);
  circle.vertex(990, 2000, 5, 1);
  builder.area(new Feature(), circle);
  const path = folder.file('circle.gpkg');
  await mjfWriter({ profile: 'job' })(builder.job, path, writeContext(folder.path, { tolerance: 0.01 }));
  const sql = 'SELECT ST_Area(geom) AS area FROM areas';
  const { stdout } = spawnSync('ogrinfo', ['-dialect', 'SQLITE', '-sql', sql, `GPKG:${path}`]);
  const area = Number(/area \(Real\) = ([\d.]+)/.exec(stdout.toString())?.[1]);
  // The chords are inside the circle of radius 10 and at most 0.01 away from it.
  assert.ok(area < Math.PI * 100 && area > Math.PI * 9.99 ** 2, `area ${area}`);
});

test('the styles for QGIS are one well-formed document per table, with a rule per layer', async (t) => {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('Kerb <"1"> & \u0001', { colour: 0x12abef }));
  builder.point(feature, 1, 2, 3);
  builder.text(feature, labelOf('text', 1, 2));
  const path = folder.file('styled.gpkg');
  await writeJob(write, builder.job, path, folder.path);
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare('SELECT f_table_name AS name, styleQML AS qml FROM layer_styles WHERE useAsDefault').all();
  db.close();
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['points', 'texts'],
  );
  for (const { qml } of rows) new SaxesParser().write(String(qml)).close();
  assert.match(String(rows[0]!['qml']), /value="Kerb &lt;&quot;1&quot;&gt; &amp; ".*18,171,239,255/s);
  if (noGdal) return t.skip(noGdal);
  assert.deepEqual(askGdal([path])[path]?.complaints, []);
});

test('additions and edits by GDAL are read and found by the index', async (t) => {
  if (noGdal) return t.skip(noGdal);
  const builder = new JobBuilder();
  builder.point(Object.assign(new Feature(), { name: 'old' }), 1, 2, 3);
  const bent = new Path();
  bent.vertex(0, 0, 0, 1);
  bent.vertex(10, 0, 0);
  for (const code of ['left', 'edited']) builder.line(Object.assign(new Feature(), { code }), bent);
  const path = folder.file('edited.gpkg');
  await writeJob(write, builder.job, path, folder.path);
  const script = `
import sys
from osgeo import ogr
ogr.UseExceptions()
data = ogr.Open(sys.argv[1], 1)
points = data.GetLayer('points')
added = ogr.Feature(points.GetLayerDefn())
added['name'] = 'new'
added['layer'] = 'Added'
added.SetGeometry(ogr.CreateGeometryFromWkt('POINT Z (500 600 7.5)'))
points.CreateFeature(added)
lines = data.GetLayer('lines')
line = lines.GetFeature(2)
line.SetGeometry(ogr.CreateGeometryFromWkt('LINESTRING Z (0 0 1,5 5 2,9 9 3)'))
lines.SetFeature(line)
data = None`;
  const { status, stderr } = spawnSync(python!, ['-c', script, path]);
  assert.equal(status, 0, stderr.toString());
  const context = readContext(folder.path);
  const job = await readJob(readMjf, path, context);
  assert.deepEqual([job.points.name.get(1), job.points.easting(1), job.points.elevation(1)], ['new', 500, 7.5]);
  assert.equal(job.layers.name(job.points.layer.get(1)), 'Added');
  assert.deepEqual([job.lines.vertices(0), job.lines.bulges.get(0), job.lines.vertices(1)], [2, 1, 3]);
  assert.deepEqual(
    context.issues.summary().map(({ code, count }) => [code, count]),
    [['arcs-lost', 1]],
  );
  const db = new DatabaseSync(path, { readOnly: true });
  const box = 'minx <= 500 AND maxx >= 500 AND miny <= 600 AND maxy >= 600';
  assert.deepEqual(
    db
      .prepare(`SELECT id FROM rtree_points_geom WHERE ${box}`)
      .all()
      .map(({ id }) => id),
    [2],
  );
  db.close();
});
