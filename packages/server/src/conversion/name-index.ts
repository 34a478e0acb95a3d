import { NAMES_PER_QUESTION } from '@fieldbridge/fieldjob/merge/names-per-question.ts';
import type { NameClaims, NameSets } from '../storage/port/name-sets.ts';
import type { NameQuestion } from '../work/converters/tasks/task-types.ts';

const MOST_NAME_LENGTH = 4096;

/** The imports whose segments a job has, oldest first. */
export type OwnersOf = (jobId: string) => Promise<readonly string[]>;

/**
 * The names of the points of each job, to find collisions without reading the job. The claims of an import become final
 * once they are kept and its segment is in the job.
 */
export class NameIndex {
  readonly #sets: NameSets;
  readonly #ownersOf: OwnersOf;
  readonly #requireRoom: () => void;
  /** The claims of running imports, by import. */
  readonly #claims = new Map<string, Promise<NameClaims>>();

  /** @param requireRoom throws if there is no room for more names */
  constructor(sets: NameSets, ownersOf: OwnersOf, requireRoom: () => void = () => {}) {
    this.#sets = sets;
    this.#ownersOf = ownersOf;
    this.#requireRoom = requireRoom;
  }

  /**
   * Answers a converter's question about names, and claims the names for its import.
   * @param question as it came from the converter, unchecked
   * @returns for `claim` the indices of names that the job has from other imports; for `rename` a free name for each
   * @throws TypeError when it is not a valid question; ProblemError disk-full
   */
  async answer(jobId: string, importId: string, question: unknown): Promise<number[] | string[]> {
    const checked = checkQuestion(question);
    this.#requireRoom();
    let opening = this.#claims.get(importId);
    if (opening === undefined) {
      opening = this.#begin(jobId, importId);
      this.#claims.set(importId, opening);
    }
    const claims = await opening;
    return 'rename' in checked ? claims.claimFree(checked.rename) : claims.claim(checked.claim);
  }

  /** Makes the names that an import has claimed durable, before its segment is added. @throws ProblemError disk-full */
  async keep(importId: string): Promise<void> {
    await (await this.#claims.get(importId))?.keep();
  }

  /** Ends the claims of an import; those that were not kept are free again, even on a full disk. */
  async end(importId: string): Promise<void> {
    const opening = this.#claims.get(importId);
    this.#claims.delete(importId);
    // If they could not be opened, the import has failed for that reason.
    await (await opening?.catch(() => undefined))?.close();
  }

  /** Removes the names of a deleted job. */
  remove(jobId: string): Promise<void> {
    return this.#sets.drop(jobId);
  }

  /** The jobs that have names. */
  jobs(): Promise<string[]> {
    return this.#sets.keys();
  }

  async #begin(jobId: string, importId: string): Promise<NameClaims> {
    return this.#sets.open(jobId, importId, await this.#ownersOf(jobId));
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
