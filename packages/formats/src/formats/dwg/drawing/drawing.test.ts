import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { Groups } from '../handover/groups.ts';
import { ModelTags } from '../handover/model-tags.ts';
import { documentOf, drawn, handOver, pathOf } from '../testing/handed.ts';
import { library } from '../testing/library.ts';

const { XY, XYZ } = library;

test('an empty document is an empty drawing', async () => {
  const { points, lines, areas, texts } = countsOf(await drawn());
  assert.equal(points + lines + areas + texts, 0);
});

test('lines, points and arcs keep every digit; angles become degrees and back', async () => {
  const coordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.tuple(coordinate, coordinate, coordinate), coordinate, async ([x, y, z], other) => {
      const line = new library.Line(new XYZ(x, y, z), new XYZ(other, x, y));
      const point = new library.Point(new XYZ(z, y, x));
      const job = await drawn(line, point);
      const same = (a: number, b: number): void => assert.ok(a === b, `${a} ${b}`);
      for (const [i, value] of pathOf(job).at.entries()) same(value, [x, y, z, other, x, y][i]!);
      same(job.points.easting(0), z);
    }),
    { numRuns: 20 },
  );
  const arc = new library.Arc(new XYZ(0, 0, 5), 2, 0, Math.PI / 2);
  const { at, bulges } = pathOf(await drawn(arc));
  assert.ok(
    [2, 0, 5].every((value, i) => Math.abs(at[i]! - value) < 1e-9),
    String(at),
  );
  assert.ok(Math.abs(bulges[0]! - Math.tan(Math.PI / 8)) < 1e-9);
});

test('an LWPOLYLINE at elevation 0 has no elevation, any other has one; widths and bulges are kept', async () => {
  const vertex = (x: number, y: number, bulge = 0, width = 0): InstanceType<typeof library.LwPolylineVertex> =>
    Object.assign(new library.LwPolylineVertex(new XY(x, y)), { bulge, startWidth: width });
  const flat = new library.LwPolyline([vertex(0, 0, 0.5, 0.3), vertex(10, 0), vertex(10, 5)]);
  flat.isClosed = true;
  const high = new library.LwPolyline([vertex(0, 0), vertex(1, 1)]);
  high.elevation = 7;
  high.constantWidth = 0.25;
  const job = await drawn(flat, high);
  const [a, b] = [pathOf(job, 0), pathOf(job, 1)];
  assert.deepEqual([a.at[0], a.at[1], a.closed, a.bulges[0]], [0, 0, true, 0.5]);
  assert.ok(Number.isNaN(a.at[2]));
  assert.deepEqual(b.at, [0, 0, 7, 1, 1, 7]);
  assert.deepEqual(
    [job.lines.attributes.get(0), job.lines.attributes.get(1)],
    [
      ['width', '0.3'],
      ['width', '0.25'],
    ],
  );
});

test('meshes and faces with their vertices', async () => {
  const mesh = new library.Mesh();
  mesh.vertices.push(new XYZ(0, 0, 0), new XYZ(1, 0, 0), new XYZ(1, 1, 1));
  mesh.faces.push([0, 1, 2]);
  const face = new library.Face3D();
  face.firstCorner = new XYZ(0, 0, 0);
  face.secondCorner = new XYZ(2, 0, 0);
  face.thirdCorner = face.fourthCorner = new XYZ(2, 2, 2);
  const { job, tally } = await handOver(documentOf(mesh, face));
  assert.deepEqual(pathOf(job, 0, 'areas').at, [0, 0, 0, 1, 0, 0, 1, 1, 1]);
  assert.deepEqual(pathOf(job, 1, 'areas').at, [0, 0, 0, 2, 0, 0, 2, 2, 2]);
  assert.deepEqual(
    tally.rows().map(({ type, read }) => `${type} ${read}`),
    ['MESH 1', '3DFACE 1'],
  );
});

test('a hatch is an area with its edges, pattern and gradient', async () => {
  const hatch = new library.Hatch();
  hatch.pattern = new library.HatchPattern('ANSI31');
  const arc = Object.assign(new library.HatchBoundaryPathArc(), {
    center: new XY(0, 0),
    radius: 1,
    startAngle: 0,
    endAngle: Math.PI,
    counterClockWise: true,
  });
  const line = Object.assign(new library.HatchBoundaryPathLine(), { start: new XY(-1, 0), end: new XY(1, 0) });
  hatch.paths.push(new library.HatchBoundaryPath([arc, line]));
  hatch.gradientColor.enabled = true;
  hatch.gradientColor.name = 'LINEAR';
  const job = await drawn(hatch);
  const { at, bulges } = pathOf(job, 0, 'areas');
  assert.deepEqual(at.slice(0, 2), [1, 0]);
  assert.ok(Math.abs(bulges.reduce((sum, bulge) => sum + Math.atan(bulge) * 4, 0) - Math.PI) < 1e-9);
  assert.deepEqual(job.areas.attributes.get(0), ['pattern', 'ANSI31', 'gradient', 'LINEAR']);
});

test('texts keep their place and style, whatever characters they contain', async () => {
  const text = new library.TextEntity('Größe ^ 12 日本');
  text.insertPoint = new XYZ(1, 2, 3);
  text.height = 2.5;
  text.rotation = 0.5;
  const several = new library.MText('first\nsecond');
  several.insertPoint = new XYZ(4, 5, 6);
  several.alignmentPoint = new XYZ(0, 1, 0);
  const { texts } = await drawn(text, several);
  const label = texts.label(0);
  assert.equal(label.text, 'Größe ^ 12 日本');
  assert.deepEqual([label.easting, label.northing, label.elevation, label.height], [1, 2, 3, 2.5]);
  assert.ok(Math.abs(label.rotation - 0.5) < 1e-12);
  assert.ok(Math.abs(texts.label(1).rotation - Math.PI / 2) < 1e-12);
});

test('any text is passed on unchanged', () => {
  const groups = new Groups();
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 }), (texts) => {
      groups.clear();
      for (const text of texts) groups.text(1, text);
      const read = texts.map((_, i) => Buffer.from(groups.bytes.subarray(groups.values[i], groups.ends[i])).toString());
      const back = read.map((text) =>
        text.replace(/\^(.)/g, (_, c: string) => (c === ' ' ? '^' : String.fromCharCode(c.charCodeAt(0) - 64))),
      );
      assert.deepEqual(back, texts);
    }),
  );
});

test('layers keep colour, visibility and line weight; entities their colour', async () => {
  const document = new library.CadDocument();
  const layer = new library.Layer('KERB');
  layer.color = new library.Color(18, 52, 86);
  layer.isOn = false;
  layer.lineWeight = 50;
  document.layers!.add(layer);
  const plain = new library.Line(new XYZ(0, 0, 0), new XYZ(1, 0, 0));
  plain.layer = layer;
  const red = new library.Line(new XYZ(0, 0, 0), new XYZ(2, 0, 0));
  red.color = new library.Color(1);
  const hidden = new library.Line(new XYZ(0, 0, 0), new XYZ(3, 0, 0));
  hidden.isInvisible = true;
  for (const line of [plain, red, hidden]) document.modelSpace!.entities.add(line);
  const { job, issues } = await handOver(document);
  assert.equal(job.lines.length, 2);
  const kerb = job.layers.get(job.lines.layer.get(0))!;
  assert.deepEqual([kerb.name, kerb.colour, kerb.visible, kerb.lineWeight], ['KERB', 0x123456, false, 50]);
  assert.deepEqual([job.lines.colour.get(0), job.lines.colour.get(1)], [-1, 0xff0000]);
  assert.ok(issues.places().some(({ code }) => code === 'entity-hidden'));
});

test('entities of a sheet belong to that sheet', async () => {
  const document = documentOf(new library.Line(new XYZ(0, 0, 0), new XYZ(1, 1, 1)));
  document.paperSpace!.entities.add(new library.Line(new XYZ(0, 0, 0), new XYZ(5, 5, 5)));
  assert.equal((await handOver(document)).job.lines.length, 1);
  const both = (await handOver(document, { space: 'both' })).job;
  assert.deepEqual([both.lines.page.get(0), both.lines.page.get(1)].sort(), [0, 1]);
});

test('a drawing with a local grid has no system unless the grid coincides with it', async () => {
  const xml =
    '<Dictionary><Alias id="25832" type="CoordinateSystem"><Namespace>EPSG Code</Namespace></Alias></Dictionary>';
  const crs = async (easting: number): Promise<unknown> => {
    const document = documentOf(new library.Line(new XYZ(0, 0, 0), new XYZ(1, 1, 1)));
    const data = new library.GeoData();
    data.name = library.CadDictionary.geographicData;
    data.coordinatesType = 1;
    data.designPoint = new XYZ(0, 0, 0);
    data.referencePoint = new XYZ(easting, 0, 0);
    data.coordinateSystemDefinition = xml;
    document.modelSpace!.createExtendedDictionary().add(data);
    const { job, issues } = await handOver(document);
    assert.equal(
      issues.summary().some(({ code }) => code === 'geodata-own-grid'),
      easting !== 0,
    );
    return job.info.crs;
  };
  assert.deepEqual(await crs(500_000), { kind: 'local' });
  assert.deepEqual(await crs(0), { kind: 'epsg', code: 25832, name: undefined });
});

test('issues have handles but no position, because bits of objects are no lines or bytes', async () => {
  const line = new library.Line(new XYZ(Number.NaN, 0, 0), new XYZ(1, 0, 0));
  const { issues } = await handOver(documentOf(line));
  const [issue] = issues.places();
  assert.equal(issue?.handle, line.handle.toString(16).toUpperCase());
  assert.deepEqual([issue?.line, issue?.offset], [undefined, undefined]);
});

test('a drawing in memory cannot be rewound', () => {
  const tags = new ModelTags(new Groups(), [][Symbol.iterator]() as Iterator<number>, 10);
  assert.equal(tags.next(), false);
  assert.throws(() => tags.seek(), /read once/);
});
