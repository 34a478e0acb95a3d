import { NAMES_PER_QUESTION } from '@fieldbridge/fieldjob/merge/names-per-question.ts';
import type { SpaceStore, Transaction, WriteBody } from '../storage/port/space-store.ts';
import type { NameQuestion } from '../work/converters/tasks/task-types.ts';

/** Names deleted per write operation, so that a large job does not hold up others. */
const REMOVED_AT_ONCE = 5000;
const MOST_NAME_LENGTH = 4096;

/** The names of the points of each job, to find collisions without reading the job. */
export class NameIndex {
  readonly #store: SpaceStore;

  constructor(store: SpaceStore) {
    this.#store = store;
  }

  /**
   * Answers a converter's question about names, and claims the names for its import.
   * @param question as it came from the converter, unchecked
   * @returns for `claim` the indices of names that the job has from other imports; for `rename` a free name each
   * @throws TypeError when it is not a valid question
   */
  async answer(jobId: string, importId: string, question: unknown): Promise<number[] | string[]> {
    const checked = checkQuestion(question);
    return this.#store.write<number[] | string[]>(async (tx) => {
      if ('rename' in checked) {
        const free: string[] = [];
        for (const name of checked.rename) free.push(await claimFree(tx, jobId, importId, name));
        return free;
      }
      const taken: number[] = [];
      for (const [index, name] of checked.claim.entries())
        if (!(await claim(tx, jobId, importId, name))) taken.push(index);
      return taken;
    });
  }

  /** Releases the names that an import claimed and did not use. */
  async release(jobId: string, importId: string): Promise<void> {
    const text =
      'DELETE FROM pointNames WHERE jobId = ? AND name IN (SELECT name FROM pointNames WHERE jobId = ? AND importId = ? LIMIT ?)';
    await this.#inSteps((tx) => tx.run(text, jobId, jobId, importId, REMOVED_AT_ONCE));
  }

  /** Removes the names of a deleted job. */
  async remove(jobId: string): Promise<void> {
    const text =
      'DELETE FROM pointNames WHERE jobId = ? AND name IN (SELECT name FROM pointNames WHERE jobId = ? LIMIT ?)';
    await this.#inSteps((tx) => tx.run(text, jobId, jobId, REMOVED_AT_ONCE));
  }

  /** Deleted jobs that still have names: the server ended while it removed them. */
  async orphans(): Promise<string[]> {
    const text = 'SELECT DISTINCT jobId FROM pointNames WHERE jobId NOT IN (SELECT id FROM jobs)';
    return (await this.#store.read<{ jobId: string }>(text)).map(({ jobId }) => jobId);
  }

  async #inSteps(remove: WriteBody<number>): Promise<void> {
    while ((await this.#store.write(remove)) === REMOVED_AT_ONCE);
  }
}

/** Whether the name belongs to this import now: it was free, or the import has claimed it before. */
async function claim(tx: Transaction, jobId: string, importId: string, name: string): Promise<boolean> {
  const inserted = await tx.run(
    'INSERT INTO pointNames VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    jobId,
    name,
    importId,
  );
  return inserted === 1 || (await holder(tx, jobId, name)) === importId;
}

/** The import that has a name. */
async function holder(tx: Transaction, jobId: string, name: string): Promise<string | undefined> {
  const text = 'SELECT importId FROM pointNames WHERE jobId = ? AND name = ?';
  return (await tx.first<{ importId: string }>(text, jobId, name))?.importId;
}

/**
 *  * Claims a free name made of `name` and a number. Numbers are tried in steps that double and then halve: a name that
 *  was renamed a thousand times costs twenty queries, not a thousand.
 */
async function claimFree(tx: Transaction, jobId: string, importId: string, name: string): Promise<string> {
  const isHeld = async (number: number): Promise<boolean> =>
    (await holder(tx, jobId, `${name}-${number}`)) !== undefined;
  let low = 1;
  let high = 2;
  while (await isHeld(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isHeld(middle)) low = middle;
    else high = middle;
  }
  const free = `${name}-${high}`;
  await claim(tx, jobId, importId, free);
  return free;
}

function checkQuestion(question: unknown): NameQuestion {
  const { claim, rename } = (question ?? {}) as { claim?: unknown; rename?: unknown };
  const names = claim ?? rename;
  const sound =
    Array.isArray(names) &&
    names.length <= NAMES_PER_QUESTION &&
    names.every((name) => typeof name === 'string' && name.length <= MOST_NAME_LENGTH);
  if (!sound) throw new TypeError('not a question about names');
  return claim === undefined ? { rename: names } : { claim: names };
}
