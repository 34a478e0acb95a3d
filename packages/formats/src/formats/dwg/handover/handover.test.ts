import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { library } from '../library/library.ts';
import { documentOf, drawn, handOver, pathOf } from '../testing/handed.ts';
import { Groups } from './groups.ts';
import { ModelTags } from './model-tags.ts';

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

test('polylines, meshes and faces with their vertices', async () => {
  const flat = new library.Polyline2D();
  flat.elevation = 3;
  for (const [x, y] of [
    [0, 0],
    [4, 0],
  ] as const)
    flat.vertices.push(Object.assign(new library.Vertex2D(new XYZ(x, y, 0)), { bulge: 1 }));
  const free = new library.Polyline3D([new XYZ(0, 0, 1), new XYZ(5, 5, 2), new XYZ(6, 6, 3)]);
  const polyface = new library.PolyfaceMesh();
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const)
    polyface.vertices.push(new library.VertexFaceMesh(new XYZ(x, y, 9)));
  polyface.faces.push(Object.assign(new library.VertexFaceRecord(), { index1: 1, index2: 2, index3: -3, index4: 4 }));
  const mesh = new library.Mesh();
  mesh.vertices.push(new XYZ(0, 0, 0), new XYZ(1, 0, 0), new XYZ(1, 1, 1));
  mesh.faces.push([0, 1, 2]);
  const face = new library.Face3D();
  face.firstCorner = new XYZ(0, 0, 0);
  face.secondCorner = new XYZ(2, 0, 0);
  face.thirdCorner = face.fourthCorner = new XYZ(2, 2, 2);
  const { job, tally } = await handOver(documentOf(flat, free, polyface, mesh, face));
  assert.deepEqual(pathOf(job, 0).at, [0, 0, 3, 4, 0, 3]);
  assert.equal(pathOf(job, 0).bulges[0], 1);
  assert.deepEqual(pathOf(job, 1).at, [0, 0, 1, 5, 5, 2, 6, 6, 3]);
  assert.deepEqual(pathOf(job, 0, 'areas').at, [0, 0, 9, 1, 0, 9, 1, 1, 9, 0, 1, 9]);
  assert.deepEqual(pathOf(job, 1, 'areas').at, [0, 0, 0, 1, 0, 0, 1, 1, 1]);
  assert.deepEqual(pathOf(job, 2, 'areas').at, [0, 0, 0, 2, 0, 0, 2, 2, 2]);
  assert.deepEqual(
    tally.rows().map(({ type, read }) => `${type} ${read}`),
    ['POLYLINE 3', 'MESH 1', '3DFACE 1'],
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

test('a reference has its attributes, its array and its block', async () => {
  const document = new library.CadDocument();
  const block = new library.BlockRecord('TREE');
  block.entities.add(new library.Circle(new XYZ(0, 0, 0), 1));
  document.blockRecords!.add(block);
  const insert = new library.Insert(block);
  insert.insertPoint = new XYZ(100, 200, 0);
  insert.xScale = insert.yScale = 2;
  const attribute = new library.AttributeEntity();
  attribute.tag = 'NAME';
  attribute.value = 'Oak';
  insert.attributes.push(attribute);
  const array = new library.Insert(block);
  Object.assign(array, { columnCount: 3, columnSpacing: 10, insertPoint: new XYZ(0, 0, 0) });
  document.modelSpace!.entities.add(insert);
  document.modelSpace!.entities.add(array);
  const { job } = await handOver(document);
  assert.deepEqual([job.points.length, job.lines.length], [1, 4]);
  assert.deepEqual([job.points.easting(0), job.points.northing(0), job.points.name.get(0)], [100, 200, 'Oak']);
  assert.equal(pathOf(job, 0).at[0], 102);
  assert.deepEqual(
    [1, 2, 3].map((row) => pathOf(job, row).at[0]),
    [1, 11, 21],
  );
  assert.equal(job.lines.block.get(0), 'TREE');
});

test('an attribute of several lines has all of them; a copy of a dimension is shifted from its block', async () => {
  const document = new library.CadDocument();
  const block = new library.BlockRecord('SIGN');
  block.entities.add(new library.Line(new XYZ(1, 2, 0), new XYZ(3, 2, 0)));
  document.blockRecords!.add(block);
  const insert = new library.Insert(block);
  const attribute = new library.AttributeEntity();
  attribute.tag = 'NOTE';
  attribute.value = 'first';
  attribute.mText = new library.MText();
  attribute.mText.value = 'first\\Psecond';
  attribute.mText.insertPoint = new XYZ(7, 8, 9);
  insert.attributes.push(attribute);
  document.modelSpace!.entities.add(insert);
  const dimension = new library.DimensionLinear();
  dimension.block = block;
  dimension.insertionPoint = new XYZ(100, 50, 0);
  document.modelSpace!.entities.add(dimension);
  const { job } = await handOver(document);
  assert.deepEqual(job.points.attributes.get(0), ['NOTE', 'first\nsecond']);
  const { text, easting, northing } = job.texts.label(0);
  assert.deepEqual([text, easting, northing], ['first\nsecond', 7, 8]);
  assert.deepEqual(pathOf(job, 1).at.slice(0, 2), [101, 52]);
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

test('the elements of a multiline have the colours of its style', async () => {
  const style = new library.MLineStyle('ROAD');
  const colours = [new library.Color(1), new library.Color(256), new library.Color(0x10, 0x20, 0x30)];
  for (const [i, color] of colours.entries())
    style.addElement(Object.assign(new library.MLineStyleElement(), { offset: 1 - i, color }));
  const line = new library.MLine();
  line.style = style;
  for (const x of [0, 10]) {
    const vertex = Object.assign(new library.MLineVertex(), { position: new XYZ(x, 0, 0), miter: new XYZ(0, 1, 0) });
    for (const offset of [1, 0, -1])
      vertex.segments.push(Object.assign(new library.MLineSegment(), { parameters: [offset, 0] }));
    line.vertices.push(vertex);
  }
  const { job } = await handOver(documentOf(line));
  assert.deepEqual(
    [0, 1, 2].map((row) => job.lines.colour.get(row)),
    [0xff0000, -1, 0x102030],
  );
});

test('an incomplete entity is counted and reported, and affects nothing else', async () => {
  const broken = new library.Line(new XYZ(0, 0, 0), new XYZ(1, 1, 1));
  const document = documentOf(broken, new library.Line(new XYZ(0, 0, 0), new XYZ(2, 2, 2)));
  Object.assign(broken, { endPoint: undefined });
  const { job, issues, tally } = await handOver(document);
  assert.equal(job.lines.length, 1);
  assert.deepEqual(pathOf(job).at, [0, 0, 0, 2, 2, 2]);
  const [issue] = issues.places();
  assert.deepEqual(
    [issue?.code, issue?.severity, issue?.handle],
    ['dwg-entity-lost', 'warning', broken.handle.toString(16).toUpperCase()],
  );
  assert.deepEqual(
    tally.rows().map(({ found, read, skipped }) => [found, read, skipped]),
    [[2, 1, 1]],
  );
});

test('issues have handles but no position, because there is no file', async () => {
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
