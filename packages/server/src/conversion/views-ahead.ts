import type { Exporter } from './exporter.ts';
import type { ConversionParts } from './parts.ts';
import type { Reporter } from './reporter.ts';
import { runsOf } from './view-runs.ts';

/** Jobs that wait for that; of more, views are made when somebody looks. */
const MOST_WAITING = 1000;

interface AheadParts extends ConversionParts {
  readonly exporter: Exporter;
  readonly reporter: Pick<Reporter, 'features'>;
}

/**
 * Makes views of jobs that are left alone before somebody asks for them, as long as no other conversion waits or runs:
 * what sends file after file, or downloads at once what it has sent, has the processors for itself.
 */
export class ViewsAhead {
  readonly #parts: AheadParts;
  readonly #quietMs: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** @param quietSeconds how long a job must be left alone; 0: nothing is made ahead */
  constructor(parts: AheadParts, quietSeconds: number) {
    this.#parts = parts;
    this.#quietMs = 1000 * quietSeconds;
  }

  /** A file was added to a job: the view of what it added is made. */
  imported(jobId: string): void {
    this.#after(`view ${jobId}`, () => this.#make(jobId, 'view'));
  }

  /** Somebody looks at a job: exact figures and attributes of what can be clicked are made. */
  looked(jobId: string): void {
    this.#after(`features ${jobId}`, () => this.#make(jobId, 'features'));
  }

  /** Somebody looks at a file before it is imported: the same. */
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
      // What fails is made again for the first who asks, who learns why.
      make().catch((error: unknown) => this.#parts.log.debug({ err: error, name }, 'no view ahead'));
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
