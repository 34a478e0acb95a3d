import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HorizontalElement } from '../alignment.ts';
import { Axis, shownStation, stationRuns } from './axis.ts';

const [E, N] = [500_000, 5_800_000];
const element = (kind: HorizontalElement['kind'], rest: Partial<HorizontalElement>): HorizontalElement => ({
  ...{ kind, startStation: Number.NaN, length: 100, startEasting: E, startNorthing: N },
  ...{ azimuth: 0, startRadius: Infinity, endRadius: Infinity, ...rest },
});
/** 100 north, then a quarter of a circle of 100 to the right, then 50 east. */
const ROAD = {
  startStation: 1000,
  horizontal: [
    element('straight', {}),
    element('arc', { startNorthing: N + 100, length: 50 * Math.PI, startRadius: 100, endRadius: 100 }),
    element('straight', { startEasting: E + 100, startNorthing: N + 200, azimuth: Math.PI / 2, length: 50 }),
  ],
};
const QUARTER = 1100 + 50 * Math.PI;

describe('station and offset of', () => {
  const axis = new Axis(ROAD);
  const diagonal = 100 * Math.SQRT1_2;
  for (const [name, east, north, station, offset] of [
    ['the start', 0, 0, 1000, 0],
    ['right of a straight', 7, 30, 1030, 7],
    ['left of a straight', -7.5, 99, 1099, -7.5],
    ['the middle of an arc', 100 - diagonal, 100 + diagonal, 1100 + 25 * Math.PI, 0],
    ['inside an arc', 100 - diagonal / 2, 100 + diagonal / 2, 1100 + 25 * Math.PI, 50],
    ['outside an arc', 100 - diagonal * 1.2, 100 + diagonal * 1.2, 1100 + 25 * Math.PI, -20],
    ['the last straight', 130, 195, QUARTER + 30, 5],
    ['the end', 150, 200, QUARTER + 50, 0],
  ] as const)
    it(name, () => {
      const found = axis.locate(E + east, N + north)!;
      assert.ok(Math.abs(found.station - station) < 1e-6 && Math.abs(found.offset - offset) < 1e-6, `${found.station}`);
    });

  for (const [name, east, north] of [
    ['before the start', 3, -0.01],
    ['behind the end', 150.01, 190],
  ] as const)
    it(`a place ${name} has none`, () => assert.equal(axis.locate(E + east, N + north), undefined));

  it('a kink is its corner', () => {
    const bent = new Axis({
      startStation: 0,
      horizontal: [element('straight', {}), element('straight', { startNorthing: N + 100, azimuth: Math.PI / 2 })],
    });
    assert.deepEqual(bent.locate(E - 3, N + 104), { station: 100, offset: -5 });
  });

  it('places at any station and offset of a clothoid are these', () => {
    const spiral = new Axis({ startStation: 50, horizontal: [element('clothoid', { azimuth: 1, endRadius: -80 })] });
    fc.assert(
      fc.property(
        fc.double({ min: 50, max: 150, noNaN: true }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        (station, offset) => {
          const { easting, northing } = spiral.at(station, offset)!;
          const found = spiral.locate(easting, northing)!;
          assert.ok(Math.abs(found.station - station) < 2e-5, `${found.station} instead of ${station}`);
          assert.ok(Math.abs(found.offset - offset) < 2e-5, `${found.offset} instead of ${offset}`);
        },
      ),
    );
  });
});

it('the place at a station is on the axis, and undefined beyond it', () => {
  const axis = new Axis(ROAD);
  const { easting, northing, azimuth } = axis.at(1100 + 25 * Math.PI, 10)!;
  const radius = 90 * Math.SQRT1_2;
  assert.ok(Math.hypot(easting - E - 100 + radius, northing - N - 100 - radius) < 1e-8);
  assert.ok(Math.abs(azimuth - Math.PI / 4) < 1e-12);
  assert.deepEqual([axis.at(999.9), axis.at(QUARTER + 50.1)], [undefined, undefined]);
});

it('chords between the stops leave the axis by no more than the tolerance', () => {
  const axis = new Axis(ROAD);
  const stops = axis.stops(0.01, 1000);
  assert.deepEqual([stops[0], stops[1], stops.at(-1)], [1000, 1100, QUARTER + 50]);
  for (let i = 1; i < stops.length; i++) {
    const [a, b, middle] = [stops[i - 1]!, stops[i]!, (stops[i - 1]! + stops[i]!) / 2].map((at) => axis.at(at)!);
    const apart = Math.hypot(
      (a!.easting + b!.easting) / 2 - middle!.easting,
      (a!.northing + b!.northing) / 2 - middle!.northing,
    );
    assert.ok(apart <= 0.0101, `${apart}`);
  }
});

describe('stations are named by the equations:', () => {
  const equations = [
    { back: 1200, ahead: 2000 },
    { back: 2100, ahead: 2050 },
  ];
  for (const [station, shown] of [
    [1000, 1000],
    [1199.5, 1199.5],
    [1200, 2000],
    [1250, 2050],
    [1300, 2050],
    [1310, 2060],
  ] as const)
    it(`${station} is ${shown}`, () => assert.equal(shownStation(station, stationRuns(1000, equations)), shown));
});
