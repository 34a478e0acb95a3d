/** The types of a ticket's fields. */
export type FieldType = 'string' | 'uuid' | 'number' | 'integer' | 'datetime' | 'countryCode' | 'object';

/**
 * One field of the weighing ticket. Tables of these drive validation, the OpenAPI schema, the CSV columns and the
 * reference page, so a limit is stated exactly once.
 */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Required fields must be present and not null; every other field may be absent, null or empty. */
  readonly required?: boolean;
  /** Fewest characters (Unicode code points) of a string. */
  readonly minLength?: number;
  /** Most characters (Unicode code points) of a string. */
  readonly maxLength?: number;
  /** The members of an object. */
  readonly fields?: readonly Field[];
  /** One sentence for the reference. */
  readonly doc: string;
}

/** A field that holds a value, with its path from the ticket's root. */
export interface LeafField {
  /** The names on the path, e.g. `['nettWeight', 'quantity']`. */
  readonly path: readonly string[];
  readonly field: Field;
}

/** Every field that holds a value (not an object), in the table's order. */
export function leafFields(fields: readonly Field[], above: readonly string[] = []): LeafField[] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    return field.fields ? leafFields(field.fields, path) : [{ path, field }];
  });
}
