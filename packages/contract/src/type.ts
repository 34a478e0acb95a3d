import type { Static, TEnum, TEnumValue, TSchema, TSchemaOptions, Type as TypeBox } from 'typebox';

export type { Static, TSchema };

type Used =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe';

/** The builders of TypeBox that the schemas here use, with its types. */
interface Builders extends Pick<typeof TypeBox, Used> {
  /** One of these words or numbers. */
  Enum<Values extends TEnumValue[]>(values: readonly [...Values], options?: TSchemaOptions): TEnum<Values>;
  /** An object whose members have any names and one type of value. */
  Record: (typeof TypeBox)['Record'];
}

type Parts = Readonly<Record<string, unknown>>;

/** A schema. Its kind is a hidden property, as in TypeBox, so that neither Ajv nor a document sees it. */
function schema(kind: string, parts: Parts, options: Parts = {}): object {
  return hide({ ...parts, ...options }, '~kind', kind);
}

function hide(target: object, name: string, value: unknown): object {
  return Object.defineProperty(target, name, { value, enumerable: false, configurable: true, writable: true });
}

function copy(original: object): object {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(original));
}

function objectOf(properties: Readonly<Record<string, object>>, options?: Parts): object {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name]!, '~optional'));
  return schema('Object', { type: 'object', ...(required.length > 0 ? { required } : {}), properties }, options);
}

/**
 * Makes JSON schemas with static types: exactly the values and types TypeBox makes, without loading it. TypeBox has 373
 * modules, a third of what a server loaded before its first answer; these are the builders we use. A test compares each
 * with TypeBox.
 */
export const Type = {
  Array: (items: object, options?: Parts) => schema('Array', { type: 'array', items }, options),
  Boolean: (options?: Parts) => schema('Boolean', { type: 'boolean' }, options),
  Enum: (values: readonly unknown[], options?: Parts) => schema('Enum', { enum: values }, options),
  Integer: (options?: Parts) => schema('Integer', { type: 'integer' }, options),
  Literal: (value: unknown, options?: Parts) => schema('Literal', { type: typeof value, const: value }, options),
  Null: (options?: Parts) => schema('Null', { type: 'null' }, options),
  Number: (options?: Parts) => schema('Number', { type: 'number' }, options),
  Object: objectOf,
  Optional: (type: object) => hide(copy(type), '~optional', true),
  Record: (_names: object, values: object, options?: Parts) =>
    schema('Record', { type: 'object', patternProperties: { '^.*$': values } }, options),
  String: (options?: Parts) => schema('String', { type: 'string' }, options),
  Union: (anyOf: readonly object[], options?: Parts) => schema('Union', { anyOf }, options),
  Unknown: (options?: Parts) => schema('Unknown', {}, options),
  Unsafe: (type: object) => hide(copy(type), '~unsafe', null),
} as unknown as Builders;
