import type { Path } from '@fieldbridge/fieldjob';
import type { Piece } from './coord-geom.ts';

/** A chord turns by at most this many radians. */
const STEP = 0.02;
const MOST_CHORDS = 512;

/**
 * Adds a clothoid to a path as chords, its end left out. Curvature runs linearly along it; positions by Simpson's rule on the
 * direction, the small rest to the stated end spread along it.
 */
export function strokeClothoid(piece: Piece, path: Path): void {
  const { start, end, length, azimuth } = piece;
  const from = 1 / piece.startRadius;
  const change = (1 / piece.endRadius - from) / length;
  const direction = (s: number): number => azimuth + from * s + (change * s * s) / 2;
  const turn = (Math.abs(1 / piece.startRadius) + Math.abs(1 / piece.endRadius)) * length;
  const chords = Math.min(MOST_CHORDS, Math.max(2, Math.ceil(turn / STEP)));
  const step = length / chords;
  const eastings = [start.easting];
  const northings = [start.northing];
  for (let i = 0; i < chords; i++) {
    const [a, m, b] = [direction(i * step), direction((i + 0.5) * step), direction((i + 1) * step)];
    eastings.push(eastings[i]! + (step / 6) * (Math.sin(a) + 4 * Math.sin(m) + Math.sin(b)));
    northings.push(northings[i]! + (step / 6) * (Math.cos(a) + 4 * Math.cos(m) + Math.cos(b)));
  }
  const restEasting = end.easting - eastings[chords]!;
  const restNorthing = end.northing - northings[chords]!;
  for (let i = 0; i < chords; i++) {
    const t = i / chords;
    const elevation = start.elevation + (end.elevation - start.elevation) * t;
    path.vertex(
      eastings[i]! + restEasting * t,
      northings[i]! + restNorthing * t,
      i === 0 ? start.elevation : elevation,
    );
  }
}
