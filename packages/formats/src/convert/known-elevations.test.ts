import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { reportContent } from '../index.ts';

const feature = (type: string, coordinates: unknown, name: string): object => ({
  type: 'Feature',
  properties: { name },
  geometry: { type, coordinates },
});
const RING = [
  [0, 0, -9999],
  [1, 0, 5],
  [1, 1, 6],
  [0, 0, -9999],
];
const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    feature('Point', [8, 50, -9999], 'A'),
    feature('Point', [8, 50, 7], 'B'),
    feature('Point', [8, 50, 1e20], 'C'),
    feature(
      'LineString',
      [
        [8, 50, 1],
        [9, 50, -9999],
        [9, 51, 3],
      ],
      'L',
    ),
    feature('Polygon', [RING, RING.map(([e, n, z]) => [e! / 2, n! / 2, z])], 'P'),
  ],
});
const TEXT = 'name,easting,northing,elevation\nA,1.5,2.5,3.5\nB,1.5,2.5,-9999\nC,1.5,2.5,-9999.999\nD,1.5,2.5,-9999\n';

describe('a number that means no elevation', () => {
  test('becomes unknown in points, lines and areas of any format, and is reported with count and first place', async () => {
    const { job, issues } = await imported(GEOJSON, 'a.geojson');
    const { points, lines, areas } = job;
    assert.deepEqual(
      [0, 1, 2].map((row) => points.elevation(row)),
      [Number.NaN, 7, Number.NaN],
    );
    const elevations = ({ coordinates }: typeof lines): number[] =>
      Array.from(coordinates.view()).filter((_, i) => i % 3 === 2);
    assert.deepEqual(elevations(lines), [1, Number.NaN, 3]);
    assert.deepEqual(elevations(areas), [Number.NaN, 5, 6, Number.NaN, 5, 6]);
    const reported = issues.summary().filter(({ code }) => code === 'elevation-none');
    assert.deepEqual(
      reported.map(({ parameters, count, handle }) => [parameters!['value'], count, handle]),
      [
        [-9999, 4, 'A'],
        [1e20, 1, 'C'],
      ],
    );
  });

  test('has its line in a points file', async () => {
    const { job, issues } = await imported(TEXT, 'a.csv');
    assert.deepEqual(
      [0, 1, 2].map((row) => job.points.elevation(row)),
      [3.5, Number.NaN, Number.NaN],
    );
    assert.deepEqual(
      issues
        .summary()
        .filter(({ code }) => code === 'elevation-none')
        .map(({ text, count, line }) => [text, count, line]),
      [
        ['the elevation -9999 means "no elevation"; it was read as unknown', 2, 3],
        ['the elevation -9999.999 means "no elevation"; it was read as unknown', 1, 4],
      ],
    );
  });

  test('is as unknown in a content report', async () => {
    const { report } = await reportContent(requestOf(TEXT, 'a.csv'));
    assert.deepEqual([report.extent!.minElevation, report.extent!.maxElevation], [3.5, 3.5]);
    assert.ok(report.issues.some(({ code }) => code === 'elevation-none'));
    const other = await reportContent(requestOf(GEOJSON, 'a.geojson'));
    assert.deepEqual([other.report.extent!.minElevation, other.report.extent!.maxElevation], [1, 7]);
  });

  test('is unknown as a height beside latitude and longitude', async () => {
    const { job } = await imported('name,lat,lon,height\nA,50.1,8.2,-9999\nB,50.2,8.3,44.5\n', 'a.csv');
    assert.deepEqual(
      job.controlPoints.map(({ ellipsoidHeight }) => ellipsoidHeight),
      [Number.NaN, 44.5],
    );
  });
});
