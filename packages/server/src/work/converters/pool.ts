import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Tracer } from '../../tracing/tracer.ts';
import { shareCompiledSources } from './compiled-sources.ts';
import type { ConverterCall } from './converter-call.ts';
import { type ConverterLimits, ConverterProcess } from './converter-process.ts';
import { ConverterFailure } from './failure.ts';
import { FairQueue } from './fair-queue.ts';
import type { Task } from './protocol.ts';
import { secondsFor } from './time-budget.ts';
import { type OsUser, sweepWorkFolders, WorkFolder } from './work-folder.ts';

export interface PoolSettings extends ConverterLimits {
  /** Module that the processes run. */
  readonly entry: string;
  /** Folder for the work folders, on the disk that holds the blobs. */
  readonly folder: string;
  /** Most tasks that run at once; one more if a single owner has all of them and another one waits. */
  readonly size: number;
  /** Idle processes kept ready. */
  readonly warm: number;
  /** A process is replaced after this many tasks. */
  readonly tasksPerProcess: number;
  /** Folder of grid files that the processes may read. */
  readonly grids?: string | undefined;
  readonly user?: OsUser | undefined;
  readonly tracer?: Tracer;
  /** Called for every process that died or was stopped; `lastWords` is its standard error. */
  readonly onLoss?: (failure: ConverterFailure, lastWords: string) => void;
}

interface Waiting {
  readonly call: ConverterCall<unknown>;
  tries: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const TRIES = 2;
/** Failures after which a fresh process may succeed. */
const ACCIDENTS = ['converter-died', 'converter-start'];

/** Runs calls in a limited number of converter processes; docs/conversion.md says what protects what. */
export class ConverterPool {
  readonly #settings: PoolSettings;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #idle: ConverterProcess[] = [];
  readonly #all = new Set<ConverterProcess>();
  /** Calls being served, with their owners: from the start of a process until its folder is clean again. */
  readonly #serving = new Map<Promise<void>, string>();
  #open = false;
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /**
   * Removes what a killed server left behind and starts the warm processes, without waiting for them. Earlier calls
   * wait until then.
   */
  async open(): Promise<void> {
    const { folder, user } = this.#settings;
    await sweepWorkFolders(folder);
    if (user !== undefined) await this.#tidy(() => shareCompiledSources(user));
    this.#open = true;
    this.#next();
    this.#warm();
  }

  /** Calls that run at a time. */
  get size(): number {
    return this.#settings.size;
  }

  /** Calls waiting for a free process. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Calls running now. */
  get running(): number {
    return this.#serving.size;
  }

  /** Process ids of the living converters, for tests and metrics. */
  get pids(): number[] {
    return Array.from(this.#all, (converter) => converter.pid ?? 0);
  }

  /**
   * Runs a call when it is its owner's turn.
   * @throws ConverterFailure with the reason; errors of `prepare` and `collect`
   */
  run<R>(call: ConverterCall<R>): Promise<R> {
    const { tracer } = this.#settings;
    if (!tracer?.isOn) return this.#run(call);
    return tracer.within('converter', { attributes: { 'fieldbridge.organisation': call.owner } }, (span) => {
      const asked = performance.now();
      const prepare = async (folder: WorkFolder): Promise<Task> => {
        const waited = Math.round(performance.now() - asked);
        const task = await call.prepare(folder);
        span?.set({ 'fieldbridge.task': task.kind, 'fieldbridge.converter.waited_ms': waited });
        return task;
      };
      return this.#run({ ...call, prepare, collect: (folder, result) => call.collect(folder, result) });
    });
  }

  #run<R>(call: ConverterCall<R>): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#closed) reject(new ConverterFailure('converter-closed', 'the server is stopping'));
    else if (call.signal?.aborted === true) reject(cancelled());
    else {
      const waiting: Waiting = { call, tries: 0, resolve, reject };
      call.signal?.addEventListener('abort', () => {
        if (this.#waiting.remove(call.owner, waiting)) reject(cancelled());
      });
      this.#waiting.push(call.owner, waiting);
      this.#next();
    }
    return promise as Promise<R>;
  }

  /** Kills every process; running and waiting calls fail with `converter-closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let waiting = this.#waiting.shift(); waiting !== undefined; waiting = this.#waiting.shift()) {
      waiting.reject(new ConverterFailure('converter-closed', 'the server is stopping'));
    }
    const all = Array.from(this.#all);
    for (const converter of all) converter.stop('converter-closed', 'the server is stopping');
    await Promise.all(all.map((converter) => converter.gone));
    await Promise.all(this.#serving.keys());
    await Promise.all(all.map((converter) => converter.folder.remove()));
  }

  #next(): void {
    while (this.#open && !this.#closed) {
      const waiting = this.#waitingNow();
      if (waiting === undefined) return;
      const served = this.#serve(waiting).finally(() => {
        this.#serving.delete(served);
        this.#next();
        this.#warm();
      });
      this.#serving.set(served, waiting.call.owner);
    }
  }

  /** The call that can start now, if any. Slow calls of one owner never keep another from one process at least. */
  #waitingNow(): Waiting | undefined {
    const { size } = this.#settings;
    if (this.#serving.size < size) return this.#waiting.shift();
    const owners = new Set(this.#serving.values());
    const [only] = owners;
    return this.#serving.size === size && owners.size === 1 ? this.#waiting.shift(only) : undefined;
  }

  /**
   * A free process that served this owner or nobody: what one owner's files did to a process must not reach another's.
   */
  #free(owner: string): ConverterProcess | undefined {
    let at = this.#idle.findLastIndex((converter) => converter.owner === owner);
    if (at < 0) at = this.#idle.findLastIndex((converter) => converter.owner === undefined);
    if (at >= 0) return this.#idle.splice(at, 1)[0];
    // Its place is needed for a new process.
    if (this.#all.size >= this.#settings.size) this.#idle.shift()?.retire();
    return undefined;
  }

  async #serve(waiting: Waiting): Promise<void> {
    const { call } = waiting;
    let converter: ConverterProcess | undefined;
    const stop = (): void => converter?.stop('converter-cancelled', cancelled().message);
    call.signal?.addEventListener('abort', stop);
    try {
      waiting.tries++;
      this.#settings.requireRoom?.();
      converter = this.#free(call.owner) ?? this.#start();
      converter.owner = call.owner;
      await converter.ready;
      const task = await call.prepare(converter.folder);
      const seconds = secondsFor(await converter.folder.inputBytes(), this.#settings.seconds);
      if (call.signal?.aborted === true) throw cancelled();
      const result = await converter.run(
        task,
        {
          progress: (progress) => call.progress?.(progress),
          ask: (body) => (call.ask === undefined ? Promise.reject(new TypeError('nobody answers')) : call.ask(body)),
        },
        seconds,
      );
      waiting.resolve(await call.collect(converter.folder, result));
    } catch (error) {
      const isAccident = error instanceof ConverterFailure && ACCIDENTS.includes(error.code);
      if (isAccident && waiting.tries < TRIES && call.signal?.aborted !== true && !this.#closed) {
        this.#waiting.unshift(call.owner, waiting);
      } else waiting.reject(error);
    } finally {
      call.signal?.removeEventListener('abort', stop);
      if (converter !== undefined) await this.#release(converter);
    }
  }

  #start(): ConverterProcess {
    const { entry, folder, grids, user, memoryBytes, seconds, requireRoom, onLoss } = this.#settings;
    const work = WorkFolder.make(join(folder, randomUUID()), user);
    const converter = new ConverterProcess({
      entry,
      folder: work,
      limits: { memoryBytes, seconds, requireRoom },
      grids,
      user,
    });
    this.#all.add(converter);
    if (converter.pid !== undefined) work.claim(converter.pid);
    void converter.gone.then(() => {
      this.#all.delete(converter);
      const at = this.#idle.indexOf(converter);
      if (at >= 0) {
        this.#idle.splice(at, 1);
        // No call releases an idle process; closing removes all folders itself.
        if (!this.#closed) void this.#tidy(() => work.remove());
      }
      if (!this.#closed && converter.loss !== undefined) onLoss?.(converter.loss, converter.lastWords);
    });
    return converter;
  }

  /**
   * Keeps a process for the next call if it is clean and young enough, otherwise ends it. Never throws, because nobody
   * awaits it.
   */
  async #release(converter: ConverterProcess): Promise<void> {
    const { tasksPerProcess, size } = this.#settings;
    const young = converter.alive && converter.tasks < tasksPerProcess && !this.#closed;
    const isClean = young && (await this.#tidy(() => converter.folder.clear()));
    // More than `size` processes exist only while another owner would have had to wait.
    if (isClean && converter.alive && this.#all.size <= size) {
      this.#idle.push(converter);
      return;
    }
    converter.retire();
    await converter.gone;
    // A folder that cannot be removed now is swept at the next start.
    await this.#tidy(() => converter.folder.remove());
  }

  /** Whether work on a folder succeeded; `onLoss` reports a failure. */
  async #tidy(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.#closed) this.#lost(error);
      return false;
    }
  }

  #lost(error: unknown): void {
    this.#settings.onLoss?.(new ConverterFailure('converter-folder', (error as Error).message), '');
  }

  /**
   * Starts processes until enough are free; they are ready a moment later. If that fails, the next call tries again.
   */
  #warm(): void {
    const { warm, size } = this.#settings;
    try {
      while (!this.#closed && this.#all.size < size && this.#all.size - this.#serving.size < warm)
        this.#idle.push(this.#start());
    } catch (error) {
      this.#lost(error);
    }
  }
}

function cancelled(): ConverterFailure {
  return new ConverterFailure('converter-cancelled', 'the conversion was cancelled');
}
