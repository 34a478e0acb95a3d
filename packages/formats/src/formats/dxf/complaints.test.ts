import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { JobBuilder, NO_PLACEMENT, type Unit } from '@fieldbridge/fieldjob';
import { detect } from '../../convert/detect.ts';
import { exportJob } from '../../convert/export-job.ts';
import { importFile } from '../../convert/import-file.ts';
import { parseExportOptions, parseImportOptions } from '../../convert/import-options.ts';
import { MemorySource } from '../../core/byte-source.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { formatById } from '../registry.ts';
import { block, drawing, EOF, type Groups, insert, LINE, section } from './testing/groups.ts';
import { asciiOf } from './testing/reading.ts';
import { withFolder } from './testing/writing.ts';

// Frequent complaints of users of other converters, each tested from the bytes of a DXF to the file that the user gets.

interface Got {
  readonly features: readonly {
    geometry: { type: string; coordinates: unknown };
    properties: Record<string, unknown>;
  }[];
  readonly issues: readonly Issue[];
  readonly unit: string;
}

/** Imports a drawing into a job of a unit and writes the job as GeoJSON. */
async function convert(bytes: Uint8Array, options: Record<string, unknown> = {}, unit?: Unit): Promise<Got> {
  return withFolder(async (folder) => {
    const source = new MemorySource(bytes, 'plan.dxf');
    const detection = detect(source)!;
    assert.equal(detection.format.id, 'dxf');
    const parsed = parseImportOptions(detection.format, options);
    assert.deepEqual(parsed.faults, []);
    const common = { signal: new AbortController().signal, progress: () => {}, workFolder: folder };
    const target = unit === undefined ? {} : { unit };
    const request = {
      source,
      detection,
      options: parsed.values,
      placement: NO_PLACEMENT,
      as: 'features',
      target,
    } as const;
    const builder = new JobBuilder();
    const { issues } = await importFile({ ...request, ...common }, builder);
    const format = formatById('geojson')!;
    const path = join(folder, 'out.geojson');
    await exportJob(builder.job, path, { format, options: parseExportOptions(format, {}).values, ...common });
    const { features } = JSON.parse(readFileSync(path, 'utf8')) as Pick<Got, 'features'>;
    return { features, issues: issues.places(), unit: builder.job.unit };
  });
}

const convertGroups = (groups: Groups, options?: Record<string, unknown>, unit?: Unit): Promise<Got> =>
  convert(asciiOf(groups, '\r\n'), options, unit);
const header = (units: number): Groups => [9, '$ACADVER', 1, 'AC1015', 9, '$INSUNITS', 70, units];
const point = (e: number, n: number, ...more: Groups): Groups => [0, 'POINT', 8, '0', 10, e, 20, n, ...more];
const at = (type: string, layer: string, text: string): Groups => [0, type, 8, layer, 10, 0, 20, 0, 40, 1, 1, text];
const tagged = (tag: string, value: string): Groups => [
  ...insert('SIGN', 66, 1),
  ...[0, 'ATTRIB', 8, '0', 10, 0, 20, 0, 40, 1, 1, value, 2, tag, 70, 0, 0, 'SEQEND'],
];
const places = ({ features }: Got): unknown[] => features.map(({ geometry }) => geometry.coordinates);

test('"everything is a thousand times too large": the unit of the drawing is converted into the unit of the job', async () => {
  const inMillimetres = drawing([], [point(1500, 2500, 30, 120500)], header(4));
  const metres = await convertGroups(inMillimetres);
  assert.deepEqual([metres.unit, places(metres)], ['metre', [[1.5, 2.5, 120.5]]]);
  assert.ok(metres.issues.some(({ code }) => code === 'unit-converted'));
  const feet = await convertGroups(drawing([], [point(3937, 0, 30, 3937)], header(21)), {}, 'metre');
  assert.deepEqual(places(feet), [[1200, 0, 1200]]);
});

test('"the unit was wrong in the header": the option of the caller overrides it', async () => {
  const got = await convertGroups(drawing([], [point(1500, 2500, 30, 120)], header(4)), { unit: 'm' });
  assert.deepEqual(places(got), [[1500, 2500, 120]]);
  assert.ok(got.issues.some(({ code }) => code === 'unit-overridden'));
  const silent = await convertGroups(drawing([], [point(1, 2, 30, 3)], header(0)));
  assert.deepEqual(places(silent), [[1, 2, 3]]);
});

test('"heights are missing, or all zero": a stated height stays, 0 is 0, a missing one is not invented', async () => {
  const polyline: Groups = [0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 0, 38, 412.5, 10, 0, 20, 0, 10, 5, 20, 0];
  const flat: Groups = [0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 0, 10, 0, 20, 0, 10, 5, 20, 0];
  const old: Groups = [
    ...[0, 'POLYLINE', 8, '0', 66, 1, 70, 8, 0, 'VERTEX', 8, '0', 10, 0, 20, 0, 30, 1, 70, 32],
    ...[0, 'VERTEX', 8, '0', 10, 5, 20, 0, 30, 2, 70, 32, 0, 'SEQEND'],
  ];
  const tilted = block('T', [0, 'LINE', 8, '0', 10, 0, 20, 0, 30, 1, 11, 1, 21, 0, 31, 1]);
  const got = await convertGroups(
    drawing([tilted], [point(0, 0), point(0, 0, 30, 0), polyline, flat, old, insert('T', 30, 100)], header(6)),
  );
  assert.deepEqual(places(got), [
    [0, 0],
    [0, 0, 0],
    [
      [0, 0, 412.5],
      [5, 0, 412.5],
    ],
    [
      [0, 0],
      [5, 0],
    ],
    [
      [0, 0, 1],
      [5, 0, 2],
    ],
    [
      [0, 0, 101],
      [1, 0, 101],
    ],
  ]);
});

test('"the attributes of my blocks are gone": all of them are imported, also hidden ones and those of nested blocks', async () => {
  const attribute = (tag: string, value: string, flags = 0): Groups => [
    ...[0, 'ATTRIB', 8, '0', 10, 0, 20, 0, 40, 1, 1, value, 2, tag, 70, flags],
  ];
  const tree = [...insert('TREE', 66, 1), ...attribute('PUNKTNR', '17'), ...attribute('ART', 'Linde', 1), 0, 'SEQEND'];
  const group = block('GROUP', tree);
  const circle = block('TREE', [0, 'CIRCLE', 8, '0', 10, 0, 20, 0, 40, 1]);
  const got = await convertGroups(drawing([circle, group], [tree, insert('GROUP')], header(6)));
  const trees = got.features.filter(({ properties }) => properties['kind'] === 'point');
  assert.equal(trees.length, 2);
  for (const { properties } of trees)
    assert.deepEqual([properties['name'], properties['PUNKTNR'], properties['ART']], ['17', '17', 'Linde']);
});

test('"colours are wrong": by layer, by block through nesting, by index and true colours are as on the screen', async () => {
  const line = (...more: Groups): Groups => [0, 'LINE', 10, 0, 20, 0, 11, 1, 21, 1, ...more];
  const layer: Groups = [0, 'TABLE', 2, 'LAYER', 0, 'LAYER', 2, 'ROAD', 70, 0, 62, 3, 6, 'CONTINUOUS', 0, 'ENDTAB'];
  const inner = block('IN', line(8, '0', 62, 0), line(8, '0'), line(8, 'ROAD', 62, 1));
  const outer = block('OUT', [0, 'INSERT', 8, '0', 62, 0, 2, 'IN', 10, 0, 20, 0]);
  const got = await convertGroups(
    drawing(
      [inner, outer],
      [line(8, 'ROAD'), line(8, 'ROAD', 62, 30), line(8, 'ROAD', 62, 30, 420, 0x0a0b0c), insert('OUT', 62, 5)],
      header(6),
      layer,
    ),
  );
  assert.deepEqual(
    got.features.map(({ properties }) => [properties['layer'], properties['colour']]),
    [
      ['ROAD', undefined],
      ['ROAD', '#ff7f00'],
      ['ROAD', '#0a0b0c'],
      ['ROAD', '#0000ff'],
      ['ROAD', undefined],
      ['ROAD', '#ff0000'],
    ],
  );
});

test('"umlauts are boxes": texts, layers, tags and values by the code page, UTF-8 and escapes alike', async () => {
  const entities: Groups[] = [
    [0, 'TEXT', 8, 'Höhen', 10, 0, 20, 0, 40, 1, 1, 'Straße'],
    [...insert('GLEIS', 66, 1), 0, 'ATTRIB', 10, 0, 20, 0, 40, 1, 1, 'grün', 2, 'PRÜFER', 70, 1, 0, 'SEQEND'],
    [0, 'MTEXT', 8, 'Höhen', 10, 0, 20, 0, 40, 1, 1, '\\U+00D6l {\\fArial;\\M+1967B}'],
  ];
  const file = (version: string, page: string): Groups =>
    drawing([], entities, [9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, page, 9, '$INSUNITS', 70, 6]);
  const western = Uint8Array.from(
    file('AC1015', 'ANSI_1252')
      .map((part) => `${part}\n`)
      .join(''),
    (letter) => letter.charCodeAt(0),
  );
  for (const bytes of [western, asciiOf(file('AC1032', 'ANSI_1252'))]) {
    const got = await convert(bytes);
    const texts = got.features.map(({ properties }) => properties['text']).filter((text) => text !== undefined);
    assert.deepEqual(texts, ['Straße', 'Öl 本']);
    assert.ok(got.features.some(({ properties }) => properties['layer'] === 'Höhen'));
    assert.ok(got.features.some(({ properties }) => properties['PRÜFER'] === 'grün'));
    assert.ok(!got.issues.some(({ code }) => code === 'code-page-unknown'));
  }
});

test('"umlauts are boxes": escapes are decoded in names, too; a wrong code page in the header can be overridden', async () => {
  const file = drawing(
    [block('B\\U+00E4', LINE)],
    [at('TEXT', '\\U+1EDDng', 'Stra\\U+00DFe'), insert('B\\U+00E4'), tagged('PR\\U+00DCFER', '1')],
    header(6),
  );
  const got = await convertGroups(file);
  const properties = got.features.map((feature) => feature.properties);
  assert.ok(properties.some(({ layer, text }) => layer === '\u1edd' + 'ng' && text === 'Straße'));
  assert.ok(properties.some(({ block: name }) => name === 'Bä'));
  assert.ok(properties.some((own) => own['PRÜFER'] === '1'));
  // Big5 in a drawing that claims Windows-1252, or UTF-8 by its version.
  const road = String.fromCharCode(0xb9, 0x44, 0xb8, 0xf4);
  for (const version of ['AC1015', 'AC1032']) {
    const stated: Groups = [9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, 'ANSI_1252', 9, '$INSUNITS', 70, 6];
    const bytes = Buffer.from(drawing([], [at('TEXT', road, road)], stated).join('\n'), 'latin1');
    const [wrong] = (await convert(bytes)).features;
    assert.equal(wrong!.properties['text'], '¹D¸ô');
    const [right] = (await convert(bytes, { codePage: '950' })).features;
    assert.deepEqual([right!.properties['layer'], right!.properties['text']], ['道路', '道路'], version);
  }
});

test('"one bad entity and nothing is imported", "an error without a line": it is omitted and reported with its line and handle', async () => {
  const bad: Groups[] = [
    [0, 'LINE', 5, 'B1', 8, '0', 10, 'abc', 20, 0, 11, 1, 21, 1],
    [0, 'CIRCLE', 5, 'B2', 8, '0', 10, 0, 20, 0, 40, -1],
    [0, 'SPLINE', 5, 'B3', 8, '0', 71, 3],
    [0, 'INSERT', 5, 'B4', 8, '0', 2, 'SELF', 10, 0, 20, 0],
    [0, '3DSOLID', 5, 'B5', 8, '0', 70, 1, 1, 'm ^ n'],
    [0, 'NOBODY_KNOWS', 5, 'B6', 8, '0'],
    [0, 'LWPOLYLINE', 5, 'B7', 8, '0', 90, 1000000000, 70, 0],
  ];
  const groups: Groups = [
    ...section('HEADER', header(6)),
    ...section('BLOCKS', block('SELF', insert('SELF'))),
    ...section('ENTITIES', ...bad.flatMap((entity) => [LINE, entity]), LINE),
    ...EOF,
  ];
  const got = await convertGroups(groups);
  assert.equal(got.features.length, bad.length + 1);
  for (const [i, entity] of bad.entries()) {
    const handle = `B${i + 1}`;
    if (handle === 'B4') continue;
    const issue = got.issues.find((candidate) => candidate.handle === handle);
    assert.ok(issue !== undefined, handle);
    // The line of the entity's group 0, counted from 1: two lines per group.
    const [at] = groups.flatMap((part, k) => (part === handle && groups[k - 1] === 5 ? [k - 3] : []));
    assert.equal(issue.line, at! + 1, `${handle} ${entity[1]}`);
  }
  assert.ok(got.issues.some(({ code }) => code === 'block-circle'));
});

test('"the file is damaged": everything before the cut is imported, the rest is reported missing', async () => {
  const bytes = asciiOf(drawing([], [LINE, LINE, LINE], header(6)), '\r\n');
  const got = await convert(bytes.subarray(0, bytes.length - 60));
  assert.equal(got.features.length, 2);
  assert.deepEqual(
    got.issues.filter(({ severity }) => severity === 'warning').map(({ code }) => code),
    ['missing-value', 'bad-coordinate'],
  );
});

test('"my solids are missing": each is counted by its type and reported with line, handle and advice', async () => {
  const kinds = {
    'solid-not-read': ['3DSOLID'],
    'body-not-read': ['BODY'],
    'region-not-read': ['REGION'],
    'surface-not-read': ['SURFACE', 'EXTRUDEDSURFACE', 'REVOLVEDSURFACE', 'SWEPTSURFACE', 'LOFTEDSURFACE'],
  };
  const types = Object.values(kinds).flat();
  const entities = types.map((type, i): Groups => [0, type, 5, `A${i}`, 8, '0', 70, 1, 1, 'm ^ n']);
  const got = await convertGroups(drawing([], [LINE, ...entities], header(6)));
  assert.equal(got.features.length, 1);
  for (const [code, of] of Object.entries(kinds)) {
    const reported = got.issues.filter((issue) => issue.code === code);
    assert.deepEqual(
      reported.map(({ handle }) => handle),
      of.map((type) => `A${types.indexOf(type)}`),
      code,
    );
    for (const { line, text } of reported) {
      assert.ok(line! > 10);
      assert.match(text, /ACIS.*(mesh|explode)/);
    }
  }
});
