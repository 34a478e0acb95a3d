import { Fieldbridge, type FieldbridgeOptions } from '../src/index.ts';
import type { FaultServer } from './fault-server.ts';

/** A client of a fault server, whose pauses are short. */
export function clientOf({ url }: Pick<FaultServer, 'url'>, more: Partial<FieldbridgeOptions> = {}): Fieldbridge {
  return new Fieldbridge({
    baseUrl: url,
    project: { baseUrl: url },
    weighing: { baseUrl: `${url}/v2` },
    environment: 'sandbox',
    clientId: 'id',
    clientSecret: 'secret',
    repetition: { firstPauseMs: 1 },
    ...more,
  });
}
