import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import {
  type Crs,
  Feature,
  type FieldJob,
  JobBuilder,
  type Layer,
  labelOf,
  layerOf,
  Path,
} from '@fieldbridge/fieldjob';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { jobWith } from '@fieldbridge/formats/testing/traits.ts';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { readMjf } from './read.ts';
import { TABLES } from './schema.ts';
import { readContext, readJob, TestFolder, writeContext, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const write = mjfWriter({ profile: 'job' });
const path = folder.file('job.mjf');

type Rows = Record<string, unknown>[];

/** Writes a job and passes its package to `ask`. */
async function asked<T>(job: FieldJob, ask: (query: (sql: string) => Rows, db: DatabaseSync) => T): Promise<T> {
  await writeJob(write, job, path, folder.path);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return ask(
      (sql) =>
        db
          .prepare(sql)
          .all()
          .map((row) => ({ ...row })),
      db,
    );
  } finally {
    db.close();
  }
}

describe('a package', () => {
  it('is valid for SQLite and lists every table with data in its catalogue, for any job', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryJob({ most: 3 }), async (job) => {
        await asked(job, (query) => {
          assert.deepEqual(query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
          assert.deepEqual(query('PRAGMA foreign_key_check'), []);
          const tables = query("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
            .map(({ name }) => String(name))
            .filter((name) => !/^(gpkg_|rtree_)/.test(name));
          const listed = query('SELECT table_name AS name FROM gpkg_contents').map(({ name }) => String(name));
          assert.deepEqual(listed.sort(), tables.sort());
          // OGC 12-128, requirements 16 and 22: a feature table has a geometry column with the reference system of its
          // contents row.
          assert.deepEqual(
            query(`SELECT table_name FROM gpkg_contents AS c WHERE data_type = 'features' AND NOT EXISTS
              (SELECT 1 FROM gpkg_geometry_columns AS g WHERE g.table_name = c.table_name AND g.srs_id = c.srs_id)`),
            [],
          );
          assert.deepEqual(
            query("SELECT count(*) AS n FROM gpkg_contents WHERE identifier IS NULL OR identifier = ''"),
            [{ n: 0 }],
          );
        });
      }),
      { numRuns: 20 },
    );
  });

  it('has the same bytes for the same job, and others for another job', async () => {
    const bytesOf = async (job: FieldJob): Promise<Buffer> => {
      await writeJob(write, job, path, folder.path);
      return readFileSync(path);
    };
    await fc.assert(
      fc.asyncProperty(arbitraryJob({ most: 2 }), async (job) => {
        const first = await bytesOf(job);
        assert.ok((await bytesOf(job)).equals(first));
      }),
      { numRuns: 10 },
    );
    const one = await bytesOf(jobWith({ info: { name: 'one' } }));
    assert.ok(!(await bytesOf(jobWith({ info: { name: 'two' } }))).equals(one));
  });

  it('replaces an existing file of its name and no other', async () => {
    writeFileSync(path, 'an existing file');
    const beside = folder.file('job.mjf-journal.txt');
    writeFileSync(beside, 'mine');
    await writeJob(write, jobWith({}), path, folder.path);
    assert.equal((await readJob(readMjf, path, readContext(folder.path))).points.length, 1);
    assert.equal(readFileSync(beside, 'utf8'), 'mine');
    for (const name of ['-journal', '-wal', '-shm']) assert.equal(existsSync(path + name), false, name);
  });

  it('that cannot be created fails with the system error and leaves no file open', async () => {
    await assert.rejects(
      writeJob(write, jobWith({}), folder.file('no/such/folder.mjf'), folder.path),
      /unable to open/,
    );
    const aborted = new AbortController();
    const context = { ...writeContext(folder.path), signal: aborted.signal };
    let steps = 0;
    const progress = (): void => {
      if (++steps === 2) aborted.abort(new Error('enough'));
    };
    await assert.rejects(write(jobWith({}), path, { ...context, progress }), /enough/);
    assert.ok(steps >= 2);
    // On some systems an open file could not be replaced.
    await writeJob(write, jobWith({}), path, folder.path);
    assert.equal((await readJob(readMjf, path, readContext(folder.path))).lines.length, 1);
  });

  it('states when the job was created or last imported into, in every row of its catalogue', async () => {
    const made = Date.UTC(2024, 1, 29, 12);
    const changes = async (job: FieldJob): Promise<Rows> =>
      asked(job, (query) => query('SELECT DISTINCT last_change AS at FROM gpkg_contents'));
    assert.deepEqual(await changes(jobWith({ info: { createdAt: made } })), [{ at: '2024-02-29T12:00:00.000Z' }]);
    const grown = jobWith({ info: { createdAt: made } });
    grown.sources.push({ fileName: 'a.dxf', format: 'dxf', sha256: '', importedAt: made + 5 });
    assert.deepEqual(await changes(grown), [{ at: '2024-02-29T12:00:00.005Z' }]);
    for (const createdAt of [Number.NaN, -5, 9e15])
      assert.deepEqual(await changes(jobWith({ info: { createdAt } })), [{ at: '1970-01-01T00:00:00.000Z' }]);
  });

  it('has the bounds of each table, ignoring features without a position', async () => {
    const builder = new JobBuilder();
    const feature = new Feature();
    builder.point(feature, 10, 20, 5);
    builder.point(feature, Number.NaN, Number.NaN, 7);
    builder.point(feature, -3.5, 21.25, Number.NaN);
    const bend = new Path();
    // Half a circle, which extends sideways by its radius.
    bend.vertex(100, 0, 0, -1);
    bend.vertex(100, 10, 0);
    builder.line(feature, bend);
    builder.text(feature, labelOf('nowhere', Number.NaN, Number.NaN));
    await asked(builder.job, (query, db) => {
      const rows = query('SELECT table_name AS name, min_x, min_y, max_x, max_y FROM gpkg_contents');
      const bounds = (name: string): unknown[] => Object.values(rows.find((row) => row['name'] === name)!).slice(1);
      assert.deepEqual(bounds('points'), [-3.5, 20, 10, 21.25]);
      assert.deepEqual(bounds('texts'), [null, null, null, null]);
      const [minE, minN, maxE, maxN] = bounds('lines') as number[];
      assert.deepEqual([minN, maxN], [0, 10]);
      assert.ok(Math.abs(maxE! - minE! - 5) < 0.01, `${minE} ${maxE}`);
      for (const table of ['points', 'lines', 'texts'])
        assert.equal(db.prepare('SELECT rtreecheck(?) AS said').get(`rtree_${table}_geom`)?.['said'], 'ok');
      assert.deepEqual(query('SELECT id FROM rtree_points_geom ORDER BY id'), [{ id: 1 }, { id: 3 }]);
      assert.deepEqual(query('SELECT id FROM rtree_texts_geom'), []);
      assert.deepEqual(query('SELECT id, geom FROM points WHERE geom IS NULL'), [{ id: 2, geom: null }]);
    });
  });

  it('declares the index of every feature table, and its triggers, and nothing else', async () => {
    await asked(jobWith({ only: ['point', 'text'] }), (query) => {
      assert.deepEqual(
        query(`SELECT table_name AS name, column_name AS col, extension_name AS ext FROM gpkg_extensions
          WHERE extension_name = 'gpkg_rtree_index' ORDER BY 1`),
        ['points', 'texts'].map((name) => ({ name, col: 'geom', ext: 'gpkg_rtree_index' })),
      );
      assert.deepEqual(
        query("SELECT tbl_name AS name, count(*) AS n FROM sqlite_schema WHERE type = 'trigger' GROUP BY 1"),
        ['points', 'texts'].map((name) => ({ name, n: 6 })),
      );
      const present = new Set(query('SELECT name FROM sqlite_schema').map(({ name }) => name));
      for (const { name } of [TABLES.lines, TABLES.areas, TABLES.surfaces, TABLES.drawings])
        assert.ok(!present.has(name), name);
    });
  });

  it('has the scenes of drawings in tables with their own prefix and title', async () => {
    const job = jobWith({ only: ['point'] });
    const crs: Crs = { kind: 'local', name: 'Sheet "7"' };
    for (const name of ['plan', 'section'])
      job.drawings.push({
        ...{ name, fileName: `${name}.dxf`, format: 'dxf', mediaType: '', sha256: '', size: 0, read: null, source: -1 },
        ...{
          placement: { kind: 'none', from: [], to: [], scale: 1 },
          scene: jobWith({ info: { crs }, only: ['line'] }),
        },
      });
    await asked(job, (query) => {
      const features = query(
        "SELECT table_name AS name, identifier AS title, srs_id AS srs FROM gpkg_contents WHERE data_type = 'features' ORDER BY 1",
      );
      assert.deepEqual(
        features.map(({ name }) => name),
        ['drawing1_lines', 'drawing2_lines', 'points'],
      );
      assert.equal(new Set(features.map(({ title }) => title)).size, 3);
      assert.match(String(features[0]!['title']), /drawing1_lines/);
      const [first, second] = features;
      assert.ok(Number(first!['srs']) > 1_000_000 && first!['srs'] !== second!['srs'], 'each sheet has its own system');
      const [{ definition }] = query(
        `SELECT definition FROM gpkg_spatial_ref_sys WHERE srs_id = ${String(first!['srs'])}`,
      ) as [{ definition: string }];
      assert.match(definition, /^LOCAL_CS\["Sheet\s+7\s?",UNIT\["metre",1\]/);
    });
  });
});

describe('the styles that QGIS loads automatically', () => {
  interface Style {
    readonly name: string;
    readonly qml: string;
    /** Name and attributes of every element, in order. */
    readonly elements: [name: string, attributes: Record<string, string>][];
  }

  async function stylesOf(job: FieldJob): Promise<Style[]> {
    return asked(job, (query) => {
      if (query("SELECT 1 FROM sqlite_schema WHERE name = 'layer_styles'").length === 0) return [];
      return query(
        'SELECT f_table_name AS name, styleQML AS qml, useAsDefault AS used FROM layer_styles ORDER BY id',
      ).map(({ name, qml, used }) => {
        assert.equal(used, 1);
        const elements: Style['elements'] = [];
        const parser = new SaxesParser();
        parser.on('opentag', (tag) => elements.push([tag.name, tag.attributes as Record<string, string>]));
        parser.write(String(qml)).close();
        return { name: String(name), qml: String(qml), elements };
      });
    });
  }

  const attributes = ({ elements }: Style, name: string): Record<string, string>[] =>
    elements.filter((element) => element[0] === name).map((element) => element[1]);

  function layered(layers: readonly Layer[], fill: (builder: JobBuilder, feature: Feature) => void): FieldJob {
    const builder = new JobBuilder();
    for (const layer of layers) builder.layer(layer);
    fill(builder, new Feature());
    return builder.job;
  }

  it('exist for each table with map features, and for no other', async () => {
    const names = async (only: string[]): Promise<string[]> =>
      (await stylesOf(jobWith({ only }))).map(({ name }) => name);
    assert.deepEqual(await names(['point', 'line', 'area', 'text']), ['points', 'lines', 'areas', 'texts']);
    assert.deepEqual(await names(['line']), ['lines']);
    assert.deepEqual(await names(['alignment', 'surface', 'code']), []);
  });

  it('show each layer with its colour and visibility, whatever its name, and everything else by a last rule', async () => {
    const layer = fc
      .tuple(
        fc.oneof(fc.string({ unit: anyCharacter, maxLength: 8 }), fc.constantFrom('<&>"\'', '\u0000\ud800', ' ')),
        fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 0xffffff })),
        fc.boolean(),
      )
      .filter(([name]) => name !== '')
      .map(([name, colour, visible]) => layerOf(name, { colour, visible }));
    await fc.assert(
      fc.asyncProperty(fc.array(layer, { maxLength: 5 }), async (layers) => {
        const job = layered(layers, (builder, feature) => builder.point(feature, 1, 2, 3));
        const [style] = (await stylesOf(job)) as [Style];
        const expected = Array.from(job.layers);
        const rules = attributes(style, 'category');
        assert.equal(rules.length, expected.length + 1);
        const legal = (text: string): string =>
          text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
        // An XML parser normalises line ends in attributes to blanks.
        const read = (text: string): string => legal(text).replace(/\r\n|[\t\n\r]/g, ' ');
        for (const [i, { name, visible }] of expected.entries())
          assert.deepEqual([rules[i]!['value'], rules[i]!['render']], [read(name), String(visible)]);
        assert.deepEqual([rules.at(-1)!['value'], rules.at(-1)!['render']], ['', 'true']);
        const colours = attributes(style, 'Option')
          .filter(({ name, value }) => name === 'color' && value !== undefined)
          .map(({ value }) => value);
        const rgb = (colour: number): string =>
          colour < 0 ? '64,64,64,255' : `${colour >> 16},${(colour >> 8) & 255},${colour & 255},255`;
        assert.deepEqual(colours, [...expected.map(({ colour }) => rgb(colour)), rgb(-1)]);
        // A rule and its symbol are linked by a number.
        assert.deepEqual(
          attributes(style, 'symbol').map(({ name }) => name),
          rules.map(({ symbol }) => symbol),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('have rules for 500 layers, and the last one for all others', async () => {
    const layers = Array.from({ length: 520 }, (_, i) => layerOf(`layer ${i}`));
    const path = new Path();
    path.vertex(0, 0, 0);
    path.vertex(1, 1, 0);
    const [style] = (await stylesOf(layered(layers, (builder, feature) => builder.line(feature, path)))) as [Style];
    const rules = attributes(style, 'category');
    assert.equal(rules.length, 501);
    assert.deepEqual([rules[499]!['value'], rules[500]!['value']], ['layer 499', '']);
  });

  it('draw each kind with its symbol; a feature’s colour overrides that of its layer', async () => {
    const styles = await stylesOf(jobWith({ only: ['point', 'line', 'area'] }));
    for (const [i, [type, kind, property]] of (
      [
        ['marker', 'SimpleMarker', 'fillColor'],
        ['line', 'SimpleLine', 'outlineColor'],
        ['fill', 'SimpleFill', 'outlineColor'],
      ] as const
    ).entries()) {
      const style = styles[i]!;
      assert.ok(attributes(style, 'symbol').every((symbol) => symbol['type'] === type));
      assert.ok(attributes(style, 'layer').every((layer) => layer['class'] === kind));
      const own = attributes(style, 'Option').filter(({ name }) => name === property);
      assert.equal(own.length, attributes(style, 'symbol').length);
      const expressions = attributes(style, 'Option').filter(({ name }) => name === 'expression');
      assert.ok(expressions.every(({ value }) => value === 'coalesce("colour", @symbol_color)'));
    }
  });

  it('label points by name and show texts with their height and rotation, clockwise as in QGIS', async () => {
    const [points, texts] = (await stylesOf(jobWith({ only: ['point', 'text'] }))) as [Style, Style];
    assert.equal(attributes(points, 'text-style')[0]!['fieldName'], 'name');
    assert.equal(attributes(points, 'dd_properties').length, 0);
    assert.deepEqual(
      attributes(texts, 'renderer-v2').map(({ type }) => type),
      ['nullSymbol'],
    );
    const style = attributes(texts, 'text-style')[0]!;
    assert.deepEqual([style['fieldName'], style['fontSizeUnit']], ['text', 'MapUnit']);
    const expressions = attributes(texts, 'Option').filter(({ name }) => name === 'expression');
    assert.deepEqual(
      expressions.map(({ value }) => value),
      ['"height"', '-degrees("rotation")'],
    );
    assert.equal(attributes(points, 'qgis')[0]!['labelsEnabled'], '1');
  });
});
