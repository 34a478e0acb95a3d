import type { Arc } from '@fieldbridge/fieldjob';
import { ELEMENT } from '../../element-types.ts';
import { putInt32, putUint16, putVaxDouble } from '../numbers.ts';
import type { DesignPlane } from './plane.ts';
import type { Symbols } from './symbols.ts';

/** Most vertices of a line string or shape (ISFF, types 4 and 6). */
export const MOST_VERTICES = 101;
/** Longest complex element including its components, in words (ISFF, complex elements). */
export const MOST_WORDS = 65_535;
const HEADER = 36;
/** A complex header: its fields and an empty attribute linkage, because elements have at least 48 bytes (DGNLib). */
const CHAIN_HEADER = 48;
const ATTRIBUTES_AT = 40;
/** Words of a complex header that its own length does not count. */
const UNCOUNTED_WORDS = 19;

const NEW_AND_MODIFIED = 0x0600;
const HAS_ATTRIBUTES = 0x0800;
const HOLE = 0x8000;

/** Angles are stored in 1/360000 of a degree. */
const ANGLES = (180 / Math.PI) * 360_000;
const FULL_TURN = 360 * 360_000;
const NEGATIVE = 0x80000000;
const QUATERNION_SCALE = 2 ** 31;
const MOST_INT32 = 2 ** 31 - 1;

/** Properties of an element besides its geometry. */
export interface ElementStyle extends Symbols {
  /** Graphic group, 0 for none. */
  readonly group: number;
  readonly isHole: boolean;
  /** Part of the complex element before it. */
  readonly isComponent: boolean;
}

/** A box in units of resolution: low and high easting, northing, elevation. */
type Range = [number, number, number, number, number, number];

/** A text, placed by its lower left corner. */
export interface ElementText {
  /** Position in units of resolution. */
  readonly at: readonly [number, number, number];
  readonly bytes: Uint8Array;
  /** Width of a character, and height, in the job's unit. */
  readonly width: number;
  readonly height: number;
  /** From its first to its last character, in the job's unit. */
  readonly length: number;
  /** Radians. */
  readonly rotation: number;
  readonly justification: number;
}

/**
 * Makes the bytes of V7 elements. Offsets are those of DGNLib's documentation of the element structures and of ISFF.
 */
export class ElementMaker {
  readonly #plane: DesignPlane;
  readonly #stride: number;

  constructor(plane: DesignPlane) {
    this.#plane = plane;
    this.#stride = plane.is3d ? 12 : 8;
  }

  /**
   * A line, line string or shape.
   * @param positions triples in units of resolution @param from first vertex @param count of vertices, at most
   * MOST_VERTICES
   */
  vertices(
    type: typeof ELEMENT.line | typeof ELEMENT.lineString | typeof ELEMENT.shape,
    style: ElementStyle,
    positions: readonly number[],
    from: number,
    count: number,
  ): Uint8Array {
    const start = type === ELEMENT.line ? HEADER : HEADER + 2;
    const bytes = this.#element(type, start + count * this.#stride, style);
    if (type !== ELEMENT.line) putUint16(bytes, HEADER, count);
    const range: Range = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * (from + i) + axis]!;
        if (value < range[axis]!) range[axis] = value;
        if (value > range[axis + 3]!) range[axis + 3] = value;
      }
      this.#putPosition(bytes, start + i * this.#stride, positions, 3 * (from + i));
    }
    this.#putRange(bytes, range);
    return bytes;
  }

  /** A level arc or, for a full circle that bounds an area, an ellipse. */
  arc(type: typeof ELEMENT.ellipse | typeof ELEMENT.arc, style: ElementStyle, arc: Arc, elevation: number): Uint8Array {
    const plane = this.#plane;
    const axes = type === ELEMENT.ellipse ? HEADER : HEADER + 8;
    const rotation = axes + 16;
    const centre = rotation + (plane.is3d ? 16 : 4);
    const bytes = this.#element(type, centre + (plane.is3d ? 24 : 16), style);
    if (type === ELEMENT.arc) {
      const sweep = Math.round(Math.abs(arc.sweep) * ANGLES);
      putInt32(bytes, HEADER, Math.round(arc.startAngle * ANGLES));
      // 0 means a full circle, the top bit clockwise.
      if (sweep < FULL_TURN) putInt32(bytes, HEADER + 4, arc.sweep < 0 ? sweep | NEGATIVE : sweep);
    }
    const radius = arc.radius * plane.perUnit;
    putVaxDouble(bytes, axes, radius);
    putVaxDouble(bytes, axes + 8, radius);
    if (plane.is3d) putInt32(bytes, rotation, MOST_INT32);
    const middle = [plane.exact(arc.easting, 0), plane.exact(arc.northing, 1), plane.exact(elevation, 2)] as const;
    for (let axis = 0; axis < (plane.is3d ? 3 : 2); axis++) putVaxDouble(bytes, centre + 8 * axis, middle[axis]!);
    const [e, n, z] = middle;
    this.#putRange(bytes, [e - radius, n - radius, z, e + radius, n + radius, z]);
    return bytes;
  }

  text(style: ElementStyle, text: ElementText): Uint8Array {
    const { is3d } = this.#plane;
    const origin = is3d ? 62 : 50;
    const start = origin + this.#stride + 2;
    const bytes = this.#element(ELEMENT.text, start + text.bytes.length + (text.bytes.length % 2), style);
    bytes[37] = text.justification;
    putInt32(bytes, 38, this.#plane.textSize(text.width));
    putInt32(bytes, 42, this.#plane.textSize(text.height));
    if (is3d) {
      putInt32(bytes, 46, fraction(Math.cos(text.rotation / 2)));
      putInt32(bytes, 58, fraction(-Math.sin(text.rotation / 2)));
    } else putInt32(bytes, 46, Math.round(text.rotation * ANGLES) % FULL_TURN);
    this.#putPosition(bytes, origin, text.at, 0);
    bytes[start - 2] = text.bytes.length;
    bytes.set(text.bytes, start);
    this.#putRange(bytes, this.#textRange(text));
    return bytes;
  }

  /** The box around a turned text: from half a height below its base line to half a height above its letters. */
  #textRange({ at: [e, n, z], rotation, height, length }: ElementText): Range {
    const { perUnit } = this.#plane;
    const [along, up] = [Math.cos(rotation) * perUnit, Math.sin(rotation) * perUnit];
    const corners = [0, length].flatMap((x) =>
      [-height / 2, (3 * height) / 2].map((y) => [e + x * along - y * up, n + x * up + y * along] as const),
    );
    const [eastings, northings] = [corners.map(([east]) => east), corners.map(([, north]) => north)];
    return [Math.min(...eastings), Math.min(...northings), z, Math.max(...eastings), Math.max(...northings), z];
  }

  /** The header of a complex chain or shape with components that pass `fitsChain`. */
  chainHeader(
    type: typeof ELEMENT.complexChain | typeof ELEMENT.complexShape,
    style: ElementStyle,
    components: readonly Uint8Array[],
  ): Uint8Array {
    const bytes = this.#element(type, CHAIN_HEADER, style, ATTRIBUTES_AT);
    const words = components.reduce((sum, component) => sum + component.length / 2, CHAIN_HEADER / 2);
    putUint16(bytes, HEADER, words - UNCOUNTED_WORDS);
    putUint16(bytes, HEADER + 2, components.length);
    const [low, high] = [components[0]!.slice(4, 16), components[0]!.slice(16, 28)];
    for (const component of components)
      for (let axis = 0; axis < 12; axis += 4) {
        if (rangeValue(component, 4 + axis) < rangeValue(low, axis))
          low.set(component.subarray(4 + axis, 8 + axis), axis);
        if (rangeValue(component, 16 + axis) > rangeValue(high, axis))
          high.set(component.subarray(16 + axis, 20 + axis), axis);
      }
    bytes.set(low, 4);
    bytes.set(high, 16);
    return bytes;
  }

  #element(type: number, size: number, style: ElementStyle, attributesAt = size): Uint8Array {
    const bytes = new Uint8Array(size);
    bytes[0] = style.level | (style.isComponent ? 0x80 : 0);
    bytes[1] = type;
    putUint16(bytes, 2, size / 2 - 2);
    putUint16(bytes, 28, style.group);
    putUint16(bytes, 30, (attributesAt - 32) / 2);
    putUint16(bytes, 32, NEW_AND_MODIFIED | (style.isHole ? HOLE : 0) | (attributesAt < size ? HAS_ATTRIBUTES : 0));
    bytes[34] = style.lineCode | (style.weight << 3);
    bytes[35] = style.colour;
    return bytes;
  }

  #putPosition(bytes: Uint8Array, at: number, positions: readonly number[], from: number): void {
    for (let axis = 0; axis < this.#stride / 4; axis++) putInt32(bytes, at + 4 * axis, positions[from + axis]!);
  }

  /** Ranges are stored with their sign bit inverted. */
  #putRange(bytes: Uint8Array, range: Range): void {
    for (const [i, value] of range.entries()) {
      const rounded = i < 3 ? Math.floor(value) : Math.ceil(value);
      const flat = !this.#plane.is3d && i % 3 === 2 ? 0 : rounded;
      putInt32(bytes, 4 + 4 * i, Math.max(-MOST_INT32 - 1, Math.min(MOST_INT32, flat)) ^ NEGATIVE);
    }
  }
}

function fraction(value: number): number {
  return Math.min(MOST_INT32, Math.round(value * QUATERNION_SCALE));
}

function rangeValue(bytes: Uint8Array, at: number): number {
  return (bytes[at + 2]! | (bytes[at + 3]! << 8) | (bytes[at]! << 16) | (bytes[at + 1]! << 24)) >>> 0;
}
