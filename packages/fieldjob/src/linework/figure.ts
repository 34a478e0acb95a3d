import type { Path } from '../geometry/path.ts';
import { arrival, biarc, bulgeFromTangent, bulgesThrough, type Direction, tangents, type Vertex } from './curves.ts';

/** How the segment that leaves a vertex is drawn. */
type Way = 'straight' | 'arc' | 'curve';

/** What could not be drawn as coded. */
export type FigureFault = 'linework-arc-incomplete' | 'linework-arc-impossible' | 'linework-curve-incomplete';

/** A line while its points are being collected. */
export class Figure {
  readonly vertices: Vertex[] = [];
  closed = false;
  readonly #ways: Way[] = [];
  #way: Way = 'straight';

  /** Appends a point. `middle`: it is the middle of an arc from the previous to the next point. */
  add(vertex: Vertex, middle = false): void {
    if (middle && this.#ways.length > 0) this.#ways[this.#ways.length - 1] = 'arc';
    this.vertices.push(vertex);
    this.#ways.push(middle ? 'arc' : this.#way);
  }

  /** Sets how the line continues from its last point. */
  run(way: Way): void {
    this.#way = way;
    if (this.#ways.length > 0) this.#ways[this.#ways.length - 1] = way;
  }

  /** Turns it into the closed quadrangle of its first two points and two more. */
  rectangle(third: Vertex, fourth: Vertex): void {
    this.vertices.length = 2;
    this.vertices.push(third, fourth);
    this.#ways.splice(0, this.#ways.length, 'straight', 'straight', 'straight', 'straight');
    this.closed = true;
  }

  /** Draws the line into `path`; what cannot be drawn as coded is reported and drawn straight. */
  draw(path: Path, fault: (fault: FigureFault) => void): void {
    path.clear();
    path.closed = this.closed;
    const points = this.closed ? [...this.vertices, this.vertices[0]!] : this.vertices;
    let direction: Direction | undefined;
    let i = 0;
    while (i < points.length - 1) {
      const way = this.#ways[i]!;
      let end = i + 1;
      while (end < points.length - 1 && way !== 'straight' && this.#ways[end] === way) end++;
      const run = points.slice(i, end + 1);
      if (way === 'arc') direction = arcs(run, direction, path, fault);
      else if (way === 'curve') direction = curve(run, path, fault);
      else {
        path.vertex(run[0]!.easting, run[0]!.northing, run[0]!.elevation);
        direction = arrival(run[0]!, run[1]!, 0) ?? direction;
      }
      i = end;
    }
    const last = points[points.length - 1]!;
    if (!this.closed) path.vertex(last.easting, last.northing, last.elevation);
  }
}

/**
 * Arcs through the points three by three; a segment left over continues tangentially. Returns the direction at the end.
 */
function arcs(
  run: readonly Vertex[],
  before: Direction | undefined,
  path: Path,
  fault: (fault: FigureFault) => void,
): Direction | undefined {
  let direction = before;
  let i = 0;
  const put = (at: number, bulge: number): void => {
    const { easting, northing, elevation } = run[at]!;
    path.vertex(easting, northing, elevation, bulge);
    direction = arrival(run[at]!, run[at + 1]!, bulge) ?? direction;
  };
  for (; i + 2 < run.length; i += 2) {
    const bulges = bulgesThrough(run[i]!, run[i + 1]!, run[i + 2]!);
    if (bulges === undefined) fault('linework-arc-impossible');
    put(i, bulges?.[0] ?? 0);
    put(i + 1, bulges?.[1] ?? 0);
  }
  if (i + 1 < run.length) {
    if (direction === undefined) fault('linework-arc-incomplete');
    put(i, direction === undefined ? 0 : bulgeFromTangent(run[i]!, direction, run[i + 1]!));
  }
  return direction;
}

/** A smooth curve through the points, two arcs from each to the next. */
function curve(run: readonly Vertex[], path: Path, fault: (fault: FigureFault) => void): Direction | undefined {
  if (run.length < 3) fault('linework-curve-incomplete');
  const directions = tangents(run);
  for (let i = 0; i + 1 < run.length; i++) {
    const { easting, northing, elevation } = run[i]!;
    const pair = run.length < 3 ? undefined : biarc(run[i]!, directions[i]!, run[i + 1]!, directions[i + 1]!);
    path.vertex(easting, northing, elevation, pair?.bulges[0] ?? 0);
    if (pair !== undefined)
      path.vertex(pair.middle.easting, pair.middle.northing, pair.middle.elevation, pair.bulges[1]);
  }
  return directions[run.length - 1];
}
