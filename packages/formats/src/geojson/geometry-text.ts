import type { Path } from '@fieldbridge/fieldjob';
import type { RowBuffer } from '../text/row-buffer.ts';
import { type Polygon, polygonsOf, type Ring } from './polygons.ts';
import type { Target } from './target.ts';

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;

/** Spells geometries into a row; each method returns false, and writes nothing, when there is no usable position. */
export class GeometryText {
  readonly #row: RowBuffer;
  readonly #target: Target;
  readonly #position = new Float64Array(3);

  constructor(row: RowBuffer, target: Target) {
    this.#row = row;
    this.#target = target;
  }

  point(easting: number, northing: number, elevation: number): boolean {
    const start = this.#row.length;
    this.#row.text('{"type":"Point","coordinates":');
    if (!this.#write(easting, northing, elevation)) return this.#undo(start);
    this.#row.text('}');
    return true;
  }

  /** A line string; a closed line ends where it begins. Needs two vertices. */
  line(path: Path): boolean {
    const start = this.#row.length;
    if (path.count < 2) return false;
    this.#row.text('{"type":"LineString","coordinates":');
    if (!this.#vertices(path, 0, path.count, path.closed, false)) return this.#undo(start);
    this.#row.text('}');
    return true;
  }

  /** A polygon, or a multi-polygon when the area has several parts; outer rings run counter-clockwise, holes clockwise. */
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
    for (let i = 0; i < count + (closed ? 1 : 0); i++) {
      if (i > 0) this.#row.byte(COMMA);
      const turned = i % count;
      const at = 3 * (reverse ? from + ((count - turned) % count) : from + turned);
      if (!this.#write(c[at]!, c[at + 1]!, c[at + 2]!)) return false;
    }
    this.#row.byte(CLOSE);
    return true;
  }

  #write(easting: number, northing: number, elevation: number): boolean {
    const { map, decimals } = this.#target;
    const position = this.#position;
    position[0] = easting;
    position[1] = northing;
    position[2] = elevation;
    map?.(position);
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) return false;
    this.#row.byte(OPEN);
    this.#row.number(position[0]!, decimals);
    this.#row.byte(COMMA);
    this.#row.number(position[1]!, decimals);
    if (Number.isFinite(elevation)) {
      this.#row.byte(COMMA);
      this.#row.number(position[2]!, undefined);
    }
    this.#row.byte(CLOSE);
    return true;
  }

  #undo(start: number): false {
    this.#row.length = start;
    return false;
  }
}
