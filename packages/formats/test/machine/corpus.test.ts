import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import proj4 from 'proj4';
import { rawTables } from '../../src/formats/machine/raw.ts';
import { rawText } from '../../src/formats/machine/raw-text.ts';
import { detect, MemorySource } from '../../src/index.ts';
import { corpusFile, readWith } from '../../testing/machine/support.ts';
import { walk, walkedLines, walkedPoints, walkedSurfaces } from '../../testing/machine/walker.ts';

const BRISBANE = corpusFile('tps-bris.tp3');
const OPERATOR = corpusFile('My_Operator_Data.pt3');
/** GDA94 / MGA zone 56, EPSG:28356, as defined in the EPSG registry. */
const MGA56 = '+proj=utm +zone=56 +south +ellps=GRS80 +units=m +no_defs';

describe('the vendor’s TP3 of Brisbane', () => {
  it('gives exactly the counts that independent readers found', async () => {
    const { job, version } = await readWith('tp3', BRISBANE);
    assert.equal(version, '2.19');
    assert.deepEqual(
      job.surfaces.map(({ name, vertices, triangles }) => [name, vertices.length / 3, triangles.length / 3]),
      [
        ['TPS BRIS CARPARK', 306, 464],
        ['TPS BRIS OUTBACK2', 331, 611],
        ['Park Plane', 4, 2],
        ['Task Surface', 7, 6],
      ],
    );
    assert.equal(job.layers.length, 18);
    assert.equal(job.points.length, 592);
    assert.deepEqual([job.lines.length, job.lines.vertexCount], [45, 321]);
    assert.equal(job.controlPoints.length, 44);
    assert.deepEqual(
      job.alignments.map(({ name }) => name),
      ['Polyline alignment'],
    );
    assert.equal(job.planes.length, 4);
    assert.equal(job.info.name, 'TPS Brisbane topo1');
  });

  it('gives the same as a separate walker: points, lines, surfaces and every link between triangles', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const { tables } = walk(BRISBANE);
    const points = walkedPoints(tables);
    assert.equal(points.length, job.points.length);
    points.forEach(({ name, code, at }, row) => {
      assert.deepEqual([job.points.name.get(row), job.points.code.get(row)], [name, code]);
      assert.deepEqual([job.points.easting(row), job.points.northing(row), job.points.elevation(row)], at);
    });
    walkedLines(tables).forEach(({ layer, count, first }, row) => {
      assert.equal(job.layers.name(job.lines.layer.get(row)), layer);
      assert.equal(job.lines.vertices(row), count);
      const start = 3 * job.lines.firstVertex(job.lines.firstRing(row));
      assert.deepEqual([...job.lines.coordinates.view().subarray(start, start + 2)], first);
    });
    const surfaces = walkedSurfaces(tables);
    assert.deepEqual(
      surfaces.map(({ links, badLinks }) => [links, badLinks]),
      [
        [1244, 0],
        [1784, 0],
        [2, 0],
        [12, 0],
      ],
    );
    assert.ok(job.surfaces.every(({ neighbours }) => neighbours !== null));
  });

  it('counts every table, unknown ones by number and size', async () => {
    const { tally, issues } = await readWith('tp3', BRISBANE);
    for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
    const rows = new Map(tally.rows().map((row) => [row.type, row]));
    assert.equal(rows.get('table 1 (point)')?.read, 592);
    assert.equal(rows.get('table 14 (triangle)')?.read, 1083);
    assert.deepEqual(
      [rows.get('table 16')?.skipped, rows.get('table 23')?.skipped, rows.get('table 28')?.skipped],
      [32, 1, 1],
    );
    const texts = issues.places().filter(({ code }) => code === 'table-unknown');
    assert.deepEqual(texts[0]!.parameters, { table: 16, records: 32, size: 96 });
    assert.equal(issues.count('edge-not-in-surface'), 59, '60 of 100 and 70 of 89 are edges; the rest is reported');
  });

  it('has control points that agree with their latitude and longitude within a millimetre', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const known = job.controlPoints.filter(({ latitude }) => !Number.isNaN(latitude));
    assert.equal(known.length, 14);
    for (const { name, easting, northing, latitude, longitude } of known) {
      const [e, n] = proj4('+proj=longlat +ellps=GRS80 +no_defs', MGA56, [longitude, latitude]);
      assert.ok(Math.hypot(e! - easting, n! - northing) < 0.001, `${name}: ${e} ${n}, not ${easting} ${northing}`);
    }
    const base = job.controlPoints[0]!;
    assert.deepEqual([base.name, base.ellipsoidHeight, base.elevation], ['base', 54.517, 13.035]);
    assert.equal(job.controlPoints.filter(({ useHorizontal }) => useHorizontal).length, 7);
    assert.ok(job.controlPoints.slice(7, 22).every(({ ellipsoidHeight }) => Number.isNaN(ellipsoidHeight)));
  });

  it('keeps the residuals of a four-parameter fit of the seven control points', async () => {
    const { tables } = walk(BRISBANE);
    const seven = tables.get(15)!.records.slice(0, 7);
    const pairs = seven.map((record) => {
      const [longitude, latitude] = [204, 196].map((at) => (record.readDoubleLE(at) * 180) / Math.PI);
      const [e, n] = proj4('+proj=longlat +ellps=GRS80 +no_defs', MGA56, [longitude!, latitude!]);
      return {
        e: e!,
        n: n!,
        toE: record.readDoubleLE(228),
        toN: record.readDoubleLE(220),
        residual: record.readDoubleLE(244),
      };
    });
    const mean = (of: (pair: (typeof pairs)[number]) => number): number =>
      pairs.reduce((sum, pair) => sum + of(pair), 0) / 7;
    const [e0, n0, toE0, toN0] = [mean((p) => p.e), mean((p) => p.n), mean((p) => p.toE), mean((p) => p.toN)];
    let [a, b, square] = [0, 0, 0];
    for (const { e, n, toE, toN } of pairs) {
      a += (toE - toE0) * (e - e0) + (toN - toN0) * (n - n0);
      b += (toN - toN0) * (e - e0) - (toE - toE0) * (n - n0);
      square += (e - e0) ** 2 + (n - n0) ** 2;
    }
    for (const { e, n, toE, toN, residual } of pairs) {
      const dE = toE - toE0 - (a * (e - e0) - b * (n - n0)) / square;
      const dN = toN - toN0 - (b * (e - e0) + a * (n - n0)) / square;
      assert.ok(Math.abs(Math.hypot(dE, dN) - residual) < 5e-6, `${Math.hypot(dE, dN)} against ${residual}`);
    }
  });

  it('has an alignment whose straights are the segments of a line in the same file', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const [alignment] = job.alignments;
    const straights = alignment!.horizontal.filter(({ kind }) => kind === 'straight');
    assert.equal(straights.length, 8);
    const line = 30;
    const start = job.lines.firstVertex(job.lines.firstRing(line));
    const at = (i: number): [number, number] => [
      job.lines.coordinates.get(3 * (start + i)),
      job.lines.coordinates.get(3 * (start + i) + 1),
    ];
    alignment!.horizontal.forEach(({ kind, length, azimuth }, i) => {
      const [from, to] = [at(i), at(i + 1)];
      const [dE, dN] = [to[0] - from[0], to[1] - from[1]];
      assert.ok(Math.abs(Math.hypot(dE, dN) - length) < 1e-6, `element ${i}: ${length}`);
      if (kind !== 'straight') return;
      const turned = (Math.atan2(dE, dN) + 2 * Math.PI) % (2 * Math.PI);
      assert.ok(Math.abs(turned - azimuth) < 1e-9, `element ${i}: ${azimuth} against ${turned}`);
    });
    assert.equal(alignment!.vertical.length, 11);
    assert.deepEqual(alignment!.vertical[1], {
      station: 36.992,
      elevation: 3,
      curve: 'parabola',
      length: 20,
      radius: Number.NaN,
    });
  });

  it('reads flagged lines as closed: their closing side equals the opposite one', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    let quads = 0;
    for (let row = 0; row < job.lines.length; row++) {
      if (job.lines.closed.get(row) === 0 || job.lines.vertices(row) !== 4) continue;
      const start = 3 * job.lines.firstVertex(job.lines.firstRing(row));
      const c = job.lines.coordinates.view().subarray(start, start + 12);
      const side = (from: number, to: number): number =>
        Math.hypot(c[3 * to]! - c[3 * from]!, c[3 * to + 1]! - c[3 * from + 1]!);
      // Northings are rounded to half a metre, also of the small rectangles.
      assert.ok(Math.abs(side(3, 0) - side(1, 2)) < 0.36, `line ${row}: ${side(3, 0)} and ${side(1, 2)}`);
      quads++;
    }
    assert.equal(quads, 11);
  });
});

describe('the vendor’s PT3', () => {
  it('gives its three points to the millimetre', async () => {
    const { job } = await readWith('pt3', OPERATOR);
    const expected = [
      ['1', 519090.137, 6938522.302, 9.591],
      ['2', 519086.557, 6938522.87, 9.59],
      ['3', 519083.952, 6938522.41, 9.591],
    ] as const;
    assert.equal(job.points.length, 3);
    expected.forEach(([name, easting, northing, elevation], row) => {
      assert.equal(job.points.name.get(row), name);
      assert.ok(Math.abs(job.points.easting(row) - easting) < 0.001, String(job.points.easting(row)));
      assert.ok(Math.abs(job.points.northing(row) - northing) < 0.001, String(job.points.northing(row)));
      assert.ok(Math.abs(job.points.elevation(row) - elevation) < 0.001, String(job.points.elevation(row)));
      assert.equal(job.layers.name(job.points.layer.get(row)), 'My Operator Data');
      assert.equal(new Date(job.points.time.get(row)).toISOString().slice(0, 10), '2021-07-12');
    });
    assert.equal(walkedPoints(walk(OPERATOR).tables).length, 3);
  });
});

describe('detection', () => {
  it('is recognised by its signature, whatever its name', () => {
    assert.equal(detect(new MemorySource(BRISBANE, 'site.tp3'))?.format.id, 'tp3');
    const renamed = detect(new MemorySource(OPERATOR, 'site.tp3'));
    assert.deepEqual([renamed?.format.id, renamed?.mismatch, renamed?.sniffed.version], ['pt3', true, '1.7']);
  });

  it('recognises a foreign RD3 by its name and refuses it because no sample exists', () => {
    const found = detect(new MemorySource(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]), 'road.rd3'));
    assert.equal(found?.format.id, 'rd3');
    assert.equal(found!.sniffed.refusal?.code, 'machine-no-sample');
  });
});

describe('the raw walk', () => {
  it('shows every table with its fields, how certain each is, and the unknown bytes', async () => {
    const raw = await rawTables(new MemorySource(BRISBANE, 'tps-bris.tp3'));
    assert.deepEqual([raw.kind, raw.version, raw.name], ['TP3', '2.19', 'TPS Brisbane topo1']);
    assert.equal(raw.tables.length, 19);
    const layer = raw.tables.find(({ table }) => table === 11)!;
    assert.deepEqual([layer.count, layer.recordSize, layer.records.length], [18, 340, 3]);
    assert.deepEqual(layer.records[0]!.fields.find(({ name }) => name === 'name')?.value, 'Default');
    assert.ok(layer.unknownBytes > 100);
    const unknown = raw.tables.find(({ table }) => table === 23)!;
    assert.equal(unknown.title, 'unknown');
    assert.match(unknown.records[0]!.hex, /^54006500730074003000310000/);
    assert.equal(raw.elements.filter(({ list }) => list === 'list 1').length, 11);
    assert.equal(raw.elements.find(({ type }) => type === 2)?.fields[1]?.value, 10.441054783880793);
    assert.deepEqual(raw.issues, []);
    const text = rawText(raw);
    assert.match(text, /^TP3 2\.19 "TPS Brisbane topo1"\n/);
    assert.match(text, /table 16: unknown, 32 × 96 bytes, 96 of them unknown/);
    assert.match(text, /@22 flags \(fits\) = 1/);
    assert.match(text, /element of list 1, type 4/);
  });
});
