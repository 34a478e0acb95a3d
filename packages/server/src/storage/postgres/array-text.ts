import type { Value } from '../port/space-store.ts';

/**
 * An array as a parameter of a statement: as PostgreSQL's text for it where JSON's is nearly the same, which is made
 * several times as fast as by `pg`; otherwise the array itself.
 * @param type of its elements, in PostgreSQL
 */
export function arrayText(column: readonly Value[], type: string): string | readonly Value[] {
  if (type !== 'text' && type !== 'bigint') return column;
  const json = JSON.stringify(column);
  // After a backslash PostgreSQL takes the next character as it is, so of JSON's escapes only two mean the same.
  if (/\\[^"]/.test(json.replaceAll('\\\\', ''))) return column;
  return `{${json.slice(1, -1)}}`;
}
