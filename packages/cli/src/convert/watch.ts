import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expandInputs } from './batch/expand.ts';

/** How often the files are polled. Polling works on network folders too, where no changes are announced. */
const LOOK_MS = 300;

/** The files that names stand for, each with its size and the time of its last change. */
type State = ReadonlyMap<string, string>;

/** Polls the files now. @param apart a folder that is written to, and left out */
export function stateOf(words: readonly string[], apart?: string): State {
  const state = new Map<string, string>();
  for (const { path } of filesOf(words, apart)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) state.set(path, `${found.size} ${found.mtimeMs}`);
  }
  return state;
}

/** No files while a folder is empty or unavailable. */
function filesOf(words: readonly string[], apart: string | undefined): readonly { readonly path: string }[] {
  try {
    return expandInputs(words, apart).files;
  } catch {
    return [];
  }
}

/**
 * Calls `run` with the files that are new or changed, once they have not changed between two polls: a file that is
 * still being written is left alone. Ends when the signal is aborted.
 * @param done the state that needs no run
 */
export async function watchFiles(
  look: () => State,
  done: State,
  run: (changed: ReadonlySet<string>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let settled = done;
  let before: State = new Map();
  while (!signal.aborted) {
    const now = look();
    const changed = [...now].filter(([path, stamp]) => settled.get(path) !== stamp);
    if (changed.length > 0 && changed.every(([path, stamp]) => before.get(path) === stamp)) {
      settled = now;
      await run(new Set(changed.map(([path]) => path)));
    }
    before = now;
    await pause(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}
