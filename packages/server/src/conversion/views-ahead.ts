import type { Exporter } from './exporter.ts';
import type { ConversionParts } from './parts.ts';
import type { Reporter } from './reporter.ts';
import { runsOf } from './view-runs.ts';

/** Most jobs that wait for that; views of further jobs are made on request. */
const MOST_WAITING = 1000;

interface AheadParts extends ConversionParts {
  readonly exporter: Exporter;
  readonly reporter: Pick<Reporter, 'features'>;
}

/**
 * Makes views of unchanged jobs in advance, as long as no other conversion waits or runs: a program that sends file
 * after file, or downloads at once, has the processors to itself.
 */
export class ViewsAhead {
  readonly #parts: AheadParts;
  readonly #quietMs: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** @param quietSeconds how long a job must be unchanged; 0: nothing is made in advance */
  constructor(parts: AheadParts, quietSeconds: number) {
    this.#parts = parts;
    this.#quietMs = 1000 * quietSeconds;
  }

  /** A file was added to a job: the view of the new part is made. */
  imported(jobId: string): void {
    this.#after(`view ${jobId}`, () => this.#make(jobId, 'view'));
  }

  /** Somebody views a job: exact figures and attributes of features that can be clicked are made. */
  looked(jobId: string): void {
    this.#after(`features ${jobId}`, () => this.#make(jobId, 'features'));
  }

  /** The same, when somebody views a file before it is imported. */
  lookedAtFile(jobId: string, fileId: string): void {
    this.#after(`features ${jobId} ${fileId}`, async () => {
      const { jobs, reporter } = this.#parts;
      const job = await jobs.find(jobId);
      if (job !== undefined && !(await this.#isBusy(jobId))) await reporter.features(job, fileId);
    });
  }

  #after(name: string, make: () => Promise<void>): void {
    if (this.#quietMs === 0) return;
    clearTimeout(this.#timers.get(name));
    if (this.#timers.size >= MOST_WAITING && !this.#timers.has(name)) return;
    const begin = (): void => {
      this.#timers.delete(name);
      // A failed view is made again for the first caller who requests it, who gets the reason.
      make().catch((error: unknown) =>
        this.#parts.log.debug({ err: error, name }, 'a view could not be made in advance'),
      );
    };
    this.#timers.set(name, setTimeout(begin, this.#quietMs).unref());
  }

  async #make(jobId: string, kind: 'view' | 'features'): Promise<void> {
    const { jobs, imports, exporter } = this.#parts;
    const job = await jobs.find(jobId);
    if (job === undefined) return;
    for (const run of await runsOf(job, imports)) {
      if (await this.#isBusy(jobId)) return;
      await exporter.run(kind, job, run);
    }
  }

  async #isBusy(jobId: string): Promise<boolean> {
    const { pool, imports } = this.#parts;
    return pool.waiting + pool.running > 0 || (await imports.isBusy(jobId));
  }
}
