import { type Field, leafFields, TICKET_FIELDS } from '@fieldbridge/contract';

/** A field of a ticket with a single value. */
export interface Leaf {
  /** The names on the path from the root, e.g. `['nettWeight', 'quantity']`. */
  readonly path: readonly string[];
  /** Its position in the order of the table, from 0. */
  readonly place: number;
}

const LEAVES = new Map(leafFields(TICKET_FIELDS).map(({ path }, place) => [path.join('.'), { path, place }]));

/** Number of fields with a single value. */
export const LEAF_COUNT = LEAVES.size;

/** The field at a path such as `product.temperature.value`. @throws TypeError if the table has none there */
export function leaf(path: string): Leaf {
  const found = LEAVES.get(path);
  if (found === undefined) throw new TypeError(`A ticket has no field ${path}`);
  return found;
}

/** The fields of an object, for the single pass that checks a ticket and notes where its fields are. */
export interface Shape {
  readonly slots: ReadonlyMap<string, Slot>;
  readonly required: readonly Field[];
}

/** A field in its object: its nested shape, or its position among the leaves. */
export interface Slot {
  readonly field: Field;
  readonly shape?: Shape;
  readonly place: number;
}

/** The shape of a whole ticket. */
export const TICKET_SHAPE = shapeOf(TICKET_FIELDS, '');

function shapeOf(fields: readonly Field[], above: string): Shape {
  const slots = fields.map((field): [string, Slot] => {
    const path = `${above}${field.name}`;
    if (field.fields) return [field.name, { field, shape: shapeOf(field.fields, `${path}.`), place: -1 }];
    return [field.name, { field, shape: undefined, place: leaf(path).place }];
  });
  return { slots: new Map(slots), required: fields.filter((field) => field.required) };
}
