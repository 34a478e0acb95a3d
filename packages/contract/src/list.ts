import { type Static, type TSchema, Type } from 'typebox';

/** Most items on a page of a list. */
export const LIST_LIMIT_MAX = 1000;
/** Items on a page by default. */
export const LIST_LIMIT_DEFAULT = 100;

/** Query parameters that every paged list takes; spread into the query schema of the list. */
export const listParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIST_LIMIT_MAX,
      description: `Items per page; ${LIST_LIMIT_DEFAULT} by default`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 2000, description: '`next` of the previous page, unchanged' })),
};
const ListQuery = Type.Object(listParameters);
export type ListQuery = Static<typeof ListQuery>;

/**
 * Schema of one page of a list.
 * @param item schema of one item
 */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Optional(Type.String({ description: 'Cursor of the next page; absent on the last' })),
  });
}
