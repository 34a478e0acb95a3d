import { UsageError } from '../command.ts';
import { safeText } from '../safe-text.ts';
import { one, type RemoteCall } from './action.ts';
import { jsonAsSent } from './digits.ts';
import { FollowPosition, unreadOutput } from './follow-position.ts';
import { ticketCells } from './ticket-cells.ts';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** `fieldbridge tickets follow`: prints tickets as they come, until the signal. */
export async function follow({ client, options, io, json }: RemoteCall): Promise<undefined> {
  const every = Number(one(options, 'every') ?? 5);
  if (!(every >= 0.1 && every <= 3600)) throw new UsageError('--every must be from 0.1 to 3600 seconds');
  const since = one(options, 'since') ?? new Date().toISOString();
  const path = one(options, 'position');
  const position = path === undefined ? undefined : new FollowPosition(path, timeOf(since));
  const begin = timeOf(position?.since ?? since);
  // The file says from the start where the next call begins, also if nothing is printed.
  position?.write();
  const onPosition = (next: string): void => position?.moveTo(next);
  try {
    for await (const ticket of client.tickets.follow(begin, { everyMs: every * 1000, signal: io.signal, onPosition })) {
      if (position?.has(ticket)) continue;
      const { ticket: name, nett, unit, weighed, uuid: _uuid, modified, ...rest } = ticketCells(ticket);
      const words = [modified, name, `${nett} ${unit}`, weighed, ...Object.values(rest)].filter((word) => word != null);
      const line = safeText(json ? `${jsonAsSent(ticket)}\n` : `${words.join('  ')}\n`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      io.out(line, (error) => {
        if (error === undefined) return resolve();
        // The program may end before anything else runs.
        if (error.code === 'EPIPE') position?.end(unreadOutput());
        reject(error);
      });
      await promise;
      position?.add(ticket, Buffer.byteLength(line));
    }
  } finally {
    position?.end(0);
  }
  return undefined;
}

/** A time as tickets have it. */
function timeOf(text: string): string {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError(`"${text}" is not a time with its zone, such as 2026-11-23T06:00:00Z`);
  return new Date(time).toISOString();
}
