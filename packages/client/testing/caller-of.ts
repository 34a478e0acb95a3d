import { TokenEndpoint } from '../src/tokens/token-endpoint.ts';
import { TokenSession } from '../src/tokens/token-session.ts';
import { MemoryTokenStore } from '../src/tokens/token-store.ts';
import { Caller } from '../src/transport/caller.ts';
import { settingsOf } from '../src/transport/settings.ts';
import type { FaultServer } from './fault-server.ts';

/** A caller with tokens of a fault server, for requests of any kind. */
export function callerOf({ url }: Pick<FaultServer, 'url'>): Caller {
  const settings = settingsOf({ repetition: { firstPauseMs: 1 } });
  const endpoint = new TokenEndpoint(`${url}/v1/sandbox/token`, 'id', 'secret', settings);
  return new Caller(
    `${url}/v1/sandbox`,
    new TokenSession(endpoint, new MemoryTokenStore(), 'key', settings.hooks),
    settings,
  );
}
