import { readHolder } from '../../storage/sqlite/lock.ts';
import { type Finding, Findings } from './finding.ts';

/** Reports whether a server runs on the data directory. */
export function checkLock(directory: string): { readonly findings: readonly Finding[]; readonly isRunning: boolean } {
  const findings = new Findings('lock');
  const { isHeld, note } = readHolder(directory);
  const named =
    note === undefined ? 'by an unknown process' : `by process ${note.pid} on ${note.host} since ${note.since}`;
  if (isHeld) findings.ok(`a server runs on the data directory (locked ${named})`);
  else if (note === undefined) findings.ok('no server runs on the data directory');
  // The lock belonged to the operating system and ended with the process, so a leftover file does no harm.
  else findings.ok(`no server runs on the data directory; it was last locked ${named}, and that lock has ended`);
  return { findings: findings.list, isRunning: isHeld };
}
