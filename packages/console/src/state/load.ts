import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The answer to a request, and whether it is still loading. */
export interface Loaded<T> {
  /** The last answer; it stays while the next one is loading. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again. */
  reload(): void;
  /** Replaces the answer until the next one. */
  set(data: T): void;
}

/**
 * Asks for something when a component appears and whenever one of the keys changes. An answer to an earlier request is
 * dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data: T | undefined; error: unknown; isLoading: boolean }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const before = useRef(keys);
  // Not after the next frame, as an effect would be: the request is already being sent by then.
  useLayoutEffect(() => {
    const abort = new AbortController();
    const isOther = before.current.some((key, i) => key !== keys[i]);
    before.current = keys;
    setState((old) => ({ data: isOther ? undefined : old.data, error: undefined, isLoading: true }));
    load(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data, error: undefined, isLoading: false }),
      (error: unknown) => !abort.signal.aborted && setState((old) => ({ ...old, error, isLoading: false })),
    );
    return () => abort.abort();
  }, [...keys, round]);
  return {
    ...state,
    reload: () => setRound((n) => n + 1),
    set: (data) => setState({ data, error: undefined, isLoading: false }),
  };
}
