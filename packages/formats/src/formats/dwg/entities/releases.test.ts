import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import type { Entity } from '@node-projects/acad-ts';
import { documentOf, handOver, type Mark } from '../testing/handed.ts';
import { library } from '../testing/library.ts';

// The fields of most kinds are coded in another way in R14, since 2000, since 2004, since 2007 and since 2010.

const { XY, XYZ } = library;

function entities(): Entity[] {
  const line = new library.Line(new XYZ(1.5, 2.25, 3), new XYZ(-7, 1e6, 0.125));
  line.color = new library.Color(3);
  const flat = new library.Line(new XYZ(0, 0, 0), new XYZ(0, 5, 0));
  const circle = Object.assign(new library.Circle(), { center: new XYZ(1, 2, 3), radius: 4.5 });
  circle.normal = new XYZ(0, 0, -1);
  const arc = new library.Arc(new XYZ(5, 5, 0), 2, 0.5, 2.5);
  const ellipse = Object.assign(new library.Ellipse(), { majorAxisEndPoint: new XYZ(4, 1, 0), radiusRatio: 0.25 });
  const polyline = new library.LwPolyline([
    Object.assign(new library.LwPolylineVertex(new XY(0, 0)), { bulge: 0.5 }),
    new library.LwPolylineVertex(new XY(10.5, 0)),
    new library.LwPolylineVertex(new XY(10.5, -3)),
  ]);
  polyline.elevation = 12;
  polyline.isClosed = true;
  const face = Object.assign(new library.Face3D(), {
    firstCorner: new XYZ(0, 0, 1),
    secondCorner: new XYZ(2, 0, 1),
    thirdCorner: new XYZ(2, 2, 4),
    fourthCorner: new XYZ(0, 2, 4),
  });
  const solid = Object.assign(new library.Solid(), {
    firstCorner: new XYZ(0, 0, 0),
    secondCorner: new XYZ(2, 0, 0),
    thirdCorner: new XYZ(0, 2, 0),
    fourthCorner: new XYZ(2, 2, 0),
  });
  const spline = Object.assign(new library.Spline(), { degree: 3, knots: [0, 0, 0, 0, 1, 1, 1, 1] });
  for (const x of [0, 1, 3, 5]) spline.controlPoints.push(new XYZ(x, x * x, 1));
  spline.knotParametrization = 15;
  const text = Object.assign(new library.TextEntity('Höhe'), { insertPoint: new XYZ(1, 2, 3), height: 2.5 });
  text.rotation = 0.75;
  const paragraph = Object.assign(new library.MText(), {
    value: 'one\\Ptwo',
    insertPoint: new XYZ(4, 5, 6),
    height: 3,
  });
  const leader = new library.Leader();
  leader.vertices.push(new XYZ(0, 0, 0), new XYZ(5, 5, 0), new XYZ(9, 5, 0));
  const ray = Object.assign(new library.Ray(), { startPoint: new XYZ(0, 0, 0), direction: new XYZ(1, 0, 0) });
  const point = new library.Point(new XYZ(7, 8, 9));
  return [line, flat, circle, arc, ellipse, polyline, face, solid, spline, text, paragraph, leader, ray, point];
}

/** Places and texts of a job, to fifteen digits. */
function contents(job: FieldJob): string[] {
  const round = (values: ArrayLike<number>): string => Array.from(values, (value) => value.toPrecision(15)).join(' ');
  const rows: string[] = [];
  const path = new Path();
  for (const table of ['lines', 'areas'] as const)
    for (let row = 0; row < job[table].length; row++) {
      const { coordinates, bulges, count, closed } = job[table].loadPath(row, path);
      rows.push(`${table} ${closed} ${round(coordinates.subarray(0, 3 * count))} ${round(bulges.subarray(0, count))}`);
      rows.push(String(job[table].colour.get(row)));
    }
  for (let row = 0; row < job.texts.length; row++) {
    const { text, easting, northing, elevation, height, rotation } = job.texts.label(row);
    rows.push(`${text} ${round([easting, northing, elevation, height, rotation])}`);
  }
  const { points } = job;
  for (let row = 0; row < points.length; row++)
    rows.push(round([points.easting(row), points.northing(row), points.elevation(row)]));
  return rows;
}

describe('entities are the same in every release that the library acad-ts writes', () => {
  for (const mark of ['AC1014', 'AC1015', 'AC1018', 'AC1024', 'AC1027'] as const satisfies readonly Mark[])
    test(JSON.stringify(mark), async () => {
      const expected = await handOver(documentOf(...entities()));
      const { job, tally, issues } = await handOver(documentOf(...entities()), {}, mark);
      assert.deepEqual(contents(job), contents(expected.job));
      assert.deepEqual(
        tally.rows().map(({ type, read, skipped }) => [type, read, skipped]),
        expected.tally.rows().map(({ type, read, skipped }) => [type, read, skipped]),
      );
      assert.equal(tally.rows().length, 13);
      assert.equal(issues.count('dwg-entity-lost') + issues.count('dwg-object-lost'), 0);
    });
});
