import { type MeshChunk, NO_HEIGHT } from '@fieldbridge/view-wire';
import Flatbush from 'flatbush';

/** A line in plan that surfaces are cut along: easting and northing of its vertices, and the station of each. */
export interface CutLine {
  readonly places: Float64Array;
  readonly stations: Float64Array;
}

/** A station and the elevation there. */
export type CutPoint = readonly [station: number, elevation: number];

/** Ends of pieces closer than this are one place: a few steps of view data, because chunks have their own centres. */
const JOIN = 3e-4;
/** Most lines that a piece may continue at one end: more than a surface has sheets. */
const OPEN = 8;

interface Piece {
  readonly from: CutPoint;
  readonly to: CutPoint;
}

/** Cuts the triangles of one surface along a line: exact crossings with their edges. */
export class MeshCut {
  readonly #line: CutLine;
  readonly #index: Flatbush;
  readonly #pieces: Piece[] = [];

  constructor(line: CutLine) {
    this.#line = line;
    const { places } = line;
    const count = Math.max(1, places.length / 2 - 1);
    this.#index = new Flatbush(count);
    for (let i = 0; i < count; i++) {
      const [x, y, u = x, v = y] = this.#near(i);
      this.#index.add(Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v));
    }
    this.#index.finish();
  }

  /** Cuts a chunk of the surface. */
  add({ head, plan, height, triangles }: MeshChunk): void {
    const [east0, north0] = [head.easting - this.#line.places[0]!, head.northing - this.#line.places[1]!];
    const corners = new Float64Array(9);
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      let isKnown = height !== null;
      for (let k = 0; k < 3; k++) {
        const vertex = triangles[i + k]!;
        const [x, y] = [east0 + plan[2 * vertex]! * head.step, north0 + plan[2 * vertex + 1]! * head.step];
        const up = height?.[vertex] ?? NO_HEIGHT;
        isKnown &&= up !== NO_HEIGHT;
        corners.set([x, y, head.elevation + up * head.step], 3 * k);
        [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
      }
      if (isKnown) for (const leg of this.#index.search(west, south, east, north)) this.#cut(corners, leg);
    }
  }

  /** The cut from the first station to the last, in parts: one ends where the surface does. */
  get parts(): CutPoint[][] {
    const parts: CutPoint[][] = [];
    const sorted = this.#pieces.toSorted((a, b) => a.from[0] - b.from[0] || a.to[0] - b.to[0]);
    let before: Piece | undefined;
    for (const piece of sorted) {
      // An edge that lies on the line is cut from both of its triangles.
      if (before !== undefined && isSame(before.from, piece.from) && isSame(before.to, piece.to)) continue;
      before = piece;
      const open = parts.slice(-OPEN).findLast((part) => isSame(part.at(-1)!, piece.from));
      if (open === undefined) parts.push([piece.from, piece.to]);
      else open.push(piece.to);
    }
    return parts;
  }

  /** Start and end of a leg of the line, about its first place: coordinates are large. */
  #near(leg: number): number[] {
    const { places } = this.#line;
    return Array.from(places.subarray(2 * leg, 2 * leg + 4), (value, i) => value - places[i % 2]!);
  }

  #cut(corners: Float64Array, leg: number): void {
    const [x, y, u = x!, v = y!] = this.#near(leg) as [number, number, number?, number?];
    const length = Math.hypot(u - x, v - y);
    if (length === 0) return;
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    let [low, high]: [CutPoint | undefined, CutPoint | undefined] = [undefined, undefined];
    const offer = (along: number, up: number): void => {
      if (low === undefined || along < low[0]) low = [along, up];
      if (high === undefined || along > high[0]) high = [along, up];
    };
    for (let k = 0; k < 3; k++) {
      const a = sideOf(corners, k, x, y, dx, dy);
      const b = sideOf(corners, (k + 1) % 3, x, y, dx, dy);
      if (a.right === 0) offer(a.along, a.up);
      if (a.right * b.right >= 0) continue;
      const share = a.right / (a.right - b.right);
      offer(a.along + share * (b.along - a.along), a.up + share * (b.up - a.up));
    }
    if (low === undefined || high === undefined) return;
    this.#keep(low, high, leg, length);
  }

  /** Keeps the part of a piece that lies on its leg. */
  #keep(low: CutPoint, high: CutPoint, leg: number, length: number): void {
    const { stations } = this.#line;
    const [first, last] = [stations[leg]!, stations[leg + 1]!];
    const [from, to] = [Math.max(0, low[0]), Math.min(length, high[0])];
    if (!(to > from)) return;
    const at = (along: number): CutPoint => {
      const share = (along - low[0]) / (high[0] - low[0]);
      // Without rounding if nothing is cut off.
      const up = along === low[0] ? low[1] : along === high[0] ? high[1] : low[1] + share * (high[1] - low[1]);
      return [first + ((last - first) * along) / length, up];
    };
    this.#pieces.push({ from: at(from), to: at(to) });
  }
}

interface Side {
  /** Along the leg from its start, and to the right of it. */
  readonly along: number;
  readonly right: number;
  readonly up: number;
}

function sideOf(corners: Float64Array, k: number, x: number, y: number, dx: number, dy: number): Side {
  const [east, north] = [corners[3 * k]! - x, corners[3 * k + 1]! - y];
  return { along: east * dx + north * dy, right: east * dy - north * dx, up: corners[3 * k + 2]! };
}

const isSame = (a: CutPoint, b: CutPoint): boolean => Math.abs(a[0] - b[0]) < JOIN && Math.abs(a[1] - b[1]) < JOIN;

/** Elevation of a cut at a station; undefined where it has none. */
export function elevationAt(parts: readonly (readonly CutPoint[])[], station: number): number | undefined {
  for (const part of parts) {
    if (!(station >= part[0]![0] && station <= part.at(-1)![0])) continue;
    const right = part.findIndex(([at], i) => i > 0 && at >= station);
    const [a, b] = [part[right - 1]!, part[right]!];
    return b[0] === a[0] ? b[1] : a[1] + ((b[1] - a[1]) * (station - a[0])) / (b[0] - a[0]);
  }
  return undefined;
}
