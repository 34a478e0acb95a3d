import type { Pen } from '../../../kit/cad/pen.ts';
import type { Drawn } from '../dialect.ts';
import type { V8Element } from './element.ts';

/** Numbers of vertices and profiles. */
const [VERTICES, PROFILES] = [0x7c, 0x7f];
/** Direction from which the line is seen, profiles, then vertices. */
const [NORMAL, FIRST_PROFILE] = [0xe8, 0x100];
const [PROFILE_SIZE, VERTEX_SIZE] = [0x20, 0x28];
/** Longest mitre, in distances of the profile; sharper corners are cut off there. */
const LONGEST_MITRE = 10;

type Position = readonly [easting: number, northing: number, elevation: number];

/**
 * Draws a multi-line (36) as one line per profile, with mitred corners. Caps, breaks and the styles of profiles are not
 * drawn. Layout from v8file.net (MIT), held against `FindMultiLinesByScanCriteria.dgn` and the corpus sample. That
 * positive distances lie on the left is a guess: the profiles of both files are symmetrical.
 * @param position the position at an offset @param length a length in the job's unit
 */
export function drawMultiLine(
  { view, size }: V8Element,
  pen: Pen,
  position: (at: number) => Position,
  length: (stored: number) => number,
): Drawn {
  if (size < FIRST_PROFILE) return { fault: 'dgn-element-short' };
  const [count, profiles] = [view.getUint16(VERTICES, true), view.getUint8(PROFILES)];
  const first = FIRST_PROFILE + profiles * PROFILE_SIZE;
  if (size < first + count * VERTEX_SIZE) return { fault: 'dgn-element-short' };
  const vertices = Array.from({ length: count }, (_, i) => position(first + i * VERTEX_SIZE));
  if (vertices.length < 2) return { fault: 'dgn-no-vertex' };
  const side = view.getFloat64(NORMAL + 16, true) < 0 ? -1 : 1;
  const shifts = shiftsOf(vertices);
  for (let profile = 0; profile < profiles; profile++) {
    const distance = side * length(view.getFloat64(FIRST_PROFILE + profile * PROFILE_SIZE, true));
    pen.path.clear();
    for (const [i, [easting, northing, elevation]] of vertices.entries())
      pen.path.vertex(easting + distance * shifts[i]![0], northing + distance * shifts[i]![1], elevation);
    if (!pen.line()) return { fault: 'dgn-position-invalid' };
  }
  return 'drawn';
}

/** Per vertex the shift of a line at distance 1 on the left: across at the ends, along the bisector between. */
function shiftsOf(vertices: readonly Position[]): [number, number][] {
  const across = vertices.slice(1).map(([easting, northing], i): [number, number] => {
    const [east, north] = [easting - vertices[i]![0], northing - vertices[i]![1]];
    const reach = Math.hypot(east, north) || 1;
    return [-north / reach, east / reach];
  });
  return vertices.map((_, i) => {
    const before = across[i - 1] ?? across[i]!;
    const after = across[i] ?? before;
    const [east, north] = [before[0] + after[0], before[1] + after[1]];
    const square = east * east + north * north;
    // The sum of the two unit vectors is 2 cos(half the turn) long, and the mitre 1 / cos.
    const factor = Math.min(2 / square, LONGEST_MITRE / Math.sqrt(square));
    return Number.isFinite(factor) ? [east * factor, north * factor] : before;
  });
}
