import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tries to fill a disk: others may take or leave room between the look at it and the filling. */
const MOST_LOOKS = 20;

/** A disk that can be filled. */
export interface SmallDisk extends AsyncDisposable {
  readonly directory: string;
  /** Bytes left. */
  free(): number;
  /** Fills the disk except for that many bytes. */
  fill(left: number): void;
  /** Removes what `fill` added. */
  empty(): void;
}

/** Mounts a small file system in memory; undefined if this user may not mount. @param megabytes its size */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'fieldbridge-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', directory]);
  if (mounted.status !== 0) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  let pieces = 0;
  const free = (): number => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  return {
    directory,
    free,
    fill(left) {
      mkdirSync(ballast, { recursive: true });
      for (let look = 0; look < MOST_LOOKS; look++) {
        const bytes = Math.floor(free() - left);
        if (bytes <= 0) return;
        // Takes the room without writing to it, which would take memory twice.
        const { status } = spawnSync('fallocate', ['-l', String(bytes), join(ballast, String(pieces++))]);
        if (status === 0) return;
      }
      throw new Error(`The disk at ${directory} could not be filled except for ${left} bytes.`);
    },
    empty: () => rmSync(ballast, { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
