import { lookup } from 'node:dns/promises';

/** Resolves host names to addresses; tests pass their own. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export const systemResolve: Resolve = (host) => lookup(host, { all: true });
