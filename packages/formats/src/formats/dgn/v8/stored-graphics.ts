import type { Pen } from '../../../kit/cad/pen.ts';
import type { Drawn } from '../dialect.ts';
import { axesOfQuaternion } from '../rotation.ts';

/**
 * Graphics that an application stores with an element: u16 version, then operations {u16 code, u32 bytes with these,
 * …}. Names of the operations: iTwin/imodel-native (Apache-2.0, `XGraphics.h` of its history).
 */
export const STORED_GRAPHICS = 0x57180000;
const VERSION_SIZE = 2;
const [CODE, HEADER] = [2, 6];
const LINE = 1;
const SHAPE = 9;
const [PUSH, POP] = [13, 14];
const TEXT = 37;
/** Symbology, annotations and settings of the view: no geometry. */
const PLAIN: ReadonlySet<number> = new Set([28, 29, 39, 40, 46, 47, 48]);
/** A shape begins with whether it is filled; then, as in a line, u32 vertices and three reals for each. */
const VERTEX = 24;
/** Deepest nesting of maps. */
const DEEPEST = 64;
/** A text: bytes of the text, its origin, its rotation, width and height of its letters, the UTF-16 text. */
const [TEXT_BYTES, ORIGIN, ROTATION, LETTERS, TEXT_AT] = [5, 9, 33, 65, 101];
const MOST_TEXT = 20_000;
const wide = new TextDecoder('utf-16le');

/** A map of space, row by row: three factors and a shift. */
type Rows = readonly number[];
const SAME: Rows = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

const SHORT: Drawn = { fault: 'dgn-element-short' };
const UNKNOWN: Drawn = { fault: 'dgn-layout-unknown' };
const NO_NUMBER: Drawn = { fault: 'dgn-position-invalid' };

/** Draws stored graphics of lines, shapes and texts, or nothing of them if they hold anything else, such as a body. */
export function drawStored(bytes: Uint8Array, pen: Pen, coordinate: (uor: number, axis: number) => number): Drawn {
  const drawing = new StoredDrawing(pen, coordinate);
  for (const isTrial of [true, false]) {
    const fault = drawing.walk(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), isTrial);
    if (fault !== undefined) return fault;
  }
  return 'drawn';
}

class StoredDrawing {
  readonly #pen: Pen;
  readonly #coordinate: (uor: number, axis: number) => number;
  readonly #maps: Rows[] = [];

  constructor(pen: Pen, coordinate: (uor: number, axis: number) => number) {
    this.#pen = pen;
    this.#coordinate = coordinate;
  }

  /** Why the graphics cannot be drawn. @param isTrial only looks for that */
  walk(view: DataView, isTrial: boolean): Drawn | undefined {
    this.#maps.length = 0;
    let parts = 0;
    for (let at = VERSION_SIZE; at + HEADER <= view.byteLength; ) {
      const code = view.getUint16(at, true);
      const next = at + CODE + view.getUint32(at + CODE, true);
      if (next < at + HEADER || next > view.byteLength) return SHORT;
      const data = new DataView(view.buffer, view.byteOffset + at + HEADER, next - at - HEADER);
      if (code === PUSH) {
        if (data.byteLength < 12 * 8) return SHORT;
        if (this.#maps.length >= DEEPEST) return UNKNOWN;
        this.#maps.push(after(this.#map, data));
      } else if (code === POP) this.#maps.pop();
      else if (code === LINE || code === SHAPE || code === TEXT) {
        parts++;
        const fault = code === TEXT ? this.#text(data, isTrial) : this.#path(data, code === SHAPE, isTrial);
        if (fault !== undefined) return fault;
      } else if (!PLAIN.has(code)) return UNKNOWN;
      at = next;
    }
    return parts === 0 ? UNKNOWN : undefined;
  }

  get #map(): Rows {
    return this.#maps.at(-1) ?? SAME;
  }

  #path(data: DataView, isShape: boolean, isTrial: boolean): Drawn | undefined {
    const at = isShape ? 1 : 0;
    if (data.byteLength < at + 4) return SHORT;
    const count = data.getUint32(at, true);
    if (data.byteLength < at + 4 + count * VERTEX) return SHORT;
    if (isTrial) return undefined;
    const path = this.#pen.path.clear();
    for (let i = 0; i < count; i++) path.vertex(...this.#place(data, at + 4 + i * VERTEX));
    return (isShape ? this.#pen.area() : this.#pen.line()) ? undefined : NO_NUMBER;
  }

  #text(data: DataView, isTrial: boolean): Drawn | undefined {
    const bytes = data.byteLength < TEXT_AT ? 0 : data.getUint32(TEXT_BYTES, true);
    if (data.byteLength < TEXT_AT || bytes > MOST_TEXT || TEXT_AT + bytes > data.byteLength) return SHORT;
    if (isTrial) return undefined;
    const text = wide.decode(new Uint8Array(data.buffer, data.byteOffset + TEXT_AT, bytes)).replace(/\0+$/, '');
    const [easting, northing, elevation] = this.#place(data, ORIGIN);
    const part = (i: number): number => data.getFloat64(ROTATION + 8 * i, true);
    const { across, along } = axesOfQuaternion(part(3), part(0), part(1), part(2));
    const turned = (axis: readonly number[], row: number): number =>
      axis.reduce((sum, factor, i) => sum + this.#map[4 * row + i]! * factor, 0);
    const size = Math.hypot(turned(along, 0), turned(along, 1), turned(along, 2));
    const height = Math.abs(data.getFloat64(LETTERS + 8, true)) * size;
    const place = { easting, northing, elevation, height: this.#coordinate(height, 0) - this.#coordinate(0, 0) };
    const rotation = Math.atan2(turned(across, 1), turned(across, 0));
    const isPlaced = this.#pen.text(text, {
      ...{ ...place, rotation, justification: 'left', verticalJustification: 'baseline' },
    });
    return isPlaced ? undefined : NO_NUMBER;
  }

  #place(data: DataView, at: number): [number, number, number] {
    const own = [0, 8, 16].map((step) => data.getFloat64(at + step, true));
    const mapped = (row: number): number =>
      this.#coordinate(
        own.reduce((sum, value, i) => sum + this.#map[4 * row + i]! * value, this.#map[4 * row + 3]!),
        row,
      );
    return [mapped(0), mapped(1), mapped(2)];
  }
}

/** A stored map followed by another one. */
function after(outer: Rows, inner: DataView): Rows {
  const own = (row: number, column: number): number => inner.getFloat64(8 * (4 * row + column), true);
  return Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [i >> 2, i & 3];
    const sum = [0, 1, 2].reduce((total, k) => total + outer[4 * row + k]! * own(k, column), 0);
    return column === 3 ? sum + outer[4 * row + 3]! : sum;
  });
}
