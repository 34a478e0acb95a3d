import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { countsOf, type FieldJob, Path } from '@fieldbridge/fieldjob';
import { Angle, YawPitchRollAngles } from '@itwin/core-geometry';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { OptionValues } from '../../core/options.ts';
import { FlatTable } from './flat-table.ts';
import { imodel } from './format.ts';
import { DamagedGeometry, operatorsOf, unpackGeometry } from './geometry-stream.ts';
import { placementOf } from './placement.ts';
import { blob, CORPUS, doubles, modelWith, openLine, SEED, table } from './testing/geometry.ts';

const folder = mkdtempSync(join(tmpdir(), 'imodel-'));
after(() => rmSync(folder, { recursive: true }));

const read = (path: string, options: OptionValues = {}): Promise<ReadResult> =>
  readWith(imodel, new FileSource(path), { options, workFolder: folder });

const withGeometry = (name: string, geometry: Uint8Array, part?: Uint8Array): string =>
  modelWith(join(folder, name), geometry, part);

const vertices = (job: FieldJob, row: number): number[][] => {
  const path = job.lines.loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) =>
    Array.from(path.coordinates.subarray(3 * i, 3 * i + 3), (value) => Math.round(value * 1e9) / 1e9),
  );
};

/** The columns for copying a row of a table, some of them with other values. */
function columnsWith(database: DatabaseSync, name: string, replaced: Readonly<Record<string, string>>): string {
  const columns = database.prepare(`PRAGMA table_info(${name})`).all() as { name: string }[];
  return columns.map(({ name: column }) => replaced[column] ?? column).join(', ');
}

describe('the corpus has the elements counted in its README, and all of them are drawn', () => {
  for (const [name, elements] of [
    ['CompatibilityTestSeed.bim', 24],
    ['test.bim', 4],
  ] as const)
    test(JSON.stringify(name), async () => {
      const path = join(CORPUS, name);
      const head = readFileSync(path).subarray(0, 65536);
      assert.equal(imodel.sniff(head, head.length, 'bim').confidence, 1);
      const { tally, issues } = await read(path);
      assert.equal(
        tally.rows().reduce((sum, row) => sum + row.found, 0),
        elements,
        name,
      );
      assert.equal(
        tally.rows().reduce((sum, row) => sum + row.skipped, 0),
        0,
        name,
      );
      assert.deepEqual(issues.summary(), []);
    });
});

test('categories are layers, solids become faces or, on request, surfaces of triangles', async () => {
  const { job } = await read(SEED);
  assert.deepEqual(Array.from(job.layers, ({ name }) => name).sort(), ['TestDrawingCategory', 'TestSpatialCategory']);
  assert.equal(job.lines.length, 18);
  assert.equal(job.info.unit, 'metre');
  const surfaces = await read(SEED, { surfaces: true });
  // Six solids: three boxes of 12 triangles, three spheres.
  const counts = countsOf(surfaces.job);
  assert.deepEqual([counts.surfaces, counts.areas], [6, 0]);
  assert.equal(surfaces.job.surfaces.filter(({ triangles }) => triangles.length === 36).length, 3);
  for (const { vertices: v, triangles } of surfaces.job.surfaces)
    for (const corner of triangles) assert.ok(corner >= 0 && corner < v.length / 3);
});

test('spheres of the corpus have the size and place of their boxes in the database', async () => {
  const database = new DatabaseSync(join(CORPUS, 'test.bim'), { readOnly: true });
  const rows = database
    .prepare('SELECT Origin_X x, Origin_Y y, Origin_Z z, BBoxHigh_X r FROM bis_GeometricElement3d ORDER BY ElementId')
    .all() as { x: number; y: number; z: number; r: number }[];
  database.close();
  const { job } = await read(join(CORPUS, 'test.bim'), { surfaces: true });
  rows.forEach(({ x, y, z, r }, i) => {
    const v = job.surfaces[i]!.vertices;
    for (let at = 0; at < v.length; at += 3)
      assert.ok(Math.abs(Math.hypot(v[at]! - x, v[at + 1]! - y, v[at + 2]! - z) - r) < 1e-6 * r);
  });
});

test('placements rotate like in the vendor’s geometry library (oracle: core-geometry)', () => {
  const angle = fc.double({ min: -360, max: 360, noNaN: true });
  fc.assert(
    fc.property(angle, angle, angle, (yaw, pitch, roll) => {
      const theirs = new YawPitchRollAngles(
        Angle.createDegrees(yaw),
        Angle.createDegrees(pitch),
        Angle.createDegrees(roll),
      ).toMatrix3d();
      const ours = placementOf([0, 0, 0], yaw, pitch, roll);
      const expected = theirs.multiplyXYZ(1, 2, 3);
      assert.ok(Math.abs(ours.easting(1, 2, 3) - expected.x) < 1e-12);
      assert.ok(Math.abs(ours.northing(1, 2, 3) - expected.y) < 1e-12);
      assert.ok(Math.abs(ours.elevation(1, 2, 3) - expected.z) < 1e-12);
    }),
  );
});

test('colours are the element’s own if flagged, else those of its sub-category; layers have their default', async () => {
  const { job } = await read(join(CORPUS, 'test.bim'));
  const colours = new Set(Array.from({ length: job.areas.length }, (_, row) => job.areas.colour.get(row)));
  // Stored as 0xBBGGRR: f000, ff, ffff00, ffff.
  assert.deepEqual([...colours], [0x00f000, 0xff0000, 0x00ffff, 0xffff00]);
  assert.equal(Array.from(job.layers)[0]!.colour, 0xffffff);
  const symbology = (useColour: number): Uint8Array =>
    table([
      [0, new Uint8Array(BigUint64Array.of(21n).buffer)],
      [1, new Uint8Array(Uint32Array.of(0x0000ff).buffer)],
      [2, new Uint8Array(Uint32Array.of(3).buffer)],
      [7, Uint8Array.of(useColour)],
      [8, Uint8Array.of(1)],
    ]);
  for (const [use, colour] of [
    [1, 0xff0000],
    [0, 0xffffff],
  ] as const) {
    const path = withGeometry('colour.bim', blob([4, symbology(use)], [5, openLine(0, 0, 0, 1, 0, 0)]));
    const { lines } = (await read(path)).job;
    assert.deepEqual([lines.colour.get(0), lines.attributes.get(0)], [colour, ['weight', '3']]);
  }
});

/** Fields behind offsets, like strings, vectors and tables: [slot, bytes]. */
function textTable(words: string, height: number, transform?: Uint8Array): Uint8Array {
  const style = table([
    [0, Uint8Array.of(1)],
    [6, doubles(height)],
  ]);
  // A nested table begins where its own root offset points to.
  const root = new DataView(style.buffer, style.byteOffset).getUint32(0, true);
  const string = Buffer.concat([Buffer.from(Uint32Array.of(Buffer.byteLength(words)).buffer), Buffer.from(words)]);
  const fields: [number, Uint8Array][] = [[0, Uint8Array.of(1)]];
  if (transform !== undefined) fields.push([4, transform]);
  fields.push([3, new Uint8Array(4)], [2, new Uint8Array(4)]);
  const outer = Buffer.from(table(fields));
  const [styleField, textField] = [outer.length - 8, outer.length - 4];
  outer.writeUInt32LE(outer.length + root - styleField, styleField);
  outer.writeUInt32LE(outer.length + style.length - textField, textField);
  return new Uint8Array(Buffer.concat([outer, style, string]));
}

test('texts are placed by their own frame and that of their element', async () => {
  const moved = doubles(0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7);
  const path = withGeometry('text.bim', blob([22, textTable('Größe', 2.5)], [22, textTable('up', 1, moved)]));
  const { job, issues } = await read(path);
  assert.deepEqual(issues.summary(), []);
  const labels = [0, 1].map((row) => job.texts.label(row));
  assert.deepEqual(
    labels.map(({ text, height, justification, verticalJustification }) => [
      text,
      height,
      justification,
      verticalJustification,
    ]),
    [
      ['Größe', 2.5, 'left', 'baseline'],
      ['up', 1, 'left', 'baseline'],
    ],
  );
  const near = (actual: number[], expected: number[]): void => {
    for (const [i, value] of expected.entries())
      assert.ok(Math.abs(actual[i]! - value) < 1e-9, `${actual} ${expected}`);
  };
  // The element is rotated by 90° and at 100, 200, 300.
  near([labels[0]!.easting, labels[0]!.northing, labels[0]!.rotation], [100, 200, Math.PI / 2]);
  near([labels[1]!.easting, labels[1]!.northing, labels[1]!.elevation], [94, 205, 307]);
  assert.ok(Math.abs(Math.abs(labels[1]!.rotation) - Math.PI) < 1e-9);
  const empty = await read(withGeometry('notext.bim', blob([22, textTable('x', 0)])));
  assert.equal(empty.issues.count('imodel-not-drawn'), 1);
});

test('a sweep of zero is a full circle; omitted styles and bodies are counted', async () => {
  const arc = table([
    [0, doubles(0, 0, 0)],
    [1, doubles(2, 0, 0)],
    [2, doubles(0, 2, 0)],
    [5, Uint8Array.of(2)],
  ]);
  const nothing = table([[0, Uint8Array.of(0)]]);
  const path = withGeometry('arc.bim', blob([7, arc], [19, nothing], [20, nothing], [25, nothing], [99, nothing]));
  const { job, issues, tally } = await read(path);
  const ring = job.areas.loadPath(0, new Path());
  // A level circle stays a circle: two half arcs.
  assert.deepEqual([ring.count, ring.hasBulges], [2, true]);
  assert.ok(Math.abs(Math.abs(ring.coordinates[1]! - ring.coordinates[4]!) - 4) < 1e-9);
  assert.equal(issues.count('imodel-style-left-out'), 2);
  assert.equal(issues.count('imodel-not-drawn'), 2);
  assert.equal(tally.rows()[0]!.read, 1);
  const half = table([
    [1, doubles(2, 0, 0)],
    [2, doubles(0, 1, 0)],
    [4, doubles(Math.PI)],
    [5, Uint8Array.of(1)],
  ]);
  const places = vertices((await read(withGeometry('half.bim', blob([7, half])))).job, 0);
  assert.deepEqual(
    [places[0], places.at(-1)],
    [
      [100, 202, 300],
      [100, 198, 300],
    ],
  );
});

test('an element’s line is rotated and moved by its placement', async () => {
  const { job } = await read(withGeometry('line.bim', blob([5, openLine(0, 0, 0, 10, 0, 1)])));
  assert.deepEqual(vertices(job, 0), [
    [100, 200, 300],
    [100, 210, 301],
  ]);
});

test('a part is found by the mapping tables and placed inside its element', async () => {
  const id = new Uint8Array(BigUint64Array.of(61n).buffer);
  const instance = table([
    [0, id],
    [1, doubles(1, 2, 3)],
    [5, doubles(2)],
  ]);
  const path = withGeometry('part.bim', blob([3, instance]), blob([5, openLine(0, 0, 0, 10, 0, 0)]));
  const { job, issues } = await read(path);
  assert.deepEqual(issues.summary(), []);
  assert.deepEqual(vertices(job, 0), [
    [98, 201, 303],
    [98, 221, 303],
  ]);
});

test('a part that contains itself ends at the limit of depth, a missing one is reported', async () => {
  const instance = (id: bigint): Uint8Array => table([[0, new Uint8Array(BigUint64Array.of(id).buffer)]]);
  await assert.rejects(read(withGeometry('loop.bim', blob([3, instance(61n)]), blob([3, instance(61n)]))), {
    limit: 'depth',
    value: 64,
  });
  const { issues, tally } = await read(withGeometry('missing.bim', blob([3, instance(999n)])));
  assert.equal(issues.count('imodel-part-missing'), 1);
  assert.equal(tally.rows()[0]!.skipped, 1);
});

test('bodies and texts are counted as not drawn', async () => {
  const { issues, tally } = await read(
    withGeometry('brep.bim', blob([25, new Uint8Array(16)], [22, new Uint8Array(16)])),
  );
  assert.equal(issues.count('imodel-not-drawn'), 2);
  assert.deepEqual(
    tally.rows().map(({ found, skipped }) => [found, skipped]),
    [[1, 1]],
  );
});

test('ids have 64 bits, for elements, categories, sub-categories and parts', async () => {
  const far = 2n ** 60n + 1n;
  const bytes = (id: bigint): Uint8Array => new Uint8Array(BigUint64Array.of(id).buffer);
  const path = join(folder, 'far.bim');
  const drawn = blob([4, table([[0, bytes(far + 30n)]])], [3, table([[0, bytes(far)]])]);
  modelWith(path, drawn);
  const database = new DatabaseSync(path);
  const run = (sql: string, ...values: (bigint | Uint8Array)[]): void => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    statement.run(...values);
  };
  database.exec('PRAGMA foreign_keys = OFF');
  const [{ own, element }] = database
    .prepare('SELECT CategoryId own, ElementId element FROM bis_GeometricElement3d')
    .all() as [{ own: number; element: number }];
  const inside = blob([5, openLine(0, 0, 0, 1, 0, 0)], [25, new Uint8Array(16)]);
  run('UPDATE bis_GeometricElement3d SET CategoryId = ?, ElementId = ?', far + 20n, far + 10n);
  // A neighbour that is equal when rounded to a double.
  for (const [id, name] of [
    [far + 20n, 'Far'],
    [far + 21n, 'Next'],
  ] as const)
    run(
      `INSERT INTO bis_Element SELECT ${columnsWith(database, 'bis_Element', { Id: '?', CodeValue: `'${name}'`, FederationGuid: 'NULL' })} FROM bis_Element WHERE Id = ${own}`,
      id,
    );
  run(`UPDATE bis_Element SET Id = ? WHERE Id = ${element}`, far + 10n);
  run(
    'INSERT INTO bis_DefinitionElement (ElementId, ECClassId, js1) SELECT ?, ECClassId, ? FROM bis_DefinitionElement WHERE ElementId = 61',
    far,
    inside,
  );
  database.close();
  const { job, issues, tally } = await read(path);
  assert.deepEqual(
    Array.from(job.layers, ({ name }) => name),
    ['Far'],
  );
  assert.equal(job.lines.length, 1, 'the part is found');
  assert.equal(tally.rows()[0]!.read, 1);
  assert.equal(issues.places().find(({ code }) => code === 'imodel-not-drawn')!.handle, '0x100000000000000b');
});

test('an element without an entry is still drawn; one with nothing to draw is reported', async () => {
  const alone = join(folder, 'alone.bim');
  modelWith(alone, blob([5, openLine(0, 0, 0, 1, 0, 0)]));
  const database = new DatabaseSync(alone);
  database.exec('PRAGMA foreign_keys = OFF; DELETE FROM bis_Element WHERE Id = 29');
  database.close();
  assert.equal((await read(alone)).job.lines.length, 1);
  for (const [what, geometry] of [
    ['no bytes', new Uint8Array(0)],
    ['a header alone', blob([1, new Uint8Array(8)])],
    ['a line of NaN', blob([5, openLine(Number.NaN, 0, 0, 1, 0, 0)])],
  ] as const) {
    const { issues, tally } = await read(withGeometry('nothing.bim', geometry));
    assert.equal(tally.rows()[0]!.skipped, 1, what);
    const [place, ...others] = issues.places();
    assert.deepEqual([place?.code, place?.handle, others.length], ['imodel-not-drawn', '0x1d', 0], what);
    assert.equal(place!.parameters!['part'], 'its geometry');
  }
});

test('damaged geometry affects only its element, a damaged or foreign database is refused', async () => {
  const { issues, tally } = await read(withGeometry('cut.bim', blob([5, openLine(0, 0, 0, 1, 1, 1)]).subarray(0, 20)));
  assert.equal(issues.count('imodel-geometry-damaged'), 1);
  assert.equal(tally.rows()[0]!.skipped, 1);
  const foreign = join(folder, 'foreign.bim');
  new DatabaseSync(foreign).exec('CREATE TABLE t(a)');
  await assert.rejects(read(foreign), { code: 'imodel-no-bis' });
  const cut = join(folder, 'half.bim');
  writeFileSync(cut, readFileSync(SEED).subarray(0, 700_000));
  await assert.rejects(read(cut), FormatError);
});

test('flat tables and streams of random bytes never read outside', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(7), (bytes, field) => {
      const flat = new FlatTable(bytes);
      assert.ok(Number.isInteger(flat.byte(field)) && Number.isInteger(flat.uint32(field)));
      assert.ok(flat.doubles(field, 2).length * 8 <= bytes.length);
      assert.ok(flat.struct(field, 3) === undefined || bytes.length >= 24);
      for (const attempt of [() => [...operatorsOf(bytes)], () => unpackGeometry(bytes, 1000)]) {
        try {
          attempt();
        } catch (error) {
          assert.ok(error instanceof DamagedGeometry, String(error));
        }
      }
    }),
  );
});
