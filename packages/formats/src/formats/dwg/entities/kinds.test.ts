import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Document, documentOf, drawn, handOver, pathOf } from '../testing/handed.ts';
import { library } from '../testing/library.ts';

// Kinds of entities that are not in drawing.test.ts, each with every property that is passed on.

const { XY, XYZ } = library;

const near = (actual: readonly number[], expected: readonly number[], slack = 1e-9): void => {
  assert.equal(actual.length, expected.length, String(actual));
  for (const [i, value] of expected.entries())
    assert.ok(
      Math.abs(actual[i]! - value) <= slack || Object.is(actual[i], value),
      `${i}: ${actual} is not ${expected}`,
    );
};
const jobOf = async (document: Document): ReturnType<typeof drawn> => (await handOver(document)).job;
const ends = (at: readonly number[]): number[] => [...at.slice(0, 3), ...at.slice(-3)];

test('an ellipse runs between its parameters, in the plane of its normal', async () => {
  const ellipse = Object.assign(new library.Ellipse(), {
    center: new XYZ(10, 20, 3),
    majorAxisEndPoint: new XYZ(4, 0, 0),
    radiusRatio: 0.5,
    startParameter: 0,
    endParameter: Math.PI / 2,
  });
  const document = documentOf(ellipse);
  near(ends(pathOf(await jobOf(document)).at), [14, 20, 3, 10, 22, 3]);
  ellipse.normal = new XYZ(0, 0, -1);
  near(ends(pathOf(await jobOf(document)).at), [14, 20, 3, 10, 18, 3]);
});

test('a spline by its control points and weights, or by its fit points with spacing and tangents', async () => {
  const quarter = Object.assign(new library.Spline(), {
    degree: 2,
    knots: [0, 0, 0, 1, 1, 1],
    controlPoints: [new XYZ(1, 0, 5), new XYZ(1, 1, 5), new XYZ(0, 1, 5)],
    weights: [1, Math.SQRT1_2, 1],
  });
  const { at } = pathOf(await drawn(quarter));
  for (let i = 0; i < at.length; i += 3) near([Math.hypot(at[i]!, at[i + 1]!), at[i + 2]!], [1, 5]);

  const fitted = (spacing: number, start: readonly [number, number], closed = false): Promise<number[]> => {
    const spline = new library.Spline();
    spline.degree = 3;
    spline.knotParametrization = spacing;
    spline.startTangent = new XYZ(start[0], start[1], 0);
    spline.isClosed = closed;
    for (const [x, y] of [
      [0, 0],
      [1, 3],
      [9, 0],
    ] as const)
      spline.fitPoints.push(new XYZ(x, y, 2));
    return drawn(spline).then((job) => pathOf(job).at);
  };
  const curves = await Promise.all([fitted(0, [0, 0]), fitted(1, [0, 0]), fitted(2, [0, 0])]);
  for (const curve of curves) near(ends(curve), [0, 0, 2, 9, 0, 2]);
  assert.equal(new Set(curves.map(String)).size, 3);
  const steep = await fitted(2, [0, 50]);
  assert.ok(Math.abs(steep[3]!) < 0.01 * steep[4]!, `${steep.slice(0, 6)}`);
  near(ends(await fitted(0, [0, 0], true)), [0, 0, 2, 0, 0, 2]);
});

test('rays and construction lines keep their direction and end at the box of the drawing', async () => {
  const ray = Object.assign(new library.Ray(), { startPoint: new XYZ(5, 5, 1), direction: new XYZ(1, 0, 0) });
  const endless = Object.assign(new library.XLine(), { firstPoint: new XYZ(5, 5, 2), direction: new XYZ(0, 1, 0) });
  const box = new library.Line(new XYZ(0, 0, 0), new XYZ(100, 100, 0));
  const job = await drawn(ray, endless, box);
  const lines = [0, 1, 2].map((row) => pathOf(job, row).at);
  assert.ok(
    lines.some((at) => String(at) === '5,5,1,110,5,1'),
    String(lines),
  );
  assert.ok(
    lines.some((at) => String(at) === '5,-10,2,5,110,2'),
    String(lines),
  );
});

test('the last corners of a SOLID are swapped and are in the plane of its normal', async () => {
  const solid = new library.Solid();
  solid.firstCorner = new XYZ(0, 0, 1);
  solid.secondCorner = new XYZ(2, 0, 1);
  solid.thirdCorner = new XYZ(0, 3, 1);
  solid.fourthCorner = new XYZ(2, 3, 1);
  const document = documentOf(solid);
  near(pathOf(await jobOf(document), 0, 'areas').at, [0, 0, 1, 2, 0, 1, 2, 3, 1, 0, 3, 1]);
  solid.normal = new XYZ(0, 0, -1);
  near(pathOf(await jobOf(document), 0, 'areas').at, [0, 0, -1, -2, 0, -1, -2, 3, -1, 0, 3, -1]);
});

test('elliptic, spline and polyline boundaries of a hatch, at its elevation, solid or not', async () => {
  const ellipse = Object.assign(new library.HatchBoundaryPathEllipse(), {
    center: new XY(0, 0),
    majorAxisEndPoint: new XY(4, 0),
    minorToMajorRatio: 0.5,
    startAngle: 0,
    endAngle: Math.PI / 4,
    counterClockWise: true,
  });
  const curve = Object.assign(new library.HatchBoundaryPathSpline(), {
    degree: 2,
    isRational: true,
    knots: [0, 0, 0, 1, 1, 1],
    controlPoints: [new XYZ(1, 0, 1), new XYZ(1, 1, Math.SQRT1_2), new XYZ(0, 1, 1)],
  });
  const square = new library.HatchBoundaryPathPolyline();
  square.vertices.push(new XYZ(0, 0, 1), new XYZ(4, 0, 0), new XYZ(4, 4, 0));
  const areas = await Promise.all(
    [ellipse, curve, square].map(async (edge) => {
      const hatch = new library.Hatch();
      hatch.isSolid = true;
      hatch.elevation = 7;
      hatch.paths.push(new library.HatchBoundaryPath([edge]));
      const job = await drawn(hatch);
      assert.deepEqual(job.areas.attributes.get(0), ['pattern', 'SOLID']);
      return pathOf(job, 0, 'areas');
    }),
  );
  const at = 4 / Math.sqrt(5);
  near(ends(areas[0]!.at), [4, 0, 7, at, at, 7]);
  for (let i = 0; i < areas[1]!.at.length; i += 3) near([Math.hypot(areas[1]!.at[i]!, areas[1]!.at[i + 1]!)], [1]);
  assert.deepEqual(
    [areas[2]!.at, areas[2]!.bulges],
    [
      [0, 0, 7, 4, 0, 7, 4, 4, 7],
      [1, 0, 0],
    ],
  );
});

test('a text by its second place, rotated, and seen from below', async () => {
  const text = new library.TextEntity('A');
  text.insertPoint = new XYZ(1, 2, 3);
  text.alignmentPoint = new XYZ(10, 20, 3);
  text.horizontalAlignment = 2;
  text.verticalAlignment = 3;
  text.rotation = 0.25;
  const document = documentOf(text);
  const { texts } = await jobOf(document);
  const { easting, northing, justification, verticalJustification, rotation } = texts.label(0);
  assert.deepEqual([easting, northing, justification, verticalJustification], [10, 20, 'right', 'top']);
  near([rotation], [0.25]);
  text.normal = new XYZ(0, 0, -1);
  near([(await jobOf(document)).texts.label(0).easting], [-10]);
});

test('a leader is straight or the curve through its vertices', async () => {
  const leader = new library.Leader();
  leader.vertices.push(new XYZ(0, 0, 1), new XYZ(5, 5, 1), new XYZ(10, 0, 1));
  leader.pathType = 0;
  const document = documentOf(leader);
  near(pathOf(await jobOf(document)).at, [0, 0, 1, 5, 5, 1, 10, 0, 1]);
  leader.pathType = 1;
  const { at } = pathOf(await jobOf(document));
  assert.ok(at.length > 30);
  near(ends(at), [0, 0, 1, 10, 0, 1]);
});

test('the frame of an embedded document, and the path of a wipeout in its pixels', async () => {
  const ole = new library.Ole2Frame();
  // Its corners are among its data.
  const data = new DataView(new ArrayBuffer(200));
  for (const [at, x, y] of [
    [2, 1, 9],
    [50, 5, 2],
  ] as const) {
    data.setFloat64(at, x, true);
    data.setFloat64(at + 8, y, true);
  }
  ole.binaryData = new Uint8Array(data.buffer);
  const wipeout = new library.Wipeout();
  wipeout.insertPoint = new XYZ(100, 200, 0);
  wipeout.uVector = new XYZ(10, 0, 0);
  wipeout.vVector = new XYZ(0, 20, 0);
  wipeout.size = new XY(1, 1);
  wipeout.clipBoundaryVertices.push(new XY(-0.5, -0.5), new XY(0.5, 0.5));
  const { job, issues } = await handOver(documentOf(ole, wipeout));
  near(pathOf(job, 0, 'areas').at, [1, 2, 0, 5, 2, 0, 5, 9, 0, 1, 9, 0]);
  near(pathOf(job, 1, 'areas').at, [100, 220, 0, 110, 220, 0, 110, 200, 0, 100, 200, 0]);
  assert.deepEqual(
    [job.areas.attributes.get(0), job.areas.attributes.get(1)],
    [
      ['frame', 'ole'],
      ['frame', 'wipeout'],
    ],
  );
  assert.deepEqual([issues.count('ole-as-frame'), issues.count('wipeout-as-area')], [1, 1]);
});
