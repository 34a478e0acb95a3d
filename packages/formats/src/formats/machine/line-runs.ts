import { DEFAULT_STROKE_TOLERANCE, type FieldJob, Path, type PathTable, strokePath } from '@fieldbridge/fieldjob';
import type { Positioned } from './layer-plan.ts';
import type { Losses } from './losses.ts';

/** Most vertices of a line, which has a 16-bit count. */
const MOST_LINE_VERTICES = 0xffff;

/** The lines of a job in the form of these files: straight, with at most 65 535 vertices each. */
export class LineRuns {
  /** Easting, northing, elevation triples of all lines. */
  readonly coordinates: Float64Array;
  /** Per run: its line in the job, its first vertex and its number of vertices. */
  readonly line: number[] = [];
  readonly first: number[] = [];
  readonly vertices: number[] = [];
  readonly closed: boolean[] = [];
  readonly #table: PathTable;

  constructor(job: FieldJob, losses: Losses) {
    this.#table = job.lines;
    const path = new Path();
    const stroked = new Path();
    let coordinates = new Float64Array(3 * Math.max(1, job.lines.vertexCount));
    let used = 0;
    for (let row = 0; row < job.lines.length; row++) {
      job.lines.loadPath(row, path);
      const flat = path.hasBulges ? strokePath(path, DEFAULT_STROKE_TOLERANCE, stroked) : path;
      if (path.hasBulges) losses.add('arc-stroked', 1);
      for (let ring = 0; ring < flat.rings.length; ring++) {
        const from = flat.rings[ring]!;
        const to = flat.ringEnd(ring);
        if (to - from < 2) {
          losses.add('line-too-short', 1);
          continue;
        }
        if (3 * (used + to - from) > coordinates.length) {
          const grown = new Float64Array(Math.ceil(1.5 * coordinates.length) + 3 * (to - from));
          grown.set(coordinates.subarray(0, 3 * used));
          coordinates = grown;
        }
        coordinates.set(flat.coordinates.subarray(3 * from, 3 * to), 3 * used);
        used += this.#runs(row, used, to - from, flat.closed && to - from > 2, losses);
      }
    }
    this.coordinates = coordinates.subarray(0, 3 * used);
  }

  /** Number of runs. */
  get count(): number {
    return this.line.length;
  }

  /** Number of vertices of all runs. */
  get vertexCount(): number {
    return this.coordinates.length / 3;
  }

  /** For choosing layer origins. */
  positioned(): Positioned {
    return {
      count: this.count,
      layer: (run) => this.#table.layer.get(this.line[run]!),
      positions: (run, visit) => {
        const first = this.first[run]!;
        for (let i = first; i < first + this.vertices[run]!; i++) {
          visit(this.coordinates[3 * i]!, this.coordinates[3 * i + 1]!);
        }
      },
    };
  }

  #runs(row: number, at: number, count: number, closed: boolean, losses: Losses): number {
    if (count > MOST_LINE_VERTICES) {
      losses.add('line-too-long', 1);
      return 0;
    }
    this.line.push(row);
    this.first.push(at);
    this.vertices.push(count);
    this.closed.push(closed);
    return count;
  }
}
