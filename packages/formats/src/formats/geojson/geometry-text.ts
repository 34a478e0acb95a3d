import type { Path } from '@fieldbridge/fieldjob';
import { pieceOf } from '../../kit/text/piece.ts';
import type { RowBuffer } from '../../kit/text/row-buffer.ts';
import { type Polygon, polygonsOf, type Ring } from './polygons.ts';
import type { Target } from './target.ts';

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const END = 125;
const POINT = pieceOf(Buffer.from('{"type":"Point","coordinates":'));
const LINES = pieceOf(Buffer.from('{"type":"MultiLineString","coordinates":['));
const LINE = pieceOf(Buffer.from('{"type":"LineString","coordinates":'));

/** Writes geometries into a row; each method returns false, and writes nothing, if there is no usable position. */
export class GeometryText {
  readonly #row: RowBuffer;
  readonly #target: Target;
  readonly #position = new Float64Array(3);
  /** Longitude of the previous vertex; NaN at the start of a line or ring. */
  #longitude = Number.NaN;
  #crosses = false;
  /** Lines and areas with adjacent longitudes more than 180° apart. */
  crossing = 0;
  /** Rings of fewer than three vertices in areas that are written. */
  ringsLeftOut = 0;

  constructor(row: RowBuffer, target: Target) {
    this.#row = row;
    this.#target = target;
  }

  /** The position at `triples[at]`. */
  point(triples: Float64Array, at: number): boolean {
    const start = this.#row.length;
    this.#row.piece(POINT);
    if (!this.#write(triples, at)) return this.#undo(start);
    this.#row.byte(END);
    return true;
  }

  /** A line string of at least two vertices; a closed line ends at its start. */
  line(path: Path): boolean {
    const start = this.#row.length;
    if (path.count < 2) return false;
    this.#row.piece(LINE);
    if (!this.#vertices(path, 0, path.count, path.closed, false)) return this.#undo(start);
    this.#row.byte(END);
    return this.#count();
  }

  /** A line string, or a multi-line string where there are several open lines. */
  lines(paths: readonly Path[]): boolean {
    if (paths.length === 1) return this.line(paths[0]!);
    const start = this.#row.length;
    if (paths.length === 0) return false;
    this.#row.piece(LINES);
    for (const [i, path] of paths.entries()) {
      if (i > 0) this.#row.byte(COMMA);
      if (path.count < 2 || !this.#vertices(path, 0, path.count, false, false)) return this.#undo(start);
    }
    this.#row.text(']}');
    return this.#count();
  }

  /**
   * A polygon, or a multi-polygon if the area has several parts; outer rings are counter-clockwise, holes clockwise.
   */
  area(path: Path): boolean {
    const start = this.#row.length;
    const polygons = polygonsOf(path);
    if (polygons.length === 0) return false;
    const isMulti = polygons.length > 1;
    this.#row.text(`{"type":"${isMulti ? 'MultiPolygon' : 'Polygon'}","coordinates":${isMulti ? '[' : ''}`);
    for (let i = 0; i < polygons.length; i++) {
      if (i > 0) this.#row.byte(COMMA);
      if (!this.#polygon(path, polygons[i]!)) return this.#undo(start);
    }
    this.#row.text(isMulti ? ']}' : '}');
    this.ringsLeftOut += polygons.reduce((left, { holes }) => left - 1 - holes.length, path.rings.length);
    return this.#count();
  }

  /** Ends a line or an area. */
  #count(): true {
    if (this.#crosses && this.#target.metric) this.crossing++;
    this.#crosses = false;
    return true;
  }

  #polygon(path: Path, { outer, holes }: Polygon): boolean {
    this.#row.byte(OPEN);
    if (!this.#ring(path, outer, true)) return false;
    for (const hole of holes) {
      this.#row.byte(COMMA);
      if (!this.#ring(path, hole, false)) return false;
    }
    this.#row.byte(CLOSE);
    return true;
  }

  #ring(path: Path, { from, to, turn }: Ring, counterClockwise: boolean): boolean {
    return this.#vertices(path, from, to, true, turn > 0 !== counterClockwise && turn !== 0);
  }

  #vertices(path: Path, from: number, to: number, closed: boolean, reverse: boolean): boolean {
    const { coordinates: c } = path;
    const count = to - from;
    this.#row.byte(OPEN);
    this.#longitude = Number.NaN;
    for (let i = 0; i < count + (closed ? 1 : 0); i++) {
      if (i > 0) this.#row.byte(COMMA);
      const turned = i % count;
      const at = 3 * (reverse ? from + ((count - turned) % count) : from + turned);
      if (!this.#write(c, at)) return false;
    }
    this.#row.byte(CLOSE);
    return true;
  }

  #write(triples: Float64Array, at: number): boolean {
    const row = this.#row;
    const position = this.#position;
    position[0] = triples[at]!;
    position[1] = triples[at + 1]!;
    position[2] = triples[at + 2]!;
    this.#target.map?.(position);
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) return false;
    if (Math.abs(position[0] - this.#longitude) > 180) this.#crosses = true;
    this.#longitude = position[0]!;
    row.byte(OPEN);
    this.#inPlan(0);
    row.byte(COMMA);
    this.#inPlan(1);
    if (Number.isFinite(triples[at + 2]!)) {
      row.byte(COMMA);
      row.shortest(position, 2);
    }
    row.byte(CLOSE);
    return true;
  }

  #inPlan(axis: number): void {
    const { decimals } = this.#target;
    if (decimals === undefined) this.#row.shortest(this.#position, axis);
    else this.#row.number(this.#position[axis]!, decimals);
  }

  #undo(start: number): false {
    this.#row.length = start;
    this.#crosses = false;
    return false;
  }
}
