import { readFile, rename, writeFile } from 'node:fs/promises';
import { UsageError } from '../command.ts';
import { untilEnded } from '../until-ended.ts';
import { one, type RemoteCall } from './action.ts';
import { jsonAsSent } from './digits.ts';
import { ticketCells } from './ticket-cells.ts';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** `fieldbridge tickets follow`: prints tickets as they arrive, until Ctrl-C or SIGTERM. */
export async function follow({ client, options, io, json }: RemoteCall): Promise<undefined> {
  const every = Number(one(options, 'every') ?? 5);
  if (!(every >= 0.1 && every <= 3600)) throw new UsageError('--every must be from 0.1 to 3600 seconds');
  const position = one(options, 'position');
  const since = (position && (await kept(position))) ?? one(options, 'since') ?? new Date().toISOString();
  if (!TIME.test(since)) throw new UsageError(`"${since}" is not a time with its zone, such as 2026-11-23T06:00:00Z`);
  const keep = async (place: string): Promise<void> => {
    if (position === undefined) return;
    // Only after the tickets are written: if the reader closed the pipe, the next call starts with the same ones.
    await new Promise<void>((resolve, reject) => io.out('', (error) => (error ? reject(error) : resolve())));
    await writeFile(`${position}.part`, `${place}\n`, { flush: true });
    await rename(`${position}.part`, position);
  };
  using ending = untilEnded(io.signal);
  // A call that is stopped before its first position leaves none: the next one starts where this one did.
  await keep(since);
  const following = client.tickets.follow(since, { everyMs: every * 1000, signal: ending.signal, onPosition: keep });
  for await (const ticket of following) {
    const { ticket: name, nett, unit, weighed, uuid: _uuid, modified, ...rest } = ticketCells(ticket);
    const words = [modified, name, `${nett} ${unit}`, weighed, ...Object.values(rest)].filter((word) => word != null);
    io.out(json ? `${jsonAsSent(ticket)}\n` : `${words.join('  ')}\n`);
  }
  return undefined;
}

/** The position in a file; undefined before the first one is saved. */
async function kept(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
