import type { Caller, CallOptions, Query } from './caller.ts';
import { UnexpectedAnswerError } from './errors.ts';

/** One page of a list; an absent `next` is the only end mark. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** Every item of a paged list. @throws {UnexpectedAnswerError} if the server sends the same page for ever */
export async function* everyItem<T>(
  caller: Caller,
  path: string,
  query: Query,
  options: CallOptions = {},
): AsyncGenerator<T, void> {
  for (let cursor: string | undefined; ; ) {
    const page: Page<T> = await caller.json({ method: 'GET', path, query: { ...query, cursor }, ...options });
    if (!Array.isArray(page.items))
      throw new UnexpectedAnswerError('unexpected-answer', `${path}: a page has no items`);
    yield* page.items;
    if (page.next === undefined || page.next === null) return;
    if (page.next === cursor)
      throw new UnexpectedAnswerError('unexpected-answer', `${path}: the next page is the same page again`);
    cursor = page.next;
  }
}
