import assert from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob, NO_PLACEMENT } from '@fieldbridge/fieldjob';
import { jobWith } from '@fieldbridge/formats/testing/traits.ts';
import type { FormatError } from '../failure.ts';
import { readMjf } from './read.ts';
import { TABLES } from './schema.ts';
import { readContext, readJob, TestFolder, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const ours = folder.file('ours.mjf');
const edited = folder.file('edited.mjf');

before(async () => {
  const job = jobWith({
    codeAttribute: { values: ['100', '200'] },
    alignment: {
      vertical: [{ station: 0, elevation: 50, curve: 'none', length: 0, radius: Number.NaN }],
      sections: [{ name: '1L', station: 10, points: Float64Array.of(0, 0, 5, -0.1) }],
      equations: [{ back: 50, ahead: 60 }],
    },
    point: { time: Date.UTC(2024, 4, 1), code: 'TREE', attributes: ['a', '1'] },
  });
  job.observations.push({ kind: 'SS', station: '1', target: '2', time: Number.NaN, values: ['1', '2'], source: -1 });
  job.sources.push({ fileName: 'a.dxf', format: 'dxf', sha256: '', importedAt: 5 });
  const bytes = Uint8Array.of(1, 2, 3);
  job.drawings.push({
    ...{ name: 'plan', fileName: 'plan.dxf', format: 'dxf', mediaType: '', sha256: '', size: 3, read: () => bytes },
    ...{
      placement: { ...NO_PLACEMENT, kind: 'point', from: [[1, 2]], to: [[3, 4]] },
      scene: jobWith({ only: ['point'] }),
      source: -1,
    },
  });
  await writeJob(mjfWriter({ profile: 'job' }), job, ours, folder.path);
});

/** Our file after another program worked on it. */
async function afterwards(...statements: string[]): Promise<{ job: FieldJob; issues: string[]; texts: string }> {
  rmSync(edited, { force: true });
  copyFileSync(ours, edited);
  const db = new DatabaseSync(edited, { defensive: false, enableForeignKeyConstraints: false });
  for (const name of ['ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'])
    db.function(name, { varargs: true }, () => 0);
  for (const statement of statements) db.exec(statement);
  db.close();
  const context = readContext(folder.path);
  const job = await readJob(readMjf, edited, context);
  const issues = context.issues.summary();
  return { job, issues: issues.map(({ code }) => code), texts: issues.map(({ text }) => text).join('\n') };
}
const pointOf = ({ points }: FieldJob): Feature => points.load(0, new Feature());

describe('a table that is not there', () => {
  it('is an empty one, whichever it is, and nothing else is missing for it', async () => {
    const sizes = (job: FieldJob): Record<string, number> => ({
      ...{ sources: job.sources.length, points: job.points.length, lines: job.lines.length, areas: job.areas.length },
      ...{ texts: job.texts.length, surfaces: job.surfaces.length, alignments: job.alignments.length },
      ...{ planes: job.planes.length, control_points: job.controlPoints.length, codes: job.codes.length },
      ...{ observations: job.observations.length, drawings: job.drawings.length },
    });
    const whole = sizes((await afterwards()).job);
    assert.ok(
      Object.values(whole).every((count) => count === 1),
      JSON.stringify(whole),
    );
    for (const name of Object.keys(whole)) {
      const { job, issues } = await afterwards(`DROP TABLE ${name}`);
      assert.deepEqual(sizes(job), { ...whole, [name]: 0 }, name);
      assert.deepEqual(issues, [], name);
    }
  });

  it('leaves what depends on it without: alignments without elements, codes without questions, surfaces without their data', async () => {
    for (const name of ['alignment_horizontal', 'alignment_vertical', 'alignment_sections', 'alignment_equations'])
      assert.equal((await afterwards(`DROP TABLE ${name}`)).job.alignments.length, 1);
    assert.deepEqual((await afterwards('DROP TABLE alignment_horizontal')).job.alignments[0]!.horizontal, []);
    assert.deepEqual((await afterwards('DROP TABLE code_attributes')).job.codes[0]!.attributes, []);
    const parts = await afterwards('DROP TABLE parts');
    assert.deepEqual([parts.job.surfaces.length, parts.issues], [0, ['surface-damaged']]);
    const { job } = await afterwards('DROP TABLE layers');
    assert.equal(job.layers.name(job.points.layer.get(0)), 'SITE', 'the features name their layer themselves');
  });

  it('may be one that nobody reads: the overview of point lists, styles, the catalogue of the GeoPackage, indexes', async () => {
    const { issues, job } = await afterwards(
      'DROP TABLE IF EXISTS point_lists; DROP TABLE layer_styles; DROP TABLE gpkg_extensions; DROP TABLE gpkg_geometry_columns',
      'DROP TABLE gpkg_contents; DROP TABLE gpkg_spatial_ref_sys',
    );
    assert.deepEqual([issues, job.points.length], [[], 1]);
  });
});

describe('a cell of another kind than it should be', () => {
  it('reads as not set in every table: numbers, texts, bytes and nothing are tried in each column', async () => {
    const values = [
      'NULL',
      "''",
      "'word'",
      '7',
      '-1',
      '2.5',
      '9e999',
      "x'00ff'",
      "'[1,2]'",
      "'{}'",
      "'null'",
      "'[[1]]'",
    ];
    for (const value of values) {
      const statements = Object.values(TABLES).flatMap(({ name, columns }) =>
        ['mjf_info', 'point_lists'].includes(name)
          ? []
          : [`UPDATE ${name} SET ${columns.map(([column]) => `"${column}" = ${value}`).join(', ')}`],
      );
      const { job } = await afterwards(...statements);
      assert.equal(job.points.length, 1, value);
      const { time, quality, page, lineWeight, colour } = pointOf(job);
      assert.ok(Number.isNaN(time) || Math.abs(time) <= 8.64e15, `${value}: ${time}`);
      assert.ok(page >= 0 && Number.isInteger(page) && Number.isInteger(lineWeight), value);
      assert.ok(colour >= -1 && colour <= 0xffffff, value);
      assert.equal(typeof quality, 'number');
      assert.ok(['point', 'line', 'area'].includes(job.codes[0]!.kind));
      assert.ok(job.drawings[0]!.placement.from.every(([e, n]) => Number.isFinite(e) && Number.isFinite(n)));
    }
  });

  it('is taken as it is meant where that is beyond doubt', async () => {
    for (const [set, look, expected] of [
      ['name = 12', ({ name }: Feature) => name, '12'],
      ['name = 12.5', ({ name }: Feature) => name, '12.5'],
      ["name = x'41'", ({ name }: Feature) => name, ''],
      ["colour = '#FF00ff'", ({ colour }: Feature) => colour, 0xff00ff],
      ["colour = 'red'", ({ colour }: Feature) => colour, -1],
      ["colour = '#ff00'", ({ colour }: Feature) => colour, -1],
      ['line_weight = 25.5', ({ lineWeight }: Feature) => lineWeight, -1],
      ['line_weight = 4294967296', ({ lineWeight }: Feature) => lineWeight, -1],
      ['page = -3', ({ page }: Feature) => page, 0],
      ['source = 99', ({ source }: Feature) => source, -1],
      ["quality = '0.5'", ({ quality }: Feature) => quality, 0.5],
      ["attributes = 'free words'", ({ attributes }: Feature) => attributes, ['attributes', 'free words']],
      [
        'attributes = \'{"n":1,"o":{"p":[2]},"z":null}\'',
        ({ attributes }: Feature) => attributes,
        ['n', '1', 'o', '{"p":[2]}', 'z', 'null'],
      ],
      ["attributes = ''", ({ attributes }: Feature) => attributes, ['attributes', '']],
    ] as const)
      assert.deepEqual(look(pointOf((await afterwards(`UPDATE points SET ${set}`)).job)), expected, set);
  });
});

describe('a time that another program writes', () => {
  const DAY = Date.UTC(2024, 4, 1);
  const NOON = DAY + 12 * 3_600_000;
  const zone = process.env['TZ'];
  for (const [text, expected] of [
    ['2024-05-01T12:00:00.000Z', NOON],
    ['2024-05-01T12:00:00Z', NOON],
    ['2024-05-01T12:00:00', NOON],
    ['2024-05-01 12:00:00', NOON],
    ['2024-05-01T14:00:00+02:00', NOON],
    ['2024-05-01', DAY],
    ['2024-02-30T00:00:00', Number.NaN],
    ['5/6/2024', Number.NaN],
    ['12', Number.NaN],
    ['yesterday', Number.NaN],
  ] as const)
    it(`as "${text}" is the same in every time zone that the program runs in`, async () => {
      try {
        for (const place of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
          process.env['TZ'] = place;
          const { time } = pointOf((await afterwards(`UPDATE points SET time = '${text}', time_ms = NULL`)).job);
          assert.deepEqual(time, expected, place);
        }
      } finally {
        if (zone === undefined) delete process.env['TZ'];
        else process.env['TZ'] = zone;
      }
    });

  it('as milliseconds counts before the text, unless no calendar reaches it', async () => {
    for (const [value, expected] of [
      ['0', 0],
      ['0.5', 0.5],
      ['8.64e15', 8.64e15],
      ['8.65e15', Number.NaN],
      ['-1e300', Number.NaN],
      ['9e999', Number.NaN],
    ] as const) {
      const { job } = await afterwards(
        `UPDATE points SET time = '2024-05-01', time_ms = ${value}; UPDATE mjf_info SET value = '${value}' WHERE key = 'created_at'`,
      );
      assert.deepEqual([pointOf(job).time, job.info.createdAt], [expected, expected], value);
    }
  });
});

describe('what the job says of itself', () => {
  const set = (key: string, value: string): string => `INSERT INTO mjf_info(key, value) VALUES ('${key}', '${value}')`;
  it('is read as far as it means something', async () => {
    for (const [key, value, expected] of [
      ['unit', 'usSurveyFoot', { unit: 'usSurveyFoot' }],
      ['unit', 'cubit', { unit: undefined }],
      ['crs', '{"kind":"epsg","code":25832}', { crs: { kind: 'epsg', code: 25832 } }],
      ['crs', '{"kind":"epsg","code":"25832"}', { crs: { kind: 'local' } }],
      ['crs', '{"kind":"wkt","wkt":"LOCAL_CS[]","name":"a"}', { crs: { kind: 'wkt', wkt: 'LOCAL_CS[]', name: 'a' } }],
      ['crs', '{"kind":"local","name":"site"}', { crs: { kind: 'local', name: 'site' } }],
      ['crs', 'null', { crs: { kind: 'local' } }],
      ['crs', '[', { crs: { kind: 'local' } }],
      ['created_at', 'soon', { createdAt: Number.NaN }],
      ['property:a', 'b', { properties: { a: 'b' } }],
      ['property:', 'b', { properties: { '': 'b' } }],
      ['anything', 'b', { properties: {} }],
    ] as const) {
      const { job } = await afterwards(`DELETE FROM mjf_info WHERE key = '${key}'`, set(key, value));
      assert.deepEqual({ ...job.info, ...expected }, job.info, `${key} = ${value}`);
    }
  });

  it('is refused where it is not the description of a job that this program knows', async () => {
    const fails = async (statement: string): Promise<string> =>
      afterwards(statement).then(
        () => 'read',
        ({ code }: FormatError) => code,
      );
    assert.equal(await fails("UPDATE mjf_info SET value = 'x' WHERE key = 'format'"), 'not-ours');
    assert.equal(await fails("DELETE FROM mjf_info WHERE key = 'format'"), 'not-ours');
    for (const version of ['', '0', '-1', '1.5', 'one', 'NaN'])
      assert.equal(
        await fails(`UPDATE mjf_info SET value = '${version}' WHERE key = 'version'`),
        'database-damaged',
        version,
      );
    for (const version of ['2', '999'])
      assert.equal(await fails(`UPDATE mjf_info SET value = '${version}' WHERE key = 'version'`), 'version-too-new');
    assert.equal(await fails("UPDATE mjf_info SET value = 'else' WHERE key = 'profile'"), 'read');
  });
});

describe('the data of a surface', () => {
  for (const [what, statement] of [
    ['fewer vertices than it states', 'UPDATE surfaces SET vertices = vertices + 1'],
    ['a negative number of them', 'UPDATE surfaces SET vertices = -1'],
    [
      'a triangle of a vertex that is not there',
      "UPDATE parts SET data = x'000000000100000003000000' WHERE kind = 'triangles'",
    ],
    [
      'a triangle of a vertex below zero',
      "UPDATE parts SET data = x'0000000001000000ffffffff' WHERE kind = 'triangles'",
    ],
    ['half a number', "UPDATE parts SET data = x'0000000001000000' WHERE kind = 'triangles'"],
    ['a text in the place of bytes', "UPDATE parts SET data = 'triangles' WHERE kind = 'vertices'"],
    ['no description of its lines', 'UPDATE surfaces SET lines = NULL'],
    [
      'lines that are not there',
      'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":0,"breaklines":[["a","hard",5]],"boundaries":[]}\'',
    ],
    [
      'a negative number of vertices of a line',
      'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":0,"breaklines":[["a","hard",-5]],"boundaries":[]}\'',
    ],
    [
      'edges that are not there',
      'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":3,"breaklines":[],"boundaries":[]}\'',
    ],
    ['parts elsewhere', 'UPDATE surfaces SET first_part = 1000'],
    ['as many parts as there are numbers', 'UPDATE surfaces SET first_part = -5, parts = 2147483647'],
  ] as const)
    it(`with ${what} makes it one that is left out and told, nothing more`, async () => {
      const { job, issues, texts } = await afterwards(statement);
      assert.ok(job.surfaces.length === 0 || what === 'as many parts as there are numbers', what);
      assert.ok(issues.length === 0 || /^surfaces 1: /.test(texts), texts);
      assert.deepEqual([job.points.length, job.alignments.length], [1, 1]);
    });

  it('that several surfaces share again and again is refused before it fills the memory', async () => {
    const many = Array.from(
      { length: 3000 },
      (_, i) =>
        `INSERT INTO surfaces(id, vertices, triangles, lines, first_part, parts) SELECT ${i + 10}, vertices, triangles, lines, first_part, parts FROM surfaces WHERE id = 1`,
    );
    await assert.rejects(afterwards('BEGIN', 'DROP TRIGGER rtree_surfaces_geom_insert', ...many, 'COMMIT'), {
      code: 'database-damaged',
    });
  });
});

describe('a drawing', () => {
  it('whose place is not one is laid as it is, with what of it can be read', async () => {
    for (const [set, expected] of [
      ["placement = 'sideways'", { kind: 'none', from: [[1, 2]], to: [[3, 4]] }],
      ['placement_from = \'[[1,"2"],[5,6],[7]]\'', { kind: 'point', from: [[5, 6]], to: [[3, 4]] }],
      ["placement_to = 'x'", { kind: 'point', from: [[1, 2]], to: [] }],
      ["placement_to = '{}'", { kind: 'point', from: [[1, 2]], to: [] }],
    ] as const) {
      const { placement } = (await afterwards(`UPDATE drawings SET ${set}`)).job.drawings[0]!;
      assert.deepEqual({ kind: placement.kind, from: placement.from, to: placement.to }, expected, set);
    }
  });

  it('has the scene of its own prefix; no other table is read for it', async () => {
    assert.equal((await afterwards()).job.drawings[0]!.scene.points.length, 1);
    for (const scene of [
      "''",
      "'points'",
      "'drawing1'",
      "'drawing1_x'",
      "'../'",
      'NULL',
      "'drawing9999999_'",
      "'mjf_'",
    ])
      assert.equal(
        (await afterwards(`UPDATE drawings SET scene = ${scene}`)).job.drawings[0]!.scene.points.length,
        0,
        scene,
      );
  });

  it('gives its file as long as the package lies where it lay', async () => {
    const { job } = await afterwards();
    assert.deepEqual([...job.drawings[0]!.read!()], [1, 2, 3]);
    rmSync(edited);
    assert.throws(() => job.drawings[0]!.read!(), { code: 'database-damaged' });
  });
});

describe('rows of other programs', () => {
  it('are features like others: added, deleted, with an identifier below zero, on a layer that nobody listed', async () => {
    const { job } = await afterwards(
      "INSERT INTO points(id, geom, name, layer) SELECT -7, geom, 'new', 'Added' FROM points; INSERT INTO layers(id, name, locked) VALUES (-1, 'Below', 1)",
    );
    assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['new', 'P1']);
    assert.deepEqual(Array.from(job.layers, ({ name }) => name).sort(), ['Added', 'Below', 'SITE']);
    assert.equal((await afterwards('DELETE FROM points')).job.points.length, 0);
  });

  it('with a geometry of another kind than their table has are left out and told, those without one are kept where that is sense', async () => {
    const moved = await afterwards(
      'UPDATE points SET geom = (SELECT geom FROM lines); UPDATE texts SET geom = (SELECT geom FROM areas)',
    );
    assert.deepEqual([moved.job.points.length, moved.job.texts.length, moved.issues], [0, 0, ['geometry-skipped']]);
    assert.match(moved.texts, /points 1/);
    const none = await afterwards(
      'UPDATE points SET geom = NULL; UPDATE lines SET geom = NULL; UPDATE planes SET geom = NULL; UPDATE control_points SET geom = NULL',
    );
    assert.deepEqual([none.job.points.length, none.job.lines.length, none.job.planes.length], [1, 0, 1]);
    assert.ok(Number.isNaN(none.job.points.easting(0)) && Number.isNaN(none.job.controlPoints[0]!.easting));
    assert.deepEqual(none.issues, ['geometry-skipped']);
  });
});
