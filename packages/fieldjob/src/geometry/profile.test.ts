import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignmentOf, type HorizontalElement, type VerticalPoint } from '../alignment.ts';
import { traceAlignment } from './alignment-trace.ts';
import { axisRuns } from './axis-runs.ts';
import type { Path } from './path.ts';
import { Profile } from './profile.ts';

const pvi = (station: number, elevation: number): VerticalPoint => ({
  ...{ station, elevation, curve: 'none', length: 0, radius: Number.NaN },
});
const parabola = (station: number, elevation: number, length: number): VerticalPoint => ({
  ...{ station, elevation, curve: 'parabola', length, radius: Number.NaN },
});
const arc = (station: number, elevation: number, radius: number, length = Number.NaN): VerticalPoint => ({
  ...{ station, elevation, curve: 'arc', length, radius },
});
/** A crest from +2 % to -1 % with a curve of 40. */
const CREST = [pvi(0, 100), parabola(100, 102, 40), pvi(200, 101)];

// Worked by hand: on the curve, elevation = 101.6 + 0.02 x - 0.03 x² / 80 from station 80 on.
for (const [name, vertical, station, elevation] of [
  ['its first point', CREST, 0, 100],
  ['a grade', CREST, 50, 101],
  ['the start of a parabola', CREST, 80, 101.6],
  ['the middle of a parabola', CREST, 100, 101.85],
  ['another place on it', CREST, 110, 101.8625],
  ['its end', CREST, 120, 101.8],
  ['the last point', CREST, 200, 101],
  ['before the profile', CREST, -0.02, Number.NaN],
  ['behind the profile', CREST, 200.02, Number.NaN],
  ['a rounding error beyond the profile', CREST, 200.005, 101],
  ['a rounding error after points very close together', [pvi(0, 10), pvi(1e-9, 12)], 0.005, 12],
  ['a rounding error before points very close together', [pvi(0, 10), pvi(1e-9, 12)], -0.005, 10],
  ['points in another order', CREST.toReversed(), 110, 101.8625],
  ['a point at the same station once more', [...CREST, pvi(200, 7)], 150, 101.5],
  ['points that lie nowhere', [pvi(Number.NaN, 5), pvi(50, Number.NaN), ...CREST], 50, 101],
  ['a curve at the end', [pvi(0, 10), parabola(100, 20, 50)], 90, 19],
  ['a curve longer than the grades', [pvi(0, 10), parabola(50, 20, 1e6), pvi(100, 10)], 50, 15],
  ['an arc larger than the grades', [pvi(0, 10), arc(50, 20, 1e6), pvi(150, 10)], 110, 14],
  ['points of no distance', [pvi(0, 10), arc(5e-324, 9, 1e-3), parabola(1e-323, 8, 1), pvi(100, 8)], 50, 8],
  ['a curve of no length', [pvi(0, 10), parabola(50, 20, 0), pvi(100, 10)], 50, 20],
  ['a curve where the grade stays', [pvi(0, 10), parabola(50, 15, 20), pvi(100, 20)], 52, 15.2],
  ['an arc of no radius and no length', [pvi(0, 10), arc(50, 20, Number.NaN), pvi(100, 10)], 50, 20],
  ['no point at all', [], 10, Number.NaN],
  ['one point', [pvi(10, 5)], 10, 5],
  ['beside one point', [pvi(10, 5)], 11, Number.NaN],
] as const)
  test(`elevation at ${name}`, () => {
    const found = new Profile(vertical).elevation(station);
    assert.ok(Object.is(found, elevation) || Math.abs(found - elevation) < 1e-9, `${found}`);
  });

for (const [name, first, second, radius] of [
  ['sag', -0.06, 0.04, 500],
  ['crest', 0.05, -0.03, 800],
  ['sag that only falls', -0.08, -0.02, 1000],
] as const)
  test(`a circular ${name} is a circle of its radius that touches both grades`, () => {
    const point = arc(500, 50, radius);
    const profile = new Profile([pvi(0, 50 - 500 * first), point, pvi(1000, 50 + 500 * second)]);
    // The centre lies on the bisector of the grades, R from either.
    const [a, b] = [Math.atan(first), Math.atan(second)];
    const tangent = radius * Math.tan(Math.abs(b - a) / 2);
    const up = Math.sign(b - a);
    const centre = {
      station: 500 - tangent * Math.cos(a) - up * radius * Math.sin(a),
      elevation: 50 - tangent * Math.sin(a) + up * radius * Math.cos(a),
    };
    for (let i = 1; i < 20; i++) {
      const from = 500 - tangent * Math.cos(a);
      const station = from + (i / 20) * tangent * (Math.cos(a) + Math.cos(b));
      const away = Math.hypot(station - centre.station, profile.elevation(station) - centre.elevation);
      assert.ok(Math.abs(away - radius) < 1e-9, `${away}`);
    }
    const beyond = 500 + tangent * Math.cos(b) + 1;
    assert.ok(Math.abs(profile.elevation(beyond) - (50 + second * (beyond - 500))) < 1e-9);
    const byLength = new Profile([
      ...[pvi(0, 50 - 500 * first), arc(500, 50, Number.NaN, radius * Math.abs(b - a)), pvi(1000, 50 + 500 * second)],
    ]);
    assert.ok(Math.abs(byLength.elevation(500) - profile.elevation(500)) < 1e-9, 'the length says the same');
  });

const straight: HorizontalElement = {
  ...{ kind: 'straight', startStation: 0, length: 200, startEasting: 1000, startNorthing: 2000, azimuth: Math.PI / 2 },
  ...{ startRadius: Infinity, endRadius: Infinity },
};
const triples = ({ coordinates, count }: Path): number[][] =>
  Array.from({ length: count }, (_, i) =>
    Array.from(coordinates.subarray(3 * i, 3 * i + 3), (value) => Math.round(value * 1e9) / 1e9),
  );

test('the axis has a vertex where the grade changes, and chords of a curve keep to the tolerance', () => {
  const tolerance = 0.001;
  const path = traceAlignment(alignmentOf('axis', { horizontal: [straight], vertical: CREST }), tolerance);
  const vertices = triples(path);
  assert.deepEqual(vertices[0], [1000, 2000, 100]);
  for (const [easting, elevation] of [
    [1080, 101.6],
    [1120, 101.8],
    [1200, 101],
  ] as const)
    assert.ok(vertices.some((at) => Math.abs(at[0]! - easting) < 1e-6 && Math.abs(at[2]! - elevation) < 1e-9));
  // Half of a metre at a time, against the elevations worked by hand.
  for (let station = 80; station <= 120; station += 0.5) {
    const right = vertices.findIndex((at) => at[0]! > 1000 + station - 1e-9);
    const [a, b] = [vertices[right - 1]!, vertices[right]!];
    const chord = a[2]! + ((b[2]! - a[2]!) * (1000 + station - a[0]!)) / (b[0]! - a[0]!);
    const x = station - 80;
    assert.ok(Math.abs(chord - (101.6 + 0.02 * x - (0.03 * x * x) / 80)) <= tolerance + 1e-9, `${station}: ${chord}`);
  }
  assert.ok(vertices.length < 25, `${vertices.length} vertices`);
});

test('stations of the profile are those of the elements, which continue where none is stated', () => {
  const second = { ...straight, startStation: Number.NaN, startEasting: 1200 };
  const horizontal = [{ ...straight, startStation: 500 }, second];
  const vertical = [pvi(500, 10), pvi(900, 50)];
  const path = traceAlignment(alignmentOf('axis', { startStation: 7, horizontal, vertical }), 0.001);
  assert.deepEqual(triples(path), [
    [1000, 2000, 10],
    [1200, 2000, 30],
    [1400, 2000, 50],
  ]);
});

test('an axis that the profile does not cover is split where the profile begins and ends', () => {
  const vertical = [pvi(50, 10), pvi(150, 12)];
  const runs = [...axisRuns(alignmentOf('axis', { horizontal: [straight], vertical }), 0.001)].map(triples);
  const none = Number.NaN;
  assert.deepEqual(runs, [
    [
      [1000, 2000, none],
      [1050, 2000, none],
    ],
    [
      [1050, 2000, 10],
      [1150, 2000, 12],
    ],
    [
      [1150, 2000, none],
      [1200, 2000, none],
    ],
  ]);
  assert.equal([...axisRuns(alignmentOf('plan', { horizontal: [straight] }), 0.001)].length, 1);
  assert.equal([...axisRuns(alignmentOf('empty'), 0.001)].length, 0);
});

test('a profile of very many overlapping curves does not make an endless axis', () => {
  const vertical = Array.from({ length: 3000 }, (_, i) => parabola(i / 15, (i % 2) * 1000, 1e6));
  const horizontal = Array.from({ length: 50 }, () => straight);
  const path = traceAlignment(alignmentOf('axis', { horizontal, vertical }), 1e-9);
  assert.ok(path.count < 3_000_000, `${path.count} vertices`);
});
