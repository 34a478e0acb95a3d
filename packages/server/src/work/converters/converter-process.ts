import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ConverterFailure, type SandboxCode } from './failure.ts';
import { residentBytes } from './memory.ts';
import { converterEnvironment, converterFlags } from './permissions.ts';
import { type FromConverter, type Progress, parseMessage, type Task } from './protocol.ts';
import type { OsUser, WorkFolder } from './work-folder.ts';

const MEMORY_POLL_MS = 50;
const START_SECONDS = 30;
const KEPT_STDERR = 4096;

/** Limits of one converter process. */
export interface ConverterLimits {
  /** Resident memory in bytes. */
  readonly memoryBytes: number;
  /** Wall-clock time of one task in seconds. */
  readonly seconds: number;
  /** Throws if the disk has no room for more results; asked all the time while a task runs. */
  readonly requireRoom?: (() => void) | undefined;
}

export interface ConverterStart {
  readonly entry: string;
  readonly folder: WorkFolder;
  readonly limits: ConverterLimits;
  /** Folder of grid files that the process may read. */
  readonly grids?: string | undefined;
  readonly user?: OsUser | undefined;
}

/** Receives what a running task reports and asks. */
export interface TaskHandlers {
  progress(progress: Progress): void;
  ask(body: unknown): Promise<unknown>;
}

interface Running {
  readonly id: number;
  readonly handlers: TaskHandlers;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly timers: NodeJS.Timeout[];
}

/** One converter process: runs one task at a time, watched from outside, killed if it exceeds a limit. */
export class ConverterProcess {
  readonly folder: WorkFolder;
  /** Settles when the process can accept tasks. */
  readonly ready: Promise<void>;
  /** Settles when the process has ended, for whatever reason. */
  readonly gone: Promise<void>;
  tasks = 0;
  /** The owner of its tasks; undefined before the first. */
  owner: string | undefined;
  readonly #child: ChildProcess;
  readonly #limits: ConverterLimits;
  #running: Running | undefined;
  #nextId = 1;
  #alive = true;
  #isReady = false;
  #stderr = '';
  #stopped: ConverterFailure | undefined;
  #loss: ConverterFailure | undefined;
  #retired = false;

  constructor(start: ConverterStart) {
    const { entry, folder, limits, grids, user } = start;
    this.folder = folder;
    this.#limits = limits;
    const heap = Math.max(64, Math.floor(limits.memoryBytes / 2 ** 20));
    this.#child = fork(entry, [folder.path], {
      execArgv: converterFlags(folder, heap, grids === undefined ? [dirname(entry)] : [dirname(entry), grids]),
      env: converterEnvironment(folder, grids),
      cwd: folder.output,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
      ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-KEPT_STDERR);
    });
    const { promise: gone, resolve: isGone } = Promise.withResolvers<void>();
    const { promise: ready, resolve: isReady, reject: notReady } = Promise.withResolvers<void>();
    this.gone = gone;
    this.ready = ready;
    ready.catch(() => {});
    const slow = setTimeout(
      () => this.stop('converter-start', `no converter was ready within ${START_SECONDS} s; try again later`),
      START_SECONDS * 1000,
    );
    const end = (reason: string): void => {
      if (!this.#alive) return;
      this.#alive = false;
      clearTimeout(slow);
      const failure = this.#stopped ?? (this.#isReady ? this.#death(reason) : cannotStart(reason));
      if (!this.#retired) this.#loss = failure;
      notReady(failure);
      this.#finish()?.reject(failure);
      isGone();
    };
    this.#child.on('error', (error) => end(error.message));
    this.#child.on('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
    this.#child.on('message', (value) => {
      const message = parseMessage(value);
      if (message === undefined)
        this.stop('converter-answer', 'the converter sent a message that is not in its protocol');
      else if (message.type === 'ready') {
        clearTimeout(slow);
        this.#isReady = true;
        isReady();
      } else this.#hear(message);
    });
  }

  get alive(): boolean {
    return this.#alive && !this.#retired && this.#stopped === undefined;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Why the process ended, if that was not intended. */
  get loss(): ConverterFailure | undefined {
    return this.#loss;
  }

  /** The end of the process's standard error: for the operator's log, never for callers. */
  get lastWords(): string {
    return this.#stderr;
  }

  /**
   * Runs one task.
   * @param seconds its own limit of time, at most that of the process
   * @returns the task's result, unchecked
   * @throws ConverterFailure if the task fails, exceeds a limit or takes the process with it
   */
  run(task: Task, handlers: TaskHandlers, seconds = this.#limits.seconds): Promise<unknown> {
    if (!this.alive || this.#running !== undefined) throw new Error('the converter is not free');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    this.tasks++;
    const { memoryBytes, requireRoom } = this.#limits;
    const started = performance.now();
    const watch = setInterval(() => {
      const resident = this.pid === undefined ? undefined : residentBytes(this.pid);
      if (resident !== undefined && resident > memoryBytes) this.stop('converter-memory', this.#memoryText());
      try {
        requireRoom?.();
      } catch (error) {
        this.stop('disk-full', (error as Error).message);
      }
    }, MEMORY_POLL_MS);
    const deadline = setTimeout(() => {
      const spent = Math.round((performance.now() - started) / 1000);
      const limit =
        seconds < this.#limits.seconds
          ? `${seconds} s for an input of this size`
          : `the limit converterSeconds = ${seconds}`;
      this.stop('converter-time', `the conversion took ${spent} s, more than ${limit}`);
    }, seconds * 1000);
    this.#running = { id, handlers, resolve, reject, timers: [watch, deadline] };
    this.#child.send({ type: 'run', id, task });
    return promise;
  }

  /** Kills the process; a running task fails with this code and text. */
  stop(code: SandboxCode, text: string): void {
    this.#stopped ??= new ConverterFailure(code, text);
    this.#child.kill('SIGKILL');
  }

  /** Ends a process that is no longer needed. */
  retire(): void {
    this.#retired = true;
    this.#child.kill('SIGKILL');
  }

  #memoryText(): string {
    return `the conversion needs more memory than the limit converterMemory = ${this.#limits.memoryBytes} bytes`;
  }

  #death(reason: string): ConverterFailure {
    if (/heap out of memory|Array buffer allocation failed/.test(this.#stderr))
      return new ConverterFailure('converter-memory', this.#memoryText());
    return new ConverterFailure('converter-died', `the converter process ended unexpectedly (${reason})`);
  }

  #hear(message: Exclude<FromConverter, { type: 'ready' }>): void {
    const running = this.#running;
    if (running === undefined || message.id !== running.id || !this.alive) return;
    if (message.type === 'progress') running.handlers.progress(message);
    else if (message.type === 'ask') {
      running.handlers.ask(message.body).then(
        (answer) => {
          if (this.alive) this.#child.send({ type: 'reply', id: running.id, question: message.question, answer });
        },
        (error: Error) => {
          // A malformed question is the converter's fault; a server without an answer is not.
          if (error instanceof TypeError)
            this.stop('converter-answer', `the converter sent a malformed question: ${error.message}`);
          else {
            this.#finish()?.reject(error);
            this.retire();
          }
        },
      );
    } else if (message.type === 'done') this.#finish()?.resolve(message.result);
    else this.#finish()?.reject(new ConverterFailure(message.code, message.text, message.parameters));
  }

  #finish(): Running | undefined {
    const running = this.#running;
    this.#running = undefined;
    for (const timer of running?.timers ?? []) clearTimeout(timer);
    return running;
  }
}

function cannotStart(reason: string): ConverterFailure {
  return new ConverterFailure('converter-start', `no converter could be started (${reason}); try again later`);
}
