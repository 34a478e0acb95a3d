import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path } from '@fieldbridge/fieldjob';
import { readWith } from '../../test/support/run-format.ts';
import { parseExportOptions } from '../convert/import-options.ts';
import { IssueLog } from '../issue.ts';
import { DWG_WRITE_VERSIONS, dwg } from './format.ts';
import { showGroups } from './handed-over.ts';
import { library } from './library/library.ts';
import { writeDwg } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'dwg-handed-'));
after(() => rmSync(folder, { recursive: true }));

async function write(job: FieldJob, version: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; issues: IssueLog }> {
  const path = join(folder, 'out.dwg');
  const issues = new IssueLog();
  await writeDwg(job, path, {
    options: parseExportOptions(dwg, { version }).values,
    signal: new AbortController().signal,
    progress: () => {},
    report: issues.report,
    workFolder: folder,
  });
  return { bytes: Uint8Array.from(readFileSync(path)), issues };
}

const read = async (bytes: Uint8Array): Promise<FieldJob> => (await readWith(dwg, bytes)).job;

/** One of everything, each on a layer of its own, all at one elevation. */
function jobAt(elevation: number): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = new Feature();
  const on = (layer: string): Feature => {
    feature.reset().layer = builder.layer(layerOf(layer));
    return feature;
  };
  builder.point(on('point'), 1, 2, elevation);
  const named = on('named point');
  named.name = '7';
  builder.point(named, 3, 4, elevation);
  const path = new Path();
  const lineOf = (layer: string, bulge: number, ...ends: readonly (readonly [number, number])[]): void => {
    path.clear().closed = layer === 'circle';
    for (const [e, n] of ends) path.vertex(e, n, elevation, bulge);
    if (!path.closed) path.bulges[path.count - 1] = 0;
    builder.line(on(layer), path);
  };
  lineOf('line', 0, [0, 0], [5, 5]);
  lineOf('polyline', 0, [0, 0], [5, 5], [9, 5]);
  lineOf('arc', 0.3, [0, 0], [5, 5]);
  lineOf('circle', 1, [5, 0], [0, 0]);
  path.clear().closed = true;
  for (const [e, n] of [
    [0, 0],
    [5, 0],
    [5, 5],
  ] as const)
    path.vertex(e, n, elevation);
  builder.area(on('area'), path);
  builder.text(on('text'), labelOf('T', 3, 4, { elevation }));
  builder.text(on('two lines'), labelOf('T\nU', 3, 4, { elevation }));
  return builder.job;
}

/** The elevations that each layer holds. */
function elevationsOf(job: FieldJob): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const path = new Path();
  const put = (layer: number, values: number[]): unknown => found.set(job.layers.name(layer)!, values);
  const { points, texts } = job;
  for (let row = 0; row < points.length; row++) put(points.layer.get(row), [points.elevation(row)]);
  for (const table of [job.lines, job.areas])
    for (let row = 0; row < table.length; row++) {
      const { coordinates, count } = table.loadPath(row, path);
      put(
        table.layer.get(row),
        Array.from({ length: count }, (_, i) => coordinates[3 * i + 2]!),
      );
    }
  for (let row = 0; row < texts.length; row++) put(texts.layer.get(row), [texts.label(row).elevation]);
  return found;
}

test('what is at 0 comes back at 0, what has no elevation comes back without one', async () => {
  for (const version of DWG_WRITE_VERSIONS)
    for (const elevation of [0, Number.NaN, 12.5]) {
      const job = jobAt(elevation);
      const { bytes, issues } = await write(job, version);
      const found = elevationsOf(await read(bytes));
      assert.deepEqual([...found.keys()].sort(), [...elevationsOf(job).keys()].sort());
      for (const [layer, values] of found)
        assert.ok(
          values.every((value) => Object.is(value, elevation)),
          `${version} ${elevation} ${layer}: ${values}`,
        );
      assert.equal(issues.count('elevation-added'), 0);
    }
});

test('of a line with one elevation the other end is written at 0, and that is told', async () => {
  const builder = new JobBuilder();
  const path = new Path();
  path.vertex(0, 0, 5);
  path.vertex(9, 0, Number.NaN);
  builder.line(new Feature(), path);
  const { bytes, issues } = await write(builder.job, '2018');
  assert.deepEqual(elevationsOf(await read(bytes)).get('0'), [5, 0]);
  assert.match(issues.summary().find(({ code }) => code === 'elevation-added')!.text, /1 lines .* written at 0/);
});

test('an elevation given later, in CAD, goes before our note that there is none', async () => {
  const { bytes } = await write(jobAt(Number.NaN), '2018');
  const document = library.DwgReader.readFromStream(bytes.buffer);
  for (const entity of document.modelSpace!.entities) {
    if (entity instanceof library.Line) entity.endPoint = new library.XYZ(5, 5, 3);
    if (entity instanceof library.LwPolyline) entity.elevation = 4;
  }
  const changed = Uint8Array.from(new Uint8Array(library.DwgWriter.writeToBuffer(document, null, null)));
  const found = elevationsOf(await read(changed));
  assert.deepEqual(found.get('line'), [Number.NaN, 3]);
  assert.deepEqual(found.get('polyline'), [4, 4, 4]);
});

test('the drawing opens on a view of all of it, and nothing is told that is put right again', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  for (const [e, n] of [
    [1000, 2000],
    [1600, 2400],
  ] as const) {
    feature.name = `P${e}`;
    feature.code = 'TREE';
    builder.point(feature, e, n, 1);
  }
  for (const version of DWG_WRITE_VERSIONS) {
    const { bytes, issues } = await write(builder.job, version);
    const [view] = library.DwgReader.readFromStream(bytes.buffer).vPorts!;
    assert.equal(view!.viewHeight, 420, version);
    assert.deepEqual([view!.center.x, view!.center.y], [1300, 2200]);
    assert.deepEqual(issues.summary(), [], version);
  }
});

test('groups are seen one by one, whatever the line ends', () => {
  const seen: string[] = [];
  const keeper = { see: (code: string, value: string) => void seen.push(`${code}=${value}`), giveBack: () => {} };
  showGroups('  0\r\nLINE\r\n 30\n0.5\n  1\n\n  0\nEOF', [keeper]);
  assert.deepEqual(seen, ['0=LINE', '30=0.5', '1=', '0=EOF']);
});
