import { NAMES_PER_QUESTION } from '@fieldbridge/fieldjob/merge/names-per-question.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { NameQuestion } from '../work/converters/tasks/task-types.ts';

/** Names removed per write, so that a large job does not hold the writer. */
const REMOVED_AT_ONCE = 5000;
const MOST_NAME_LENGTH = 4096;

/** The names of the points each job holds, for finding collisions without reading the job. */
export class NameIndex {
  readonly #database: SpaceDatabase;

  constructor(database: SpaceDatabase) {
    this.#database = database;
  }

  /**
   * Answers what a converter asks about names, and claims the names for its import.
   * @param question as it came from the converter, unchecked
   * @returns for `claim` the indices of names that the job holds from other imports; for `rename` a free name each
   * @throws TypeError when the question is none
   */
  async answer(jobId: string, importId: string, question: unknown): Promise<number[] | string[]> {
    const checked = checkQuestion(question);
    return this.#database.writer.run(() =>
      'claim' in checked
        ? checked.claim.flatMap((name, index) => (this.#claim(jobId, importId, name) ? [] : [index]))
        : checked.rename.map((name) => this.#free(jobId, importId, name)),
    );
  }

  /** Gives back the names that an import claimed and did not bring in. */
  async release(jobId: string, importId: string): Promise<void> {
    const text =
      'DELETE FROM pointNames WHERE jobId = ? AND name IN (SELECT name FROM pointNames WHERE jobId = ? AND importId = ? LIMIT ?)';
    await this.#inSteps(() => this.#database.sql(text).run(jobId, jobId, importId, REMOVED_AT_ONCE));
  }

  /** Removes the names of a job that is gone. */
  async remove(jobId: string): Promise<void> {
    const text =
      'DELETE FROM pointNames WHERE jobId = ? AND name IN (SELECT name FROM pointNames WHERE jobId = ? LIMIT ?)';
    await this.#inSteps(() => this.#database.sql(text).run(jobId, jobId, REMOVED_AT_ONCE));
  }

  /** Jobs that are gone and left names behind: a server that ended while it removed them. */
  orphans(): string[] {
    const text = 'SELECT DISTINCT jobId FROM pointNames WHERE jobId NOT IN (SELECT id FROM jobs)';
    return this.#database
      .sql(text)
      .all()
      .map((row) => String(row['jobId']));
  }

  async #inSteps(remove: () => { changes: number | bigint }): Promise<void> {
    while (Number((await this.#database.writer.run(remove)).changes) === REMOVED_AT_ONCE);
  }

  /** True when the name is this import's now: it was free, or the import has claimed it before. */
  #claim(jobId: string, importId: string, name: string): boolean {
    const { changes } = this.#database
      .sql('INSERT INTO pointNames VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(jobId, name, importId);
    return changes === 1 || this.#holder(jobId, name) === importId;
  }

  #holder(jobId: string, name: string): unknown {
    return this.#database.sql('SELECT importId FROM pointNames WHERE jobId = ? AND name = ?').get(jobId, name)?.[
      'importId'
    ];
  }

  /**
   * A free name made of `name` and a number. Numbers are tried in steps that double, then halved back: a name that was
   * renamed a thousand times before costs twenty looks, not a thousand.
   */
  #free(jobId: string, importId: string, name: string): string {
    const held = (number: number): boolean => this.#holder(jobId, `${name}-${number}`) !== undefined;
    let low = 1;
    let high = 2;
    while (held(high)) [low, high] = [high, high * 2];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (held(middle)) low = middle;
      else high = middle;
    }
    const free = `${name}-${high}`;
    this.#claim(jobId, importId, free);
    return free;
  }
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
