import assert from 'node:assert/strict';
import { Path } from '@fieldbridge/fieldjob';
import type { Groups } from './groups.ts';
import type { Read } from './reading.ts';

/** A line or an area in plain values. */
export interface Shape {
  readonly closed: boolean;
  /** Easting, northing, elevation per vertex; NaN where unknown. */
  readonly vertices: number[][];
  readonly bulges: number[];
  /** First vertex of each ring. */
  readonly rings: number[];
}

/** An entity as groups, from one text `TYPE code value code value …`; values with blanks follow as separate groups. */
export function entity(text: string, ...more: Groups): Groups {
  return [0, ...text.trim().split(/\s+/), ...more];
}

/** A line (or area) of a reading. */
export function shape({ job }: Pick<Read, 'job'>, row = 0, table: 'lines' | 'areas' = 'lines'): Shape {
  const path = job[table].loadPath(row, new Path());
  const { coordinates: c, count, closed, bulges, rings } = path;
  const vertices = Array.from({ length: count }, (_, i) => Array.from(c.subarray(3 * i, 3 * i + 3)));
  return { closed, vertices, bulges: Array.from(bulges.subarray(0, count)), rings: [...rings] };
}

/** All lines (or areas) of a reading. */
export function shapes(read: Pick<Read, 'job'>, table: 'lines' | 'areas' = 'lines'): Shape[] {
  return Array.from({ length: read.job[table].length }, (_, row) => shape(read, row, table));
}

/**
 * Asserts that numbers, however nested, are equal up to rounding; NaN equals NaN. @param slack share of the larger one,
 * or of 1
 */
export function assertNear(actual: unknown, expected: unknown, message = '', slack = 1e-9): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const allowed = slack * Math.max(1, Math.abs(expected));
    const isNear = Object.is(actual, expected) || Math.abs(actual - expected) <= allowed;
    assert.ok(isNear, `${message}: ${actual} is not ${expected}`);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(
      actual.length,
      expected.length,
      `${message}: ${JSON.stringify(actual)} against ${JSON.stringify(expected)}`,
    );
    for (const [i, value] of expected.entries()) assertNear(actual[i], value, `${message}[${i}]`, slack);
  } else assert.deepEqual(actual, expected, message);
}
