import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';

// Loaded before every test file by the test line, and into the runner itself.

/**
 * Property-based tests draw the same cases on every machine, so that a failure can be repeated; FC_SEED=<number> draws others.
 */
const DEFAULT_SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? DEFAULT_SEED) });

/** Compiling the sources is a good part of a short test file's time: they are kept where the start line keeps them, for every process of a run. */
function keepCompiled(): void {
  enableCompileCache(
    (process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')),
  );
}

/** What tests leave behind, failing and killed ones too, lies in a folder that goes with its process; the runner's holds the others. */
function keepTogether(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-tests-'));
  // As /tmp itself: converters that run as another user pass through it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

// A thread of a test begins with this too, and shares the folder of its process: one of its own would go while that is in use.
if (isMainThread) {
  keepTogether();
  keepCompiled();
}
