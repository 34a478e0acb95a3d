import type { Caller, Query } from '@fieldbridge/client/transport/caller.ts';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Loaded, useLoad } from '../state/load.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Content, Empty } from './page.tsx';

/** Rows of a page. */
export const PAGE_LENGTH = 200;

interface Items<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** A list loaded page by page. */
export function usePaged<T>(caller: Caller, path: string, query: Query = {}): Loaded<Items<T>> {
  return useLoad<Items<T>>(
    (signal) => read(caller, path, query, undefined, signal),
    [caller, path, JSON.stringify(query)],
  );
}

function read<T>(
  caller: Caller,
  path: string,
  query: Query,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Items<T>> {
  return caller.json({ method: 'GET', path, query: { ...query, limit: PAGE_LENGTH, cursor }, signal });
}

interface PagedProps<T> {
  readonly list: Loaded<Items<T>>;
  readonly caller: Caller;
  readonly path: string;
  readonly query?: Query;
  /** Shown if the list is empty. */
  readonly empty: string;
  readonly children: (items: readonly T[], onEnd: (() => void) | undefined) => ComponentChildren;
}

/** Shows a list. Its next page is loaded when its end comes near the screen (reported by `Table`), and by a button. */
export function Paged<T>({ list, caller, path, query = {}, empty, children }: PagedProps<T>) {
  const [isMore, setMore] = useState(false);
  const isReading = useRef(false);
  const more = async ({ items, next }: Items<T>): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    setMore(true);
    try {
      const page = await read<T>(caller, path, query, next);
      list.set({ items: [...items, ...page.items], next: page.next });
    } finally {
      isReading.current = false;
      setMore(false);
    }
  };
  return (
    <Content of={list}>
      {(data) => (
        <>
          {data.items.length === 0 ? (
            <Empty text={empty} />
          ) : (
            // If it fails, the button shows why.
            children(data.items, data.next === undefined ? undefined : () => void more(data).catch(() => undefined))
          )}
          {data.next !== undefined && (
            <Action disabled={isMore} onClick={() => more(data)}>
              {t('action.more')}
            </Action>
          )}
        </>
      )}
    </Content>
  );
}
