import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Ran, runWords } from '../../testing/run-words.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'convert-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const run = (...args: string[]): Promise<Ran> => runWords(args);
/** Runs with --json and reads the one document of standard output. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked by the assertions
async function json(code: number, ...args: string[]): Promise<any> {
  const ran = await run(...args, '--json');
  assert.equal(ran.code, code, `${args.join(' ')}: ${ran.err}${ran.out.slice(0, 2000)}`);
  return JSON.parse(ran.out);
}

const POINTS = at('points.csv');
writeFileSync(POINTS, 'name,easting,northing,elevation,code\nA,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n');
/** Two lines on two layers, no unit stated. */
const PLAN = at('plan.dxf');
const KINDS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Point', coordinates: [1, 2] },
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ].map((geometry) => ({ type: 'Feature', properties: { layer: 'Kerb' }, geometry })),
});
const line = (layer: string, easting: number) => [
  '0',
  'LINE',
  '8',
  layer,
  '10',
  String(easting),
  '20',
  '0',
  '30',
  '0',
  '11',
  String(easting + 10),
  '21',
  '0',
  '31',
  '0',
];
writeFileSync(
  PLAN,
  [
    ...['0', 'SECTION', '2', 'ENTITIES'],
    ...line('Kerb', 0),
    ...line('Fence', 100),
    ...['0', 'ENDSEC', '0', 'EOF', ''],
  ].join('\n'),
);

describe('convert', () => {
  test('uses the extension of the output or --to, and reports what was converted', async () => {
    for (const [out, words, format] of [
      ['a.dxf', [], 'dxf'],
      ['a.csv', [], 'csv'],
      ['a.mjfzip', [], 'mjfzip'],
      ['anything', ['--to', 'landxml'], 'landxml'],
    ] as const) {
      const done = await json(0, 'convert', POINTS, at(out), ...words);
      assert.deepEqual([done.result, done.to, done.from.format, done.counts.points], ['success', format, 'csv', 2]);
      const back = await json(0, 'inspect', at(out));
      assert.deepEqual([back.format, back.counts.points], [format, 2], out);
    }
    const said = await run('convert', POINTS, at('b.dxf'));
    assert.match(said.out, /b\.dxf: 2 points/);
  });

  test('into another unit and system; what the file does not state is given as an option', async () => {
    await json(0, 'convert', POINTS, at('feet.csv'), '--unit', 'm', '--to-unit', 'ft');
    const feet = (await json(0, 'inspect', at('feet.csv'), '--unit', 'ft')).extent;
    assert.ok(Math.abs(feet.maxElevation - 101 / 0.3048) < 1e-3, JSON.stringify(feet));
    await json(0, 'convert', POINTS, at('zone33.csv'), '--unit', 'm', '--crs', 'EPSG:25832', '--to-crs', 'EPSG:25833');
    const moved = (await json(0, 'inspect', at('zone33.csv'))).extent;
    assert.ok(moved.minEasting > 60_000 && moved.minEasting < 80_000, JSON.stringify(moved));
    const nowhere = await run('convert', POINTS, at('x.csv'), '--to-crs', 'EPSG:1');
    assert.notEqual(nowhere.code, 0);
    assert.ok(!existsSync(at('x.csv')));
  });

  test('takes unit and system as reader and writer options too, but not twice', async () => {
    const read = async (...words: string[]): Promise<string[]> => {
      assert.equal((await run('convert', POINTS, at('said.csv'), '--force', ...words)).code, 0, words.join(' '));
      return readFileSync(at('said.csv'), 'utf8').split('\n').slice(0, 2);
    };
    const [heading, first] = await read('--unit', 'ft');
    assert.match(heading!, /northing \(ft\)/);
    assert.deepEqual(await read('--option', 'unit=ft'), [heading, first]);
    const metres = await read('--unit', 'ft', '--to-unit', 'm');
    assert.match(metres[1]!, /,152400,/);
    assert.deepEqual(await read('--option', 'unit=ft', '--out-option', 'unit=m'), metres);
    const system = await json(0, 'convert', POINTS, at('said.geojson'), '--option', 'crs=25832');
    assert.ok(!system.issues.some(({ code }: { code: string }) => code === 'geojson-not-wgs84'));
    for (const words of [
      ['--unit', 'ft', '--option', 'unit=m'],
      ['--to-unit', 'ft', '--out-option', 'unit=ft'],
    ]) {
      const twice = await run('convert', POINTS, at('twice.csv'), ...words);
      assert.equal(twice.code, 2);
      assert.match(twice.err, /unit is given twice: (m|ft) and ft/);
      assert.ok(!existsSync(at('twice.csv')));
    }
  });

  test('thins surfaces of a format that has some', async () => {
    const none = await run('convert', POINTS, at('thin.csv'), '--thin', '0.02');
    assert.equal(none.code, 2);
    assert.match(none.err, /thin is not an option here/);
    for (const words of [
      ['--thin', '0'],
      ['--out-option', 'thin=0'],
    ])
      assert.equal((await run('convert', POINTS, at('thin.dxf'), '--force', ...words)).code, 0, words.join(' '));
    const places = ['0 0 1', '0 9 1', '9 9 1', '9 0 1', '5 5 1'].map((place, i) => `<P id="${i}">${place}</P>`);
    const faces = ['4 0 1', '4 1 2', '4 2 3', '4 3 0'].map((face) => `<F>${face}</F>`);
    const surface = `<Definition surfType="TIN"><Pnts>${places.join('')}</Pnts><Faces>${faces.join('')}</Faces></Definition>`;
    writeFileSync(
      at('flat.xml'),
      `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>
       <Surfaces><Surface name="flat">${surface}</Surface></Surfaces></LandXML>`,
    );
    for (const [words, triangles] of [
      [[], 4],
      [['--thin', '0'], 2],
    ] as const) {
      const { out } = await run('convert', at('flat.xml'), at('flat.tp3'), '--to', 'landxml', '--force', ...words);
      assert.match(out, new RegExp(`${triangles} triangles`), 'the counts are those of what was written');
    }
  });

  test('imports a drawing as features, as a background, or as both', async () => {
    for (const [as, drawings, lines] of [
      ['features', 0, 2],
      ['drawing', 1, 0],
      ['both', 1, 2],
    ] as const) {
      const { counts } = await json(0, 'convert', PLAN, at(`${as}.mjf`), '--as', as);
      assert.deepEqual([counts.drawings, counts.lines], [drawings, lines], as);
      const seen = await json(0, 'inspect', at(`${as}.mjf`));
      assert.deepEqual([seen.counts.drawings, seen.counts.lines], [drawings, lines], as);
    }
    assert.equal((await run('convert', PLAN, at('x.mjf'), '--as', 'poem')).code, 2);
    const asOption = await json(0, 'convert', PLAN, at('option.mjf'), '--option', 'as=drawing');
    assert.equal(asOption.counts.drawings, 1);
    // Features are not placed, so placement options are refused instead of ignored.
    for (const words of [['placement=scale', 'scale=500'], ['scale=500']]) {
      const options = words.flatMap((word) => ['--option', word]);
      assert.equal((await run('convert', PLAN, at('x.mjf'), ...options)).code, 2, words.join());
    }
    const placed = ['placement=scale', 'scale=500', 'as=drawing'].flatMap((word) => ['--option', word]);
    await json(0, 'convert', PLAN, at('placed.mjf'), ...placed);
    const twice = await run('convert', PLAN, at('x.mjf'), '--as', 'both', ...placed);
    assert.equal(twice.code, 2);
    assert.match(twice.err, /as is given twice: both and drawing/);
  });

  test('names each layer once if no layer has the given name', async () => {
    // Kerb: a line and a point.
    writeFileSync(at('kinds.geojson'), KINDS);
    const none = await run('convert', at('kinds.geojson'), at('x.dxf'), '--layers', 'walls');
    assert.match(none.err, /nothing is on a layer named walls; layers with content: Kerb \(layer-unknown\)/);
  });

  test('takes one layer of several, ignoring case', async () => {
    const { counts } = await json(0, 'convert', PLAN, at('kerb.dxf'), '--layers', 'kerb');
    assert.equal(counts.lines, 1);
    const { selection } = await json(0, 'inspect', at('kerb.dxf'));
    const layers = selection.find(({ group }: { group: string }) => group === 'layers').entries;
    assert.deepEqual(
      layers.map(({ name }: { name: string }) => name),
      ['Kerb'],
    );
  });

  test('ends with 3 if the format cannot hold everything, and says what is missing', async () => {
    const feature = (type: string, coordinates: unknown): object => ({
      type: 'Feature',
      geometry: { type, coordinates },
    });
    const features = [
      feature('Point', [8, 50]),
      feature('LineString', [
        [8, 50],
        [9, 50],
      ]),
    ];
    writeFileSync(at('mixed.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
    const loss = await json(3, 'convert', at('mixed.geojson'), at('lines.csv'));
    assert.equal(loss.result, 'partialSuccess');
    assert.ok(
      loss.issues.some(({ severity }: { severity: string }) => severity === 'warning'),
      JSON.stringify(loss.issues),
    );
    const plain = await run('convert', at('mixed.geojson'), at('lines.csv'), '--force');
    assert.equal(plain.code, 3);
    assert.match(plain.err, /^warning: /m);
  });

  test('names the option that makes points of latitudes and longitudes, which are written as they were', async () => {
    writeFileSync(at('gnss.csv'), 'name,lat,lon\nA,52.65,13.75\n');
    const without = await run('convert', at('gnss.csv'), at('gnss.geojson'));
    const written = () => JSON.parse(readFileSync(at('gnss.geojson'), 'utf8')).features[0];
    assert.deepEqual([without.code, written().geometry], [3, null]);
    assert.deepEqual([written().properties.latitude, written().properties.longitude], [52.65, 13.75]);
    assert.match(
      without.err,
      /note: latitudes and longitudes were kept as control points.*: crs=4326 keeps their degrees/,
    );
    assert.match(without.err, /warning: 1 control point written without a geometry: .*the option crs=4326/);
    const cured = await run('convert', at('gnss.csv'), at('gnss.geojson'), '--crs', '4326', '--force');
    assert.deepEqual([cured.code, written().geometry], [0, { type: 'Point', coordinates: [13.75, 52.65] }]);
  });

  test('fails if nothing came in, or if nothing can be written, and leaves no empty file', async () => {
    writeFileSync(at('empty.csv'), '');
    writeFileSync(at('header.csv'), 'name,northing,easting\n');
    writeFileSync(at('empty.geojson'), '{"type":"FeatureCollection","features":[]}');
    writeFileSync(at('layers.dxf'), '0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\nA\n40\n0\n0\nENDSEC\n0\nEOF\n');
    for (const [name, words, code, found] of [
      ['empty.csv', [], 'no-data', /nothing was imported from ".*empty\.csv": it holds no data/],
      ['header.csv', [], 'no-data', /it holds no data/],
      ['empty.geojson', [], 'no-data', /it holds no data/],
      ['layers.dxf', [], 'no-data', /it has 1 × CIRCLE; see its other issues for why none was read/],
    ] as const)
      for (const target of ['out.csv', 'out.mjf', 'out.dxf']) {
        const { result, code: reported, detail, issues } = await json(1, 'convert', at(name), at(target), ...words);
        assert.deepEqual([result, reported, Array.isArray(issues)], ['failed', code, true], name);
        assert.match(detail, found);
        assert.ok(!existsSync(at(target)), target);
      }
    const plain = await run('convert', PLAN, at('out.csv'));
    assert.deepEqual([plain.code, existsSync(at('out.csv'))], [1, false]);
    assert.match(plain.err, /^note: /, 'the issues of the reading may say why');
    assert.match(plain.err, /the job has nothing that the format CSV can hold: it has 2 lines \(nothing-to-write\)\n$/);
  });

  test('fails if the filter selects nothing', async () => {
    const report = await json(0, 'inspect', PLAN);
    for (const { entries } of report.selection) for (const entry of entries) entry.selected = false;
    writeFileSync(at('nothing.json'), JSON.stringify(report));
    const { code } = await json(1, 'convert', PLAN, at('out.dxf'), '--filter', at('nothing.json'));
    assert.equal(code, 'nothing-selected');
  });

  test('writes guessed formats only on request, and refuses options of formats that have none', async () => {
    const guessed = await run('convert', POINTS, at('site.rd3'));
    assert.equal(guessed.code, 2);
    assert.match(guessed.err, /convert: .* is written by guess; add --experimental to write it anyway\n/);
    const empty = await run('convert', POINTS, at('site.rd3'), '--experimental');
    assert.deepEqual([empty.code, empty.out], [1, '']);
    assert.match(empty.err, /\(nothing-to-write\)$/m, 'writing is attempted: a road design holds no points');
    await json(0, 'convert', POINTS, at('semi.csv'), '--out-option', 'delimiter=semicolon');
    assert.match(readFileSync(at('semi.csv'), 'utf8'), /;/);
    for (const words of [
      ['--out-option', 'colour=red'],
      ['--option', 'colour=red'],
      ['--option', 'colour'],
      ['--out-option', '=x'],
      ['--unit', 'parsec'],
      ['--from', 'nonsense'],
    ]) {
      const { code, out } = await run('convert', POINTS, at('never.dxf'), ...words);
      assert.deepEqual([code, out], [2, ''], words.join(' '));
    }
    assert.ok(!existsSync(at('never.dxf')));
  });

  test('leaves the old file when it fails, and no half-written file beside it', async () => {
    const target = at('kept.dxf');
    writeFileSync(target, 'precious');
    const broken = at('broken.dwg');
    writeFileSync(broken, readFileSync(join(CORPUS, 'dwg/sample_AC1032.dwg')).subarray(0, 300));
    const failed = await run('convert', broken, target, '--force');
    assert.equal(failed.code, 1);
    assert.match(failed.err, /^fieldbridge convert: .*\([a-z-]+\)$/m);
    assert.equal(readFileSync(target, 'utf8'), 'precious');
    assert.equal((await run('convert', POINTS, at('no/such/folder.dxf'))).code, 1);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('.part-')),
      [],
    );
  });
});

describe('input and output', () => {
  test('are different files, whatever their names', async () => {
    const same = at('same.csv');
    writeFileSync(same, readFileSync(POINTS));
    symlinkSync(same, at('alias.csv'));
    for (const target of [same, at('alias.csv'), join(folder, '.', 'same.csv')]) {
      const { code, err } = await run('convert', same, target);
      assert.equal(code, 2);
      assert.match(err, /is the input file itself/);
    }
    assert.deepEqual(readFileSync(same), readFileSync(POINTS));
  });

  test('are named files: standard input and output are refused, and no file called - is created', async () => {
    for (const words of [
      ['convert', POINTS, '-', '--to', 'dxf'],
      ['convert', '-', at('x.dxf')],
      ['convert', POINTS, at('x.dxf'), '--filter', '-'],
      ['convert', POINTS, ''],
      ['inspect', '-'],
      ['inspect', POINTS, '--svg', '-'],
    ]) {
      const { code, out, err } = await run(...words);
      assert.deepEqual([code, out], [2, ''], words.join(' '));
      assert.match(err, /name a file|is empty/);
    }
    assert.ok(!existsSync('-') && !existsSync(at('x.dxf')));
  });

  test('without an extension the format must be given', async () => {
    const { code, err } = await run('convert', POINTS, at('points'));
    assert.equal(code, 2);
    assert.match(err, /has no extension that names a format: add --to/);
    assert.equal((await run('convert', POINTS, at('points'), '--to', 'dxf')).code, 0);
  });
});

describe('inspect', () => {
  test('describes a real file, for people and as one document', async () => {
    const path = join(CORPUS, 'topcon/tps-bris.tp3');
    const report = await json(3, 'inspect', path);
    assert.equal(report.format, 'tp3');
    assert.equal(report.counts.points, 592);
    const { code, out } = await run('inspect', path);
    assert.equal(code, 3, 'something in it cannot be read, and the issues say what');
    assert.match(out, /^warning: /m);
    assert.match(out, /^format {4}tp3/m);
    assert.match(out, /^ +592 points$/m);
    assert.match(out, /^easting +[\d.]+ … [\d.]+$/m);
  });

  test('shows machine-control files table by table, and no others', async () => {
    const path = join(CORPUS, 'topcon/tps-bris.tp3');
    const raw = await json(0, 'inspect', path, '--raw');
    assert.ok(Array.isArray(raw.tables) && raw.tables.length > 0, Object.keys(raw).join());
    assert.ok((await run('inspect', path, '--raw')).out.length > 100);
    const other = await run('inspect', PLAN, '--raw');
    assert.deepEqual([other.code, other.out], [2, '']);
    assert.match(other.err, /machine-control files only/);
  });

  test('says so if a file is in no known format', async () => {
    const [empty, directory] = [at('empty'), folder];
    writeFileSync(empty, '');
    for (const path of [empty, directory, at('missing')]) {
      const { code, out, err } = await run('inspect', path);
      assert.deepEqual([code, out], [1, ''], path);
      assert.match(err, /^fieldbridge inspect: .*\(\S+\)$/m);
    }
  });
});
