import { randomBytes } from 'node:crypto';
import { anyChange, type Change, type ChangeSource } from '../service/change-source.ts';

const TYPE = 'job.changed';
/** Jobs whose last change is remembered. */
const MOST = 1000;

interface LastChange {
  readonly number: number;
  readonly organisationId: string | undefined;
}

/**
 * The jobs that have changed, or whose imports have progressed, since this process started. A page opened earlier reads
 * everything again.
 */
export class JobChanges implements ChangeSource {
  readonly #run = randomBytes(6).toString('hex');
  readonly #organisationOf: (jobId: string) => Promise<string | undefined>;
  /** By job, in the order of their last changes. */
  readonly #last = new Map<string, LastChange>();
  #count = 0;
  /** Number of the last change that is not remembered. */
  #forgotten = 0;

  /** @param organisationOf the organisation of a job; undefined for a deleted one */
  constructor(organisationOf: (jobId: string) => Promise<string | undefined>) {
    this.#organisationOf = organisationOf;
  }

  /** @param organisationId of the job, for a new or deleted one */
  note(jobId: string, organisationId = this.#last.get(jobId)?.organisationId): void {
    this.#last.delete(jobId);
    this.#last.set(jobId, { number: ++this.#count, organisationId });
    if (this.#last.size <= MOST) return;
    const [oldest, { number }] = this.#last.entries().next().value!;
    this.#last.delete(oldest);
    this.#forgotten = number;
  }

  head(): string {
    return `${this.#run}.${this.#count}`;
  }

  async read(after: string): Promise<{ changes: Change[]; position: string }> {
    const position = this.head();
    const [run, number] = after.split('.', 2);
    const from = Number(number);
    if (run !== this.#run || !(from >= this.#forgotten)) return { changes: [anyChange(TYPE)], position };
    const changes: Change[] = [];
    for (const [jobId, last] of Array.from(this.#last)) {
      if (last.number <= from) continue;
      const organisationId = last.organisationId ?? (await this.#organisationOf(jobId));
      if (organisationId !== undefined) changes.push({ type: TYPE, organisationId, data: { jobId } });
    }
    return { changes, position };
  }
}
