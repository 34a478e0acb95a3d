import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob } from '@fieldbridge/fieldjob';
import type { FormatError } from '../../core/failure.ts';
import { TABLES } from './schema.ts';
import { EditedFile, type Reading } from './testing/edited-file.ts';
import { TestFolder } from './testing/files.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const file = new EditedFile(folder);
const afterwards = (...statements: string[]): Promise<Reading> => file.after(...statements);
before(() => file.write());

const pointOf = ({ points }: FieldJob): Feature => points.load(0, new Feature());

describe('a missing table', () => {
  it('is read as empty, whichever it is, and the other data is read', async () => {
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

  it('leaves alignments without elements, codes without attributes, surfaces without data', async () => {
    for (const name of ['alignment_horizontal', 'alignment_vertical', 'alignment_sections', 'alignment_equations'])
      assert.equal((await afterwards(`DROP TABLE ${name}`)).job.alignments.length, 1);
    assert.deepEqual((await afterwards('DROP TABLE alignment_horizontal')).job.alignments[0]!.horizontal, []);
    assert.deepEqual((await afterwards('DROP TABLE code_attributes')).job.codes[0]!.attributes, []);
    const parts = await afterwards('DROP TABLE parts');
    assert.deepEqual([parts.job.surfaces.length, parts.issues], [0, ['surface-damaged']]);
    const { job } = await afterwards('DROP TABLE layers');
    assert.equal(job.layers.name(job.points.layer.get(0)), 'SITE', 'features state their layer by name');
  });

  it('may be one that is not read: the overview of point lists, styles, the catalogue of the GeoPackage, indexes', async () => {
    const { issues, job } = await afterwards(
      'DROP TABLE IF EXISTS point_lists; DROP TABLE layer_styles; DROP TABLE gpkg_extensions; DROP TABLE gpkg_geometry_columns',
      'DROP TABLE gpkg_contents; DROP TABLE gpkg_spatial_ref_sys',
    );
    assert.deepEqual([issues, job.points.length], [[], 1]);
  });
});

describe('a cell of the wrong type', () => {
  it('is read as not set in every table: numbers, texts, bytes and NULL are tried in each column', async () => {
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

  describe('is accepted if its meaning is certain', () => {
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
      it(JSON.stringify(set), async () => {
        assert.deepEqual(look(pointOf((await afterwards(`UPDATE points SET ${set}`)).job)), expected, set);
      });
  });
});

describe('a time written by another program', () => {
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
    it(`as "${text}" is the same in every time zone of the reader`, async () => {
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

  describe('as milliseconds takes precedence over the text, unless it is beyond the calendar', () => {
    for (const [value, expected] of [
      ['0', 0],
      ['0.5', 0.5],
      ['8.64e15', 8.64e15],
      ['8.65e15', Number.NaN],
      ['-1e300', Number.NaN],
      ['9e999', Number.NaN],
    ] as const)
      it(JSON.stringify(value), async () => {
        const { job } = await afterwards(
          `UPDATE points SET time = '2024-05-01', time_ms = ${value}; UPDATE mjf_info SET value = '${value}' WHERE key = 'created_at'`,
        );
        assert.deepEqual([pointOf(job).time, job.info.createdAt], [expected, expected], value);
      });
  });
});

describe('the description of the job', () => {
  const set = (key: string, value: string): string => `INSERT INTO mjf_info(key, value) VALUES ('${key}', '${value}')`;
  describe('is read as far as it is valid', () => {
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
      ['dashes:rail', '[2,-1]', { lineDashes: { rail: [2, -1] } }],
      ['dashes:rail', '[2,"x"]', { lineDashes: {} }],
      ['dashes:rail', '[', { lineDashes: {} }],
      ['anything', 'b', { properties: {} }],
    ] as const)
      it(JSON.stringify([key, value]), async () => {
        const { job } = await afterwards(`DELETE FROM mjf_info WHERE key = '${key}'`, set(key, value));
        assert.deepEqual({ ...job.info, ...expected }, job.info, `${key} = ${value}`);
      });
  });

  it('is refused if it does not describe a job of this program', async () => {
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

describe('rows added by other programs', () => {
  it('are read like others: added, deleted, with a negative id, on an unlisted layer', async () => {
    const { job } = await afterwards(
      "INSERT INTO points(id, geom, name, layer) SELECT -7, geom, 'new', 'Added' FROM points; INSERT INTO layers(id, name, locked) VALUES (-1, 'Below', 1)",
    );
    assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['new', 'P1']);
    assert.deepEqual(Array.from(job.layers, ({ name }) => name).sort(), ['Added', 'Below', 'SITE']);
    assert.equal((await afterwards('DELETE FROM points')).job.points.length, 0);
  });

  it('with the wrong kind of geometry are left out and reported; those without one are kept if that makes sense', async () => {
    const moved = await afterwards(
      'UPDATE points SET geom = (SELECT geom FROM lines); UPDATE texts SET geom = (SELECT geom FROM areas)',
    );
    assert.deepEqual([moved.job.points.length, moved.job.texts.length, moved.issues], [0, 0, ['geometry-skipped']]);
    assert.equal(moved.handles[0], 'points 1');
    const none = await afterwards(
      'UPDATE points SET geom = NULL; UPDATE lines SET geom = NULL; UPDATE planes SET geom = NULL; UPDATE control_points SET geom = NULL',
    );
    assert.deepEqual([none.job.points.length, none.job.lines.length, none.job.planes.length], [1, 0, 1]);
    assert.ok(Number.isNaN(none.job.points.easting(0)) && Number.isNaN(none.job.controlPoints[0]!.easting));
    assert.deepEqual(none.issues, ['geometry-skipped']);
  });
});
