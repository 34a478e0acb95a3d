import { type HatchLine, type Path, strokePath } from '@fieldbridge/fieldjob';

/** Most steps through dashes, gaps and dots per allowed piece. */
const STEPS = 10;
/** Shortest piece as a share of the distance between lines. */
const TOUCH = 1e-9;

/**
 * The pieces of a pattern inside a boundary, by the even-odd rule. Dots have no length and give no pieces.
 * @param boundary without arcs @param most pieces (and crossings with the boundary) allowed
 * @returns from and to of each piece as four numbers; undefined when the pattern is faulty or there would be more than
 * `most`
 */
export function patternPieces(boundary: Path, line: HatchLine, most: number): number[] | undefined {
  const [c, s] = [Math.cos(line.angle), Math.sin(line.angle)];
  const spacing = c * line.offset[1] - s * line.offset[0];
  const shift = c * line.offset[0] + s * line.offset[1];
  const cycle = line.dashes.reduce((sum, dash) => sum + Math.abs(dash), 0);
  if (!(Math.abs(spacing) > 0) || !Number.isFinite(spacing + shift + cycle)) return undefined;
  const crossings = crossingsOf(boundary, line, c, s, spacing, most);
  if (crossings === undefined) return undefined;
  const pieces: number[] = [];
  const add = (from: number, to: number, across: number): void => {
    const [e, n] = [line.base[0] - s * across, line.base[1] + c * across];
    pieces.push(e + c * from, n + s * from, e + c * to, n + s * to);
  };
  let steps = 0;
  for (const [number, along] of crossings) {
    along.sort((a, b) => a - b);
    for (let i = 0; i + 1 < along.length; i += 2) {
      const [from, to] = [along[i]!, along[i + 1]!];
      // Where a line touches a corner, rounding leaves a piece of almost no length.
      if (!(to - from > TOUCH * Math.abs(spacing))) continue;
      if (cycle === 0) {
        if (line.dashes.length === 0) add(from, to, number * spacing);
        continue;
      }
      const begin = number * shift;
      steps += ((to - from) / cycle + 1) * line.dashes.length;
      if (!(steps <= STEPS * most)) return undefined;
      for (let at = begin + Math.floor((from - begin) / cycle) * cycle; at < to; ) {
        const before = at;
        for (const dash of line.dashes) {
          const end = at + Math.abs(dash);
          if (dash > 0 && end > from && at < to) add(Math.max(at, from), Math.min(end, to), number * spacing);
          at = end;
        }
        // Dashes that are far smaller than the coordinates vanish by rounding.
        if (!(at > before)) return undefined;
      }
    }
  }
  return pieces.length / 4 <= most ? pieces : undefined;
}

/**
 * The pieces of all families of an area's hatch, whose bases are relative to the area's first vertex.
 * @param tolerance of chords in place of the area's arcs @returns as `patternPieces`
 */
export function hatchPieces(
  area: Path,
  families: readonly HatchLine[],
  tolerance: number,
  most: number,
): number[] | undefined {
  const [e = 0, n = 0] = area.coordinates;
  const boundary = strokePath(area, tolerance);
  const all: number[] = [];
  for (const line of families) {
    const base = [line.base[0] + e, line.base[1] + n] as const;
    const pieces = patternPieces(boundary, { ...line, base }, most - all.length / 4);
    if (pieces === undefined) return undefined;
    for (const value of pieces) all.push(value);
  }
  return all;
}

/** Where the lines of a family cross the boundary: positions along each line, by its number. */
function crossingsOf(
  { coordinates, rings, count: vertices }: Path,
  { base }: HatchLine,
  c: number,
  s: number,
  spacing: number,
  most: number,
): Map<number, number[]> | undefined {
  const crossings = new Map<number, number[]>();
  let count = 0;
  for (let ring = 0; ring < rings.length; ring++) {
    const start = rings[ring]!;
    const end = rings[ring + 1] ?? vertices;
    for (let i = start; i < end; i++) {
      const j = i + 1 === end ? start : i + 1;
      const [e1, n1] = [coordinates[3 * i]! - base[0], coordinates[3 * i + 1]! - base[1]];
      const [e2, n2] = [coordinates[3 * j]! - base[0], coordinates[3 * j + 1]! - base[1]];
      // Position across the family, in line numbers.
      const [k1, k2] = [(c * n1 - s * e1) / spacing, (c * n2 - s * e2) / spacing];
      const [u1, u2] = [c * e1 + s * n1, c * e2 + s * n2];
      // An edge includes its lower end but not its upper one, so that a vertex is crossed once.
      const [low, high] = [Math.ceil(Math.min(k1, k2)), Math.ceil(Math.max(k1, k2))];
      count += high - low;
      if (!(count <= most)) return undefined;
      for (let k = low; k < high; k++) {
        const along = u1 + ((u2 - u1) * (k - k1)) / (k2 - k1);
        const known = crossings.get(k);
        if (known === undefined) crossings.set(k, [along]);
        else known.push(along);
      }
    }
  }
  return crossings;
}
