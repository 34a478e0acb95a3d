import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as TypeBox from 'typebox';
import { type Static, Type } from './type.ts';

type Builder = typeof Type;
const options = { description: 'a description', title: 'Name' };

/** Every builder, with and without options, in each position a schema can have. */
const SCHEMAS: Readonly<Record<string, (type: Builder) => object>> = {
  array: (type) => type.Array(type.String(), { minItems: 1, ...options }),
  boolean: (type) => type.Boolean({ default: false }),
  enumeration: (type) => type.Enum(['sandbox', 'production'], options),
  integer: (type) => type.Integer({ minimum: 1, maximum: 1000 }),
  'literal word': (type) => type.Literal('bearer'),
  'literal number': (type) => type.Literal(1, options),
  'literal truth value': (type) => type.Literal(true),
  null: (type) => type.Null(),
  number: (type) => type.Number({ exclusiveMinimum: 0 }),
  'object without members': (type) => type.Object({}),
  'object with optional members only': (type) => type.Object({ a: type.Optional(type.String()) }),
  'object with options': (type) =>
    type.Object(
      { b: type.Integer(), a: type.Optional(type.Null()), c: type.Unknown() },
      { additionalProperties: false },
    ),
  'object within an object': (type) => type.Object({ at: type.Object({ easting: type.Optional(type.Number()) }) }),
  record: (type) => type.Record(type.String(), type.Unknown(), options),
  string: (type) => type.String({ minLength: 1, format: 'date-time' }),
  union: (type) => type.Union([type.String(), type.Null()], options),
  unknown: (type) => type.Unknown(options),
  unsafe: (type) => type.Unsafe<'a'>({ type: 'string', enum: ['a'] }),
  'optional unsafe': (type) => type.Object({ a: type.Optional(type.Unsafe<1>(type.Integer())) }),
};

/** All of a schema: names in order, hidden properties, nested schemas. */
function anatomy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(anatomy);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value)).map(
    ([name, { value: part, enumerable }]) => [name, enumerable, anatomy(part)] as const,
  );
  const hidden = parts.filter(([, seen]) => !seen).sort(([a], [b]) => (a < b ? -1 : 1));
  return [...parts.filter(([, seen]) => seen), ...hidden];
}

for (const [name, make] of Object.entries(SCHEMAS))
  test(`${name}: equals what TypeBox makes, hidden properties included`, () => {
    const [ours, theirs] = [make(Type), make(TypeBox.Type as unknown as Builder)];
    assert.equal(JSON.stringify(ours), JSON.stringify(theirs));
    assert.deepEqual(anatomy(ours), anatomy(theirs));
  });

test('every builder is used in a schema above', () => {
  const used = new Set<string>();
  const watched = new Proxy(Type, {
    get(target, name) {
      used.add(String(name));
      return Reflect.get(target, name);
    },
  });
  for (const make of Object.values(SCHEMAS)) make(watched);
  assert.deepEqual([...used].sort(), Object.keys(Type).sort());
});

test('making a schema optional leaves the original unchanged', () => {
  const text = Type.String();
  const both = Type.Object({ needed: text, free: Type.Optional(text) });
  assert.deepEqual(both.required, ['needed']);
});

test('static types follow from schemas', () => {
  const Place = Type.Object({ name: Type.String(), state: Type.Optional(Type.Enum(['planned', 'active'])) });
  const place: Static<typeof Place> = { name: 'Quay', state: 'active' };
  // @ts-expect-error: not one of the words
  const wrong: Static<typeof Place> = { name: 'Quay', state: 'gone' };
  assert.notDeepEqual(place, wrong);
});
