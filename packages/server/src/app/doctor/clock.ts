import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../../core/clock.ts';
import { type Finding, Findings } from './finding.ts';

/** File systems round times, and a network file system has a clock of its own. */
const TOLERANCE_MS = 10_000;

/**
 * Compares the clock with the newest time in the data directory: the server writes there all the time, so a clock
 * behind it was set back.
 * @param now milliseconds since 1970
 */
export function checkClock(directory: string, now: number): readonly Finding[] {
  const findings = new Findings('clock');
  let newest = { name: '', at: 0 };
  for (const name of readdirSync(directory)) {
    const at = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at > newest.at) newest = { name, at };
  }
  if (newest.at - now > TOLERANCE_MS) {
    const seconds = Math.round((newest.at - now) / 1000);
    findings.error(
      `the clock says ${isoTime(now)}, ${seconds} s before the last change of ${newest.name}`,
      'Set the clock (see that a time service runs). Until it has caught up, new records carry wrong times.',
    );
  } else findings.ok(`the clock says ${isoTime(now)}, after every change in the data directory`);
  return findings.list;
}
