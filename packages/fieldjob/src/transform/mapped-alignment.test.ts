import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Alignment, alignmentOf, type HorizontalElement, type VerticalPoint } from '../alignment.ts';
import { JobBuilder } from '../builder.ts';
import type { FieldJob } from '../job.ts';
import { type FollowedAlignment, TransformSink } from '../transform-sink.ts';
import type { CoordinateChange } from './coordinate-mover.ts';

const element = (kind: HorizontalElement['kind'], own: Partial<HorizontalElement>): HorizontalElement => ({
  ...{ kind, startStation: 0, length: 100, startEasting: 1000, startNorthing: 2000, azimuth: 0 },
  ...{ startRadius: Infinity, endRadius: Infinity, ...own },
});
const pvi = (station: number, elevation: number, length = 0): VerticalPoint => ({
  ...{ station, elevation, length, curve: length > 0 ? 'parabola' : 'none', radius: Number.NaN },
});
/** North for 100, then a quarter of a circle of 100 to the right. */
const ROAD = alignmentOf('road', {
  startStation: 500,
  horizontal: [
    element('straight', { startStation: 500 }),
    element('arc', {
      ...{ startStation: 600, startNorthing: 2100, length: 50 * Math.PI, startRadius: 100, endRadius: 100 },
    }),
  ],
});

/** The job after a map between reference systems, and the reports. */
function moved(
  alignment: Alignment,
  change: CoordinateChange,
): { job: FieldJob; followed: FollowedAlignment[]; skipped: string[] } {
  const builder = new JobBuilder();
  const followed: FollowedAlignment[] = [];
  const skipped: string[] = [];
  const sink = new TransformSink(
    builder,
    () => change,
    (_kind, name) => skipped.push(name),
    (one) => followed.push(one),
  );
  sink.alignment(alignment);
  sink.finish();
  return { job: builder.job, followed, skipped };
}

/** Turned by 30° to the left, half as large again, and somewhere else. */
const SIMILAR = (position: Float64Array): void => {
  const [e, n] = position as unknown as [number, number];
  const [re, im] = [1.5 * Math.cos(Math.PI / 6), 1.5 * Math.sin(Math.PI / 6)];
  position[0] = 7000 + re * e - im * n;
  position[1] = 8000 + im * e + re * n;
};
/** Eastings one per thousand longer: circles become ellipses. */
const STRETCHED = (position: Float64Array): void => {
  position[0]! *= 1.001;
};

/** The end of an element in very small straight steps. */
function endOf({ startEasting, startNorthing, azimuth, length, startRadius, endRadius }: HorizontalElement): number[] {
  const steps = 20_000;
  let [e, n] = [startEasting, startNorthing];
  for (let i = 0; i < steps; i++) {
    const s = ((i + 0.5) * length) / steps;
    const angle = azimuth + s / startRadius + ((1 / endRadius - 1 / startRadius) * s * s) / (2 * length);
    e += (length / steps) * Math.sin(angle);
    n += (length / steps) * Math.cos(angle);
  }
  return [e, n];
}
const near = (found: readonly number[], expected: readonly number[], within: number): void => {
  assert.equal(found.length, expected.length);
  for (const [i, value] of found.entries()) assert.ok(Math.abs(value - expected[i]!) <= within, `${found} ${expected}`);
};

describe('an alignment in another reference system', () => {
  it('keeps its elements under a similarity: turned, with lengths and radii in the new scale', () => {
    const { job, followed } = moved(ROAD, { map: SIMILAR });
    const [straight, arc] = job.alignments[0]!.horizontal as [HorizontalElement, HorizontalElement];
    assert.deepEqual([straight.kind, arc.kind], ['straight', 'arc']);
    near([straight.length, arc.length, arc.startRadius, arc.endRadius], [150, 75 * Math.PI, 150, 150], 1e-9);
    near([straight.azimuth, arc.azimuth], [(11 / 6) * Math.PI, (11 / 6) * Math.PI], 1e-12);
    const places = [Float64Array.of(1000, 2000, 0), Float64Array.of(1000, 2100, 0), Float64Array.of(1100, 2200, 0)];
    for (const place of places) SIMILAR(place);
    near([straight.startEasting, straight.startNorthing], [...places[0]!.subarray(0, 2)], 1e-9);
    near([arc.startEasting, arc.startNorthing], [...places[1]!.subarray(0, 2)], 1e-9);
    near(endOf(arc), [...places[2]!.subarray(0, 2)], 1e-5);
    near([straight.startStation, arc.startStation], [500, 650], 1e-9);
    assert.deepEqual(
      [followed[0]!.as, followed[0]!.parted, Math.round(followed[0]!.scale * 1e9)],
      ['elements', 0, 15e8],
    );
  });

  it('has an element that the map bends in chords within the tolerance, and reports their number', () => {
    const { job, followed } = moved(ROAD, { map: STRETCHED });
    const [straight, ...rest] = job.alignments[0]!.horizontal;
    assert.equal(straight!.kind, 'straight');
    assert.deepEqual([followed[0]!.as, followed[0]!.parted, followed[0]!.tolerance], ['parts', 1, 0.001]);
    // Middles of the chords are on the stretched circle about 1100, 2100.
    assert.ok(rest.length > 4 && rest.every((one) => one.kind !== 'clothoid'));
    for (const one of rest) {
      const [e, n] = endOf({ ...one, length: one.length / 2 });
      const away = Math.hypot(e! / 1.001 - 1100, n! - 2100);
      assert.ok(Math.abs(away - 100) < 0.00101, `${away}`);
    }
    const last = endOf(rest.at(-1)!);
    near(last, [1100 * 1.001, 2200], 1e-6);
  });

  it('has its profile, sections and equations at the same places, by the stations that the new lengths give', () => {
    const higher = (position: Float64Array): void => {
      SIMILAR(position);
      position[2]! += 40;
    };
    const { job } = moved(
      {
        ...ROAD,
        vertical: [pvi(500, 10), pvi(550, 12, 20), pvi(700, 13)],
        sections: [
          { name: 'at', station: 550, points: Float64Array.of(-4, 9.5, 4, 9.6) },
          { name: 'template', station: Number.NaN, points: Float64Array.of(-4, -0.1) },
        ],
        equations: [
          { back: 520, ahead: 1000 },
          { back: 1100, ahead: 5 },
        ],
      },
      { map: higher },
    );
    const { vertical, sections, equations } = job.alignments[0]!;
    near(
      vertical.flatMap(({ station, elevation, length }) => [station, elevation, length]),
      [500, 50, 0, 575, 52, 30, 800, 53, 0],
      1e-9,
    );
    near([sections[0]!.station], [575], 1e-9);
    near([...sections[0]!.points], [-6, 49.5, 6, 49.6], 1e-9);
    assert.deepEqual([...sections[1]!.points], [-4, -0.1], 'a template has differences of height');
    // 20 and then 100 of the axis, half as long again.
    near(
      equations.flatMap(({ back, ahead }) => [back, ahead]),
      [530, 1000, 1150, 5],
      1e-9,
    );
  });

  it('has further points in grades where heights do not change evenly', () => {
    const bend = (position: Float64Array): void => void (position[2]! += ((position[1]! - 2000) / 100) ** 2 / 10);
    const { job } = moved({ ...ROAD, vertical: [pvi(500, 10), pvi(600, 20)] }, { map: bend });
    const { vertical } = job.alignments[0]!;
    assert.ok(vertical.length >= 9, `${vertical.length}`);
    for (const [i, { station, elevation }] of vertical.entries()) {
      const way = (station - 500) / 100;
      near([elevation], [10 + 10 * way + way ** 2 / 10], 1e-9);
      if (i > 0) assert.ok(station > vertical[i - 1]!.station);
    }
    const even = moved(
      { ...ROAD, vertical: [pvi(500, 10), pvi(600, 20)] },
      { map: (position) => void (position[2]! += position[1]! / 1000) },
    );
    assert.equal(even.job.alignments[0]!.vertical.length, 2);
  });

  it('becomes lines with elevations where the other system has degrees', () => {
    const vertical = [pvi(500, 10), pvi(600, 20)];
    const { job, followed } = moved(
      { ...ROAD, vertical, code: 'CL' },
      { map: (position) => void (position[0]! /= 1e5), toAngular: true },
    );
    assert.deepEqual(
      [job.alignments.length, job.lines.length, job.lines.code.get(0), job.lines.name.get(1)],
      [0, 2, 'CL', 'road'],
    );
    assert.deepEqual([...job.lines.coordinates.view().subarray(0, 6)], [0.01, 2000, 10, 0.01, 2100, 20]);
    assert.equal(followed[0]!.as, 'line');
  });

  it('with a part that has no place there is left out', () => {
    const nowhere = (position: Float64Array): void =>
      void (position[0] = position[0]! > 1050 ? Infinity : position[0]!);
    for (const change of [{ map: nowhere }, { map: SIMILAR, angular: true }])
      assert.deepEqual(moved(ROAD, change).skipped, ['road']);
  });

  it('of no length, without elements or of a whole circle follows like any other', () => {
    assert.deepEqual(moved(alignmentOf('empty'), { map: SIMILAR }).job.alignments, [alignmentOf('empty')]);
    const dot = { ...ROAD, horizontal: [element('straight', { length: 0 })] };
    assert.equal(moved(dot, { map: SIMILAR }).job.alignments[0]!.horizontal[0]!.length, 0);
    const circle = element('arc', { length: 200 * Math.PI, startRadius: -100, endRadius: -100 });
    const [only, ...others] = moved({ ...ROAD, horizontal: [circle] }, { map: SIMILAR }).job.alignments[0]!.horizontal;
    assert.deepEqual([others.length, Math.round(only!.startRadius * 1e6)], [0, -150e6]);
    near([only!.length], [300 * Math.PI], 1e-6);
  });

  it('follows a change of unit first: the tolerance is a millimetre in the unit of the target', () => {
    const change = {
      map: SIMILAR,
      unit: { from: 'metre', to: 'internationalFoot' },
      describe: { unit: 'internationalFoot' },
    } as const;
    const { job, followed } = moved(ROAD, change);
    near([job.alignments[0]!.horizontal[0]!.length], [150 / 0.3048], 1e-9);
    near([followed[0]!.tolerance], [0.001 / 0.3048], 1e-9);
  });
});

describe('an alignment with exchanged axes', () => {
  const CURVED = {
    ...ROAD,
    vertical: [pvi(500, 10), pvi(600, 12, 20)],
    sections: [{ name: 's', station: 550, points: Float64Array.of(-5, 1, 5, 2), codes: ['L', 'R'] }],
    horizontal: [...ROAD.horizontal, element('clothoid', { startStation: 757, azimuth: 2, startRadius: -80 })],
  };

  it('is the mirror image; stations, profile and what lies to either side stay', () => {
    const { job, skipped } = moved(CURVED, { swap: true });
    const [mirrored] = job.alignments;
    assert.deepEqual({ ...mirrored!, horizontal: [] }, { ...CURVED, horizontal: [] });
    for (const [i, given] of CURVED.horizontal.entries()) {
      const [e, n] = endOf(given);
      near(endOf(mirrored!.horizontal[i]!), [n!, e!], 1e-6);
      assert.equal(mirrored!.horizontal[i]!.startStation, given.startStation);
    }
    assert.deepEqual(skipped, []);
  });

  it('is itself after a second exchange', () => {
    const [again] = moved(moved(CURVED, { swap: true }).job.alignments[0]!, { swap: true }).job.alignments;
    for (const [i, given] of CURVED.horizontal.entries()) {
      const { azimuth, ...rest } = again!.horizontal[i]!;
      assert.deepEqual({ ...rest, azimuth: given.azimuth }, given);
      near([azimuth], [given.azimuth], 1e-12);
    }
  });

  it('follows a map afterwards', () => {
    const { job } = moved(ROAD, { swap: true, map: SIMILAR });
    for (const [i, given] of ROAD.horizontal.entries()) {
      const [e, n] = endOf(given);
      const place = Float64Array.of(n!, e!, 0);
      SIMILAR(place);
      near(endOf(job.alignments[0]!.horizontal[i]!), [place[0]!, place[1]!], 1e-3);
    }
  });
});
