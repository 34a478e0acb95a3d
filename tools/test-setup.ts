import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';

// Loaded by the test line before every test file, and into the runner itself.

/**
 * Property-based tests use the same cases on every machine, so that a failure can be repeated; FC_SEED=<number> changes
 * them.
 */
const DEFAULT_SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? DEFAULT_SEED) });

/** Compiling the sources takes much of a short test file's time: compiled code is kept for every process of a run. */
function keepCompiled(): void {
  enableCompileCache(
    (process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')),
  );
}

/** Linux keeps files of this folder in memory, where a sync takes no time. */
const MEMORY = '/dev/shm';
/** Bytes that the tests may need there; containers often have 64 MB. */
const ENOUGH = 4 * 2 ** 30;

/** The folder for temporary files: that of the runner, one in memory, or the system's. */
function placeOfFiles(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < ENOUGH ? tmpdir() : MEMORY;
  } catch {
    // Not Linux, or not for this user.
    return tmpdir();
  }
}

/**
 * Keeps everything tests leave behind, even failed and killed ones, in a folder that is removed with its process; the
 * runner's folder holds the others.
 */
function keepTogether(): void {
  const folder = mkdtempSync(join(placeOfFiles(), 'fieldbridge-tests-'));
  // As /tmp itself, because converters that run as another user must be able to enter it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Files that the processes of a run make once for all of them.
  process.env['TEST_RUN_FOLDER'] ??= folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

// Worker threads load this file too and share the folder of their process: a separate folder would be removed while in
// use.
if (isMainThread) {
  keepTogether();
  keepCompiled();
}
