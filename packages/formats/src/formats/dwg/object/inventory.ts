import { FIRST_CLASS } from '../file/classes.ts';
import type { DrawingFile } from '../file/drawing-file.ts';
import type { DwgObject } from './dwg-object.ts';

/** Numbers of the objects that are looked up by their type (Open Design Specification, 20.3). */
export const TYPE = {
  block: 4,
  dictionary: 42,
  blockControl: 48,
  blockHeader: 49,
  layerControl: 50,
  layer: 51,
  textStyleControl: 52,
  textStyle: 53,
  lineTypeControl: 56,
  lineType: 57,
  applicationControl: 66,
  application: 67,
  dimensionStyleControl: 68,
  dimensionStyle: 69,
  multilineStyle: 73,
} as const;

/** The types of all objects of a drawing, by their index in the object map; 0 for what cannot be opened. */
export class Inventory {
  readonly types: Uint16Array;
  readonly #file: DrawingFile;

  constructor(object: DwgObject) {
    const { file } = object;
    this.#file = file;
    const { offsets, count } = file.map;
    this.types = new Uint16Array(count);
    for (let i = 0; i < count; i++) this.types[i] = object.typeAt(offsets[i]!);
  }

  /** Indices of all objects of a type, in the order of their handles. */
  *ofType(type: number): Generator<number> {
    const { types } = this;
    for (let i = 0; i < types.length; i++) if (types[i] === type) yield i;
  }

  /** Indices of what cannot be opened. */
  unread(): Generator<number> {
    return this.ofType(0);
  }

  /** Indices of all objects of declared classes with these names. */
  *ofClasses(...names: readonly string[]): Generator<number> {
    const numbers = new Set<number>();
    for (const [number, { name }] of this.#file.classes) if (names.includes(name.toUpperCase())) numbers.add(number);
    const { types } = this;
    if (numbers.size === 0) return;
    for (let i = 0; i < types.length; i++) if (types[i]! >= FIRST_CLASS && numbers.has(types[i]!)) yield i;
  }
}
