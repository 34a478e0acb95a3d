import { setTimeout as pause } from 'node:timers/promises';
import type { Service, ServiceContext } from '../../service/service.ts';

/** The first callers are served before that. */
const AFTER_MS = 1000;

/**
 * Adds the records of the demonstration while requests are served. A failure is logged: the server works without them.
 */
export async function makeDemoRecords(
  { draining: signal, log }: Pick<ServiceContext, 'draining' | 'log'>,
  services: readonly Service[],
  organisationId: string,
): Promise<void> {
  try {
    await pause(AFTER_MS, undefined, { signal });
    for (const service of services) if (!signal.aborted) await service.demoRecords?.({ organisationId, signal });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'the records of the demonstration are incomplete');
  }
}
