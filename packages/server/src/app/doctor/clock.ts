import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../../core/clock.ts';
import { storedHighestTime } from '../../storage/highest-time.ts';
import { type Finding, Findings } from './finding.ts';

/** File systems round times, and a network file system has a clock of its own. */
const TOLERANCE_MS = 10_000;

/**
 * Compares the clock with the highest time that the server has seen and the newest time of a file in the data
 * directory: the server writes there all the time, so a clock behind one of them was set back.
 * @param now milliseconds since 1970
 */
export function checkClock(directory: string, now: number): readonly Finding[] {
  const findings = new Findings('clock');
  let newest = { name: 'the highest time seen by the server', at: storedHighestTime(directory) ?? 0 };
  for (const name of readdirSync(directory)) {
    const at = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at > newest.at) newest = { name: `the last change of ${name}`, at };
  }
  if (newest.at - now > TOLERANCE_MS) {
    const seconds = Math.round((newest.at - now) / 1000);
    findings.error(
      `the clock says ${isoTime(now)}, ${seconds} s before ${newest.name}`,
      'Set the clock (see that a time service runs): new records carry wrong times. If it is right and was wrong before, delete the file highest-time while the server is stopped.',
    );
  } else findings.ok(`the clock says ${isoTime(now)}, after everything in the data directory`);
  return findings.list;
}
