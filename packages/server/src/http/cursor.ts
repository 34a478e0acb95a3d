import { LIST_LIMIT_DEFAULT, type ListQuery } from '@fieldbridge/contract';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** Bytes of the signature in a cursor. */
const MAC_BYTES = 16;

/** Creates and reads the opaque, signed cursors of lists. */
export class Cursors {
  readonly #key: ServerKey;

  constructor(key: ServerKey) {
    this.#key = key.derive('cursors');
  }

  /**
   * @param list what the cursor is valid for: space, list and filters, for instance
   * `JSON.stringify([space, 'projects', filters])`
   * @param position sort keys of the last item of the page
   */
  write(list: string, position: readonly (string | number)[]): string {
    const body = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.#mac(list, body), body]).toString('base64url');
  }

  /** @throws ProblemError invalid-cursor unless it is an unchanged cursor of this list */
  read(list: string, cursor: string): (string | number)[] {
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(MAC_BYTES);
    if (bytes.length <= MAC_BYTES || !this.#mac(list, body).equals(bytes.subarray(0, MAC_BYTES))) {
      throw new ProblemError(
        'invalid-cursor',
        detailOf('Send `next` of a page of this list unchanged, with the same filters.'),
      );
    }
    return JSON.parse(body.toString()) as (string | number)[];
  }

  #mac(list: string, body: Buffer): Buffer {
    return this.#key.hash(`${list}\n${body.toString('base64')}`).subarray(0, MAC_BYTES);
  }
}

/**
 * A page, from one row more than was asked for.
 * @param rows up to `limit` + 1 rows
 * @param cursor makes the cursor after a row
 */
export function page<T>(rows: readonly T[], limit: number, cursor: (last: T) => string): { items: T[]; next?: string } {
  if (rows.length <= limit) return { items: [...rows] };
  const items = rows.slice(0, limit);
  return { items, next: cursor(items.at(-1)!) };
}

/**
 * A page of a list short enough to be read whole: its rows in order of their ids.
 * @param list as for `Cursors`
 */
export function pageOfAll<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  { limit = LIST_LIMIT_DEFAULT, cursor }: ListQuery,
  cursors: Cursors,
  list: string,
): { items: T[]; next?: string } {
  const after = cursor === undefined ? '' : String(cursors.read(list, cursor)[0]);
  const ordered = rows.filter((row) => idOf(row) > after).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return page(ordered.slice(0, limit + 1), limit, (last) => cursors.write(list, [idOf(last)]));
}
