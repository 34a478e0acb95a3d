import type { DeskClient } from './desk-client.ts';

const LARGEST_PAGE = 1000;

/**
 * Reads every page of a list of the desk.
 * @param path with or without a query, without limit and cursor
 * @returns the items of all pages; an answer that is not a list is returned unchanged
 */
export async function readList(desk: DeskClient, path: string): Promise<unknown> {
  const items: unknown[] = [];
  const query = `${path}${path.includes('?') ? '&' : '?'}limit=${LARGEST_PAGE}`;
  for (let cursor = ''; ; ) {
    const page = (await desk.call('GET', query + cursor)) as { items?: unknown[]; next?: string };
    if (page.items === undefined) return page;
    items.push(...page.items);
    if (page.next === undefined) return { items };
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}
