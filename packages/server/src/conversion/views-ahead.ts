import type { Exporter } from './exporter.ts';
import type { ConversionParts } from './parts.ts';
import { runsOf } from './view-runs.ts';

/** Jobs that wait for that; of more, views are made when somebody looks. */
const MOST_WAITING = 1000;

/**
 * Makes views of jobs that are left alone before somebody asks for them, as long as no other conversion waits or runs:
 * what sends file after file, or downloads at once what it has sent, has the processors for itself.
 */
export class ViewsAhead {
  readonly #parts: ConversionParts & { readonly exporter: Exporter };
  readonly #quietMs: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** @param quietSeconds how long a job must be left alone; 0: nothing is made ahead */
  constructor(parts: ConversionParts & { readonly exporter: Exporter }, quietSeconds: number) {
    this.#parts = parts;
    this.#quietMs = 1000 * quietSeconds;
  }

  /** A file was added to a job: the view of what it added is made. */
  imported(jobId: string): void {
    this.#after(jobId, 'view');
  }

  /** Somebody looks at a job: exact figures and attributes of what can be clicked are made. */
  looked(jobId: string): void {
    this.#after(jobId, 'features');
  }

  #after(jobId: string, kind: 'view' | 'features'): void {
    if (this.#quietMs === 0) return;
    const name = `${kind} ${jobId}`;
    clearTimeout(this.#timers.get(name));
    if (this.#timers.size >= MOST_WAITING && !this.#timers.has(name)) return;
    const make = (): void => {
      this.#timers.delete(name);
      // What fails is made again for the first who asks, who learns why.
      this.#make(jobId, kind).catch((error: unknown) => this.#parts.log.debug({ err: error, jobId }, 'no view ahead'));
    };
    this.#timers.set(name, setTimeout(make, this.#quietMs).unref());
  }

  async #make(jobId: string, kind: 'view' | 'features'): Promise<void> {
    const { jobs, imports, pool, exporter } = this.#parts;
    const isBusy = async (): Promise<boolean> => pool.waiting + pool.running > 0 || (await imports.isBusy(jobId));
    const job = await jobs.find(jobId);
    if (job === undefined) return;
    for (const run of await runsOf(job, imports)) {
      if (await isBusy()) return;
      await exporter.run(kind, job, run);
    }
  }
}
