import type { Caller, Query } from '@fieldbridge/client/transport/caller.ts';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Loaded, useLoad } from '../state/load.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Content, Empty } from './page.tsx';

const PAGE_LENGTH = 200;

interface Items<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** A list that comes in pages. */
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
  /** Said where there is nothing. */
  readonly empty: string;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** Shows a list, and a button for its next page. */
export function Paged<T>({ list, caller, path, query = {}, empty, children }: PagedProps<T>) {
  const [isMore, setMore] = useState(false);
  return (
    <Content of={list}>
      {({ items, next }) => (
        <>
          {items.length === 0 ? <Empty text={empty} /> : children(items)}
          {next !== undefined && (
            <Action
              disabled={isMore}
              onClick={async () => {
                setMore(true);
                try {
                  const page = await read<T>(caller, path, query, next);
                  list.set({ items: [...items, ...page.items], next: page.next });
                } finally {
                  setMore(false);
                }
              }}
            >
              {t('action.more')}
            </Action>
          )}
        </>
      )}
    </Content>
  );
}
