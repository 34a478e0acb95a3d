import { createRequire } from 'node:module';
import { atFirstUse } from '../http/first-use.ts';

const load = createRequire(import.meta.url);

/**
 * The format engine, loaded with the first request that asks for it: its 140 modules are a third of what the server is
 * made of, and one that takes tickets never needs them.
 */
export const engine = atFirstUse(() => load('@fieldbridge/formats') as typeof import('@fieldbridge/formats'));
