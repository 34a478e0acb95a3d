import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../../directory/secret.ts';
import { makeDemonstration } from '../../operator/demonstration.ts';
import { Desk } from '../../operator/desk.ts';
import type { DemoContext, Service, ServiceContext } from '../../service/service.ts';

const FIRST_OPERATOR = 'operator';

/** What the first start needs. */
export interface FirstStart {
  readonly context: Omit<ServiceContext, 'settings'>;
  readonly services: readonly Service[];
  readonly demo: boolean;
  readonly baseUrl: string;
  readonly print: (line: string) => void;
}

/**
 * At the first start of a data directory: creates the first operator, whose key is printed once, and with `demo` the
 * demonstration organisation, its credentials and demo.json. Later starts do nothing.
 */
export async function firstStart({ context, services, demo, baseUrl, print }: FirstStart): Promise<void> {
  const desk = new Desk(context);
  if (!(await desk.operators.areNone())) return;
  const key = newSecret('op');
  if (!demo) {
    // Printed first, stored afterwards: if the start is interrupted in between, the next one starts over and prints a
    // key again. The other way round, a key could be in force that nobody has seen.
    print(`The first operator is "${FIRST_OPERATOR}"; the key is shown once, here: ${key}`);
    await desk.operators.first(FIRST_OPERATOR, key);
    return;
  }
  const path = join(context.dataDirectory, 'demo.json');
  const { organisationId, document, lines } = await makeDemonstration(desk, baseUrl, key);
  const demoContext: DemoContext = { organisationId, baseUrl, document, lines };
  for (const service of services) await service.demo?.(demoContext);
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600, flush: true });
  // Last: as long as there is no operator, an interrupted first start (by a full disk, for instance) starts over.
  await desk.operators.first(FIRST_OPERATOR, key);
  for (const line of lines) print(line);
}
