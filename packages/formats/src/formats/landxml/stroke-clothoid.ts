import type { Path } from '@fieldbridge/fieldjob';
import type { Piece } from './coord-geom.ts';

/** Most radians by which a chord turns. */
const STEP = 0.02;
const MOST_CHORDS = 512;

/** A curve with linear curvature: a clothoid, with straights and arcs as special cases. */
export interface Bend {
  readonly easting: number;
  readonly northing: number;
  /** Radians clockwise from north. */
  readonly azimuth: number;
  readonly length: number;
  /** Signed, positive to the right; Infinity where straight. */
  readonly startRadius: number;
  readonly endRadius: number;
}

/** Direction at the end of a bend. */
export function endAzimuth({ azimuth, length, startRadius, endRadius }: Bend): number {
  return azimuth + (length / startRadius + length / endRadius) / 2;
}

/**
 * Points along a bend at equal distances, including both ends: easting, northing pairs by Simpson's rule on the
 * direction.
 */
export function traceBend(bend: Bend): number[] {
  const { length, azimuth } = bend;
  const from = 1 / bend.startRadius;
  const to = 1 / bend.endRadius;
  const change = length > 0 ? (to - from) / length : 0;
  const direction = (s: number): number => azimuth + from * s + (change * s * s) / 2;
  const turn = (Math.abs(from) + Math.abs(to)) * length;
  const chords = Math.min(MOST_CHORDS, Math.max(2, Math.ceil(turn / STEP) || 2));
  const step = length / chords;
  const points = [bend.easting, bend.northing];
  for (let i = 0; i < chords; i++) {
    const [a, m, b] = [direction(i * step), direction((i + 0.5) * step), direction((i + 1) * step)];
    points.push(points[2 * i]! + (step / 6) * (Math.sin(a) + 4 * Math.sin(m) + Math.sin(b)));
    points.push(points[2 * i + 1]! + (step / 6) * (Math.cos(a) + 4 * Math.cos(m) + Math.cos(b)));
  }
  return points;
}

/** Adds a clothoid to a path as chords, without its end; the small gap to the stated end is distributed along it. */
export function strokeClothoid(piece: Piece, path: Path): void {
  const { start, end } = piece;
  const points = traceBend({ ...piece, easting: start.easting, northing: start.northing });
  const chords = points.length / 2 - 1;
  const restEasting = end.easting - points[2 * chords]!;
  const restNorthing = end.northing - points[2 * chords + 1]!;
  for (let i = 0; i < chords; i++) {
    const t = i / chords;
    const elevation = i === 0 ? start.elevation : start.elevation + (end.elevation - start.elevation) * t;
    path.vertex(points[2 * i]! + restEasting * t, points[2 * i + 1]! + restNorthing * t, elevation);
  }
}
