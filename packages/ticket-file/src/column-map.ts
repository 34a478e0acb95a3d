import { leafFields } from '@fieldbridge/contract/weighing/field.ts';
import { TICKET_FIELDS } from '@fieldbridge/contract/weighing/ticket.ts';

/** Which column holds which field, and which fields have a constant value. Keys are paths such as `nettWeight.unit`. */
export interface ColumnMap {
  readonly columns: ReadonlyMap<string, string>;
  readonly constants: ReadonlyMap<string, string>;
}

/** Every field a column can hold. */
export const FIELDS = new Map(leafFields(TICKET_FIELDS).map(({ path, field }) => [path.join('.'), field]));
