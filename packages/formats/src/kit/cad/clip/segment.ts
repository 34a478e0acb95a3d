import { FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import { type Arc, arcOfBulge, bulgeOfSweep } from '@fieldbridge/fieldjob/geometry/bulge.ts';

/** A vertex; its bulge bends what leaves it, as in `Path`. */
export interface Vertex {
  readonly easting: number;
  readonly northing: number;
  /** NaN: unknown. */
  readonly elevation: number;
  readonly bulge: number;
}

/** Share of a segment. */
const NEAR = 1e-6;

/** A straight or curved segment of a path; a share of it is 0 at its beginning and 1 at its end. */
export class Segment {
  readonly start: Vertex;
  readonly end: Vertex;
  readonly #arc: Arc | undefined;

  constructor(start: Vertex, end: Vertex) {
    this.start = start;
    this.end = end;
    this.#arc = arcOfBulge(start.easting, start.northing, end.easting, end.northing, start.bulge);
  }

  /** The position at a share of it. */
  at(share: number): Vertex {
    const { start: a, end: b } = this;
    const between = (from: number, to: number): number => from + (to - from) * share;
    const elevation = between(a.elevation, b.elevation);
    const arc = this.#arc;
    if (arc === undefined)
      return { easting: between(a.easting, b.easting), northing: between(a.northing, b.northing), elevation, bulge: 0 };
    const angle = arc.startAngle + arc.sweep * share;
    const easting = arc.easting + arc.radius * Math.cos(angle);
    return { easting, northing: arc.northing + arc.radius * Math.sin(angle), elevation, bulge: 0 };
  }

  /** The bulge of a part of it that has a share of its angle. */
  bulgeOf(share: number): number {
    return this.#arc === undefined ? 0 : bulgeOfSweep(this.#arc.sweep * share);
  }

  /** Where it crosses the straight line between two positions: shares of this segment and of that line. */
  crossings(e1: number, n1: number, e2: number, n2: number): (readonly [own: number, other: number])[] {
    const [de, dn] = [e2 - e1, n2 - n1];
    const { start: a, end: b } = this;
    if (this.#arc === undefined) {
      const [se, sn] = [b.easting - a.easting, b.northing - a.northing];
      const turn = se * dn - sn * de;
      const [fe, fn] = [e1 - a.easting, n1 - a.northing];
      const [own, other] = [(fe * dn - fn * de) / turn, (fe * sn - fn * se) / turn];
      return isPart(own) && isPart(other) ? [[own, other]] : [];
    }
    const { easting, northing, radius, startAngle, sweep } = this.#arc;
    const length = Math.hypot(de, dn);
    const [fe, fn] = [e1 - easting, n1 - northing];
    const nearest = -(fe * de + fn * dn) / length;
    const away = (fe * dn - fn * de) / length;
    const half = Math.sqrt(radius * radius - away * away);
    if (!(half > 0)) return [];
    return [nearest - half, nearest + half].flatMap((along) => {
      const other = along / length;
      const angle = Math.atan2(fn + other * dn, fe + other * de);
      const turned = (((angle - startAngle) * Math.sign(sweep)) % FULL_TURN) + FULL_TURN;
      const own = (turned % FULL_TURN) / Math.abs(sweep);
      return isPart(own) && isPart(other) ? [[own, other] as const] : [];
    });
  }

  /**
   * Where it meets the straight line through two positions near a share of it, exactly; undefined if it is an arc or
   * nearly parallel.
   */
  meets(e1: number, n1: number, e2: number, n2: number, near: number): Vertex | undefined {
    if (this.#arc !== undefined) return undefined;
    const { start: a, end: b } = this;
    const [de, dn] = [e2 - e1, n2 - n1];
    const turn = (b.easting - a.easting) * dn - (b.northing - a.northing) * de;
    const own = ((e1 - a.easting) * dn - (n1 - a.northing) * de) / turn;
    return Math.abs(own - near) < NEAR ? this.at(Math.min(1, Math.max(0, own))) : undefined;
  }

  /** How many times a ray to the east from a position crosses it. Of ends at that northing only lower ones count. */
  crossingsOfRay(easting: number, northing: number): number {
    const { start: a, end: b } = this;
    const arc = this.#arc;
    if (arc === undefined) return Number(rayMeets(a, b, easting, northing));
    // Parts of the arc that only rise or only fall, each with the positions of its ends.
    const [first, last] = [arc.startAngle, arc.startAngle + arc.sweep];
    const [low, high] = [Math.min(first, last), Math.max(first, last)];
    const turns: number[] = [];
    for (let k = Math.ceil(low / Math.PI - 0.5); (k + 0.5) * Math.PI < high; k++)
      if ((k + 0.5) * Math.PI > low) turns.push((k + 0.5) * Math.PI);
    if (arc.sweep < 0) turns.reverse();
    const angles = [first, ...turns, last];
    let count = 0;
    for (let i = 0; i + 1 < angles.length; i++) {
      const from = i === 0 ? a.northing : arc.northing + arc.radius * Math.sin(angles[i]!);
      const to = i + 2 === angles.length ? b.northing : arc.northing + arc.radius * Math.sin(angles[i + 1]!);
      if (from > northing === to > northing) continue;
      const side = Math.sign(Math.cos((angles[i]! + angles[i + 1]!) / 2));
      const up = northing - arc.northing;
      if (easting < arc.easting + side * Math.sqrt(Math.max(0, arc.radius * arc.radius - up * up))) count++;
    }
    return count;
  }
}

/** Whether a ray to the east from a position crosses a straight line. */
export function rayMeets(
  a: Pick<Vertex, 'easting' | 'northing'>,
  b: Pick<Vertex, 'easting' | 'northing'>,
  easting: number,
  northing: number,
): boolean {
  if (a.northing > northing === b.northing > northing) return false;
  return easting < a.easting + ((b.easting - a.easting) * (northing - a.northing)) / (b.northing - a.northing);
}

/** The segments of one ring of a path. @param closed whether one leads from its last vertex to its first */
export function segmentsOf(path: Path, ring: number, closed: boolean): Segment[] {
  const { coordinates: c, bulges } = path;
  const vertices: Vertex[] = [];
  for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++)
    vertices.push({ easting: c[3 * i]!, northing: c[3 * i + 1]!, elevation: c[3 * i + 2]!, bulge: bulges[i]! });
  const count = closed ? vertices.length : vertices.length - 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    return new Segment(vertices[i]!, vertices[(i + 1) % vertices.length]!);
  });
}

function isPart(share: number): boolean {
  return share >= 0 && share <= 1;
}
