import { CHUNK, DOUBLE, HANDLE, IGNORED_TEXT, isNumeric, KIND_OF, NAME, TEXT } from './group-kinds.ts';

/** Type of a field's value. A name is a text that repeats: layers, blocks, tags. */
export type FieldType = 'real' | 'integer' | 'handle' | 'name' | 'text' | 'chunk';

/**
 * A field of an entity. Each kind of entity declares its fields once, by name, and the code that draws it uses only
 * those names. All fields have one shape and never change, so that the compiler inlines code and default and they cost
 * nothing.
 */
export interface Field<T extends FieldType = FieldType> {
  /** Its group code in DXF. */
  readonly code: number;
  readonly type: T;
  /** Its number when the entity does not state it; unused for texts. */
  readonly missing: number;
}

/** A field with a number as its value. */
export type NumberField = Field<'real' | 'integer' | 'handle'>;

/** A point or a vector: three fields whose codes are 10 apart. */
export interface PointField {
  readonly x: NumberField;
  readonly y: NumberField;
  readonly z: NumberField;
}

/** The fields of a kind of entity by their names. */
export type Fields = Readonly<Record<string, Field | PointField>>;

/** A length, a coordinate, an angle or a ratio. @param missing its default; without one the field is mandatory */
export function real(code: number, missing: number = Number.NaN): Field<'real'> {
  return field(code, 'real', missing);
}

/** A count, flags or a choice. */
export function integer(code: number, missing = 0): Field<'integer'> {
  return field(code, 'integer', missing);
}

/** The handle of an object: its hexadecimal value, NaN when it is missing. */
export function handle(code: number): Field<'handle'> {
  return field(code, 'handle', Number.NaN);
}

/** A text that repeats. */
export function name(code: number): Field<'name'> {
  return field(code, 'name', -1);
}

export function text(code: number): Field<'text'> {
  return field(code, 'text', Number.NaN);
}

/** Bytes in pieces. */
export function chunk(code: number): Field<'chunk'> {
  return field(code, 'chunk', Number.NaN);
}

/** A point or a vector. @param code of its x @param x default of x; `y` and `z` likewise */
export function point(code: number, x: number = Number.NaN, y: number = x, z: number = y): PointField {
  return { x: real(code, x), y: real(code + 10, y), z: real(code + 20, z) };
}

/** All group codes of a declaration. */
export function codesOf(fields: Fields): number[] {
  return Object.values(fields).flatMap((one) => ('code' in one ? [one.code] : [one.x.code, one.y.code, one.z.code]));
}

/** @throws when groups of that code have values of another type: a wrong declaration does not load */
function field<T extends FieldType>(code: number, type: T, missing: number): Field<T> {
  if (!HAS_TYPE[type](KIND_OF[code]!)) throw new Error(`group code ${code} is no ${type}`);
  return { code, type, missing };
}

const HAS_TYPE: Readonly<Record<FieldType, (kind: number) => boolean>> = {
  real: (kind) => kind === DOUBLE,
  integer: (kind) => kind !== DOUBLE && isNumeric(kind),
  handle: (kind) => kind === HANDLE,
  name: (kind) => kind === NAME,
  text: (kind) => kind === TEXT || kind === IGNORED_TEXT,
  chunk: (kind) => kind === CHUNK,
};
