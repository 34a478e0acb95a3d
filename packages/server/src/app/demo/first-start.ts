import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../../directory/secret.ts';
import { makeDemonstration } from '../../operator/demonstration.ts';
import { Desk } from '../../operator/desk.ts';
import type { DemoContext, Service, ServiceContext } from '../../service/service.ts';

import { addDemoPerson } from './sign-in-link.ts';

const FIRST_OPERATOR = 'operator';
const KEY_FILE = 'operator.key';

/** What the first start needs. */
export interface FirstStart {
  readonly context: Omit<ServiceContext, 'settings'>;
  readonly services: readonly Service[];
  readonly demo: boolean;
  readonly baseUrl: string;
  readonly print: (line: string) => void;
  /** Whether a person reads the output, which may otherwise end up in a journal. */
  readonly isTerminal: boolean;
}

/**
 * At the first start of a data directory: creates the first operator, whose key goes to the terminal or, if there is no
 * terminal, to a file that only its owner can read; with `demo` the demonstration organisation, its credentials and
 * demo.json. Later starts do nothing.
 * @returns the demonstration organisation, if it was made now
 */
export async function firstStart({
  context,
  services,
  demo,
  baseUrl,
  print,
  isTerminal,
}: FirstStart): Promise<string | undefined> {
  const desk = new Desk(context);
  if (!(await desk.operators.areNone())) return undefined;
  const key = newSecret('op');
  if (!demo) {
    // Shown first, stored afterwards: if the start is interrupted in between, the next one starts over with another
    // key. Otherwise a key could be in force that nobody has seen.
    if (isTerminal) print(`The first operator is "${FIRST_OPERATOR}"; the key is shown once, here: ${key}`);
    else {
      const path = join(context.dataDirectory, KEY_FILE);
      // A file left by an interrupted start would keep its mode.
      rmSync(path, { force: true });
      writeFileSync(path, `${key}\n`, { mode: 0o600, flush: true });
      print(`The first operator is "${FIRST_OPERATOR}"; the key is in ${path}. Keep it safe and delete the file.`);
    }
    await desk.operators.first(FIRST_OPERATOR, key);
    return undefined;
  }
  const path = join(context.dataDirectory, 'demo.json');
  const { organisationId, document, lines } = await makeDemonstration(desk, baseUrl, key);
  const demoContext: DemoContext = { organisationId, baseUrl, document, lines };
  if (context.core.interfaces.includes('console'))
    document['console'] = await addDemoPerson(context.people, organisationId);
  for (const service of services) await service.demo?.(demoContext);
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600, flush: true });
  // Last: as long as there is no operator, an interrupted first start (by a full disk, for instance) starts over.
  await desk.operators.first(FIRST_OPERATOR, key);
  for (const line of lines) print(line);
  return organisationId;
}
