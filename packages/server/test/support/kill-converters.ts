import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks at what the converters do. */
const LOOK_MS = 10;
/** As long as a process to be killed is waited for. */
const MOST_MS = 60_000;

/** The work folders of a server whose process was given a file of at least so many bytes. */
function busyFolders(work: string, bytes: number): string[] {
  const names = (folder: string): string[] => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  const isLarge = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  return names(work)
    .map((name) => join(work, name))
    .filter((folder) => names(join(folder, 'in')).some((name) => isLarge(join(folder, 'in', name))));
}

/**
 * Kills the converter process that works on a large file, with SIGKILL, and then those that try again.
 * @param directory data directory of the server @param bytes size from which on a file is meant
 * @param times how often @param delay milliseconds between a process's beginning and its end
 * @param killed told after each @throws AssertionError when there is none to kill for a minute
 */
export async function killConverters(
  directory: string,
  bytes: number,
  times: number,
  delay = 0,
  killed: (count: number) => Promise<void> | void = () => {},
): Promise<void> {
  const work = join(directory, 'work');
  const deadline = performance.now() + MOST_MS;
  for (let kills = 0; kills < times; ) {
    assert.ok(performance.now() < deadline, `nothing to kill: ${kills} of ${times} were`);
    const [folder] = busyFolders(work, bytes);
    let pid = '';
    try {
      if (folder !== undefined) pid = readFileSync(join(folder, 'pid'), 'utf8');
    } catch {
      // The process is not there yet.
    }
    if (folder === undefined || pid === '') {
      await pause(LOOK_MS);
      continue;
    }
    await pause(delay);
    if (!busyFolders(work, bytes).includes(folder)) continue;
    process.kill(Number(pid), 'SIGKILL');
    while (statSync(folder, { throwIfNoEntry: false }) !== undefined) await pause(LOOK_MS);
    await killed(++kills);
  }
}
