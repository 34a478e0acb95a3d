import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { readWith } from '../../../testing/run-format.ts';
import { parseExportOptions } from '../../convert/import-options.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { DWG_WRITE_VERSIONS, dwg } from './format.ts';
import { library } from './testing/library.ts';
import { drawingFaults } from './testing/verify/verify.ts';
import { writeDwg } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'dwg-write-'));
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
  const bytes = Uint8Array.from(readFileSync(path));
  assert.deepEqual(drawingFaults(bytes), []);
  return { bytes, issues };
}

const read = async (bytes: Uint8Array): Promise<FieldJob> => (await readWith(dwg, bytes)).job;

/** One thing of each kind, each on its own layer, all at one elevation. */
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

/** The elevations on each layer. */
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

describe('elevation 0 is read back as 0, an unknown elevation as unknown', () => {
  for (const version of DWG_WRITE_VERSIONS)
    describe(JSON.stringify(version), () => {
      for (const elevation of [0, Number.NaN, 12.5])
        test(`${elevation}`, async () => {
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
        });
    });
});

test('the other end of a line with one elevation is written at 0, which is reported', async () => {
  const builder = new JobBuilder();
  const path = new Path();
  path.vertex(0, 0, 5);
  path.vertex(9, 0, Number.NaN);
  builder.line(new Feature(), path);
  const { bytes, issues } = await write(builder.job, '2018');
  assert.deepEqual(elevationsOf(await read(bytes)).get('0'), [5, 0]);
  assert.deepEqual(issues.summary().find(({ code }) => code === 'elevation-added')!.parameters, { count: 1 });
});

test('triangles without elevations are read back without; one with some of them is reported', async () => {
  const triangles = (elevations: readonly number[]): FieldJob => {
    const builder = new JobBuilder();
    const vertices = Float64Array.from(elevations.flatMap((z, i) => [10 * (i % 2), 10 * (i >> 1), z]));
    builder.surface(surfaceOf('DGM', vertices, Int32Array.of(0, 1, 2)));
    return builder.job;
  };
  for (const [elevations, expected, reported] of [
    [[Number.NaN, Number.NaN, Number.NaN], [Number.NaN, Number.NaN, Number.NaN], 0],
    [[0, 0, 0], [0, 0, 0], 0],
    [[1, Number.NaN, 3], [1, 0, 3], 1],
  ] as const) {
    const { bytes, issues } = await write(triangles(elevations), '2018');
    assert.deepEqual([...elevationsOf(await read(bytes)).values()], [expected]);
    assert.equal(issues.count('elevation-added'), reported);
  }
});

test('layers keep visibility, lock, colour, line type and line weight', async () => {
  const layers = [
    layerOf('OFF', { visible: false, colour: 0xff0000 }),
    layerOf('OFF true colour', { visible: false, colour: 0x102030, lineWeight: 35 }),
    layerOf('LOCKED', { locked: true, colour: 0x00ff00, lineWeight: 211, lineType: 'DASHED' }),
    layerOf('Böschung', { colour: 0x7f7f7f, lineType: 'My.Type ä' }),
  ];
  const builder = new JobBuilder();
  const feature = new Feature();
  for (const layer of layers) {
    feature.layer = builder.layer(layer);
    builder.point(feature, 1, 2, 3);
  }
  for (const version of DWG_WRITE_VERSIONS) {
    const { bytes, issues } = await write(builder.job, version);
    const job = await read(bytes);
    for (const layer of layers) {
      const found = job.layers.get(job.layers.find(layer.name));
      // Before 2004 the index nearest to a true colour is written.
      const colour = version === '2000' ? found!.colour : layer.colour;
      assert.deepEqual(found, { ...layer, colour }, version);
    }
    assert.equal(job.layers.get(job.layers.find('OFF'))!.colour, 0xff0000, version);
    assert.deepEqual(issues.summary(), [], version);
  }
});

test('texts and attributes keep blanks at their ends, tabs, carets and line ends', async () => {
  const words = `${'three words '.repeat(60)}`;
  const texts = [
    ' before',
    'behind ',
    'a\tb',
    '^J',
    '^ I',
    'a^',
    `${'x'.repeat(249)}^ y`,
    words,
    'first \n second\n^M third',
    '%%c',
  ];
  const builder = new JobBuilder();
  const feature = new Feature();
  for (const text of texts) builder.text(feature, labelOf(text, 1, 2));
  feature.attributes = texts.flatMap((text, i) => [`A${i}`, text]);
  builder.point(feature, 1, 2, 3);
  for (const version of DWG_WRITE_VERSIONS) {
    const job = await read((await write(builder.job, version)).bytes);
    assert.deepEqual(
      texts.map((_, row) => job.texts.text.get(row)),
      texts,
      version,
    );
    assert.deepEqual(job.points.attributes.get(0), feature.attributes, version);
  }
  // The file contains texts as people typed them, not as a DXF spells them.
  const { modelSpace } = library.DwgReader.readFromStream((await write(builder.job, '2018')).bytes.buffer);
  const held = [...modelSpace!.entities].flatMap((entity) =>
    entity instanceof library.TextEntity ? [entity.value] : [],
  );
  assert.deepEqual(held.slice(0, 6), texts.slice(0, 6));
});

test('a layer named like a line type, a block or an application keeps its features and their line types', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  const names = ['DASHED', 'Standard', 'ACAD', 'FIELDBRIDGE', 'FIELDBRIDGE_POINT', 'ByLayer', 'Continuous'];
  const path = new Path();
  path.vertex(0, 0, Number.NaN);
  path.vertex(5, 5, Number.NaN);
  for (const name of names) {
    feature.reset().layer = builder.layer(layerOf(name, { lineType: 'CENTER' }));
    feature.lineType = 'DASHED';
    builder.line(feature, path);
    feature.name = name;
    builder.point(feature, 1, 2, 3);
  }
  for (const version of DWG_WRITE_VERSIONS) {
    const { bytes, issues } = await write(builder.job, version);
    const job = await read(bytes);
    const layersOf = (table: FieldJob['points' | 'lines']): string[] =>
      Array.from({ length: table.length }, (_, row) => job.layers.name(table.layer.get(row)));
    assert.deepEqual([layersOf(job.lines), layersOf(job.points)], [names, names], version);
    assert.deepEqual(
      names.map((_, row) => [job.lines.lineType.get(row), job.points.name.get(row)]),
      names.map((name) => ['DASHED', name]),
    );
    for (const name of names) assert.equal(job.layers.get(job.layers.find(name))!.lineType, 'CENTER', name);
    assert.deepEqual(issues.summary(), [], version);
  }
});

test('layers with the same name in upper case stay two layers', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  const names = ['Straße', 'STRASSE'];
  for (const name of names) {
    feature.layer = builder.layer(layerOf(name));
    builder.point(feature, 1, 2, 3);
  }
  const { bytes, issues } = await write(builder.job, '2018');
  const { points, layers } = await read(bytes);
  assert.deepEqual(
    Array.from({ length: points.length }, (_, row) => layers.name(points.layer.get(row))),
    names,
  );
  assert.deepEqual(issues.summary(), []);
});

test('an elevation that was set later, in CAD, overrides our mark for an unknown one', async () => {
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

test('the drawing opens with a view of everything', async () => {
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

test('a drawing of 2007 with more pages than its page map has room for before them is read back whole', async () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  // 16 MB of objects: 400 texts of 20 000 characters of two bytes each.
  for (let i = 0; i < 400; i++) builder.text(feature, labelOf(`${i} ${'abcdefghij'.repeat(2000)}`, i, 2));
  const { bytes } = await write(builder.job, '2007');
  const { texts } = await read(bytes);
  assert.equal(texts.length, 400);
  for (let row = 0; row < 400; row++) assert.equal(texts.text.get(row), builder.job.texts.text.get(row));
});
