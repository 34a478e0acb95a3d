import type { Progress, Task } from './protocol.ts';
import type { WorkFolder } from './work-folder.ts';

/** A call of a converter process: its input, its task and its results. */
export interface ConverterCall<R> {
  /** The owner of the call: owners take turns. */
  readonly owner: string;
  /** Puts the input in place and returns the task. Called again if the call is retried. */
  prepare(folder: WorkFolder): Promise<Task>;
  /** Takes the results out of the work folder, which is emptied afterwards. */
  collect(folder: WorkFolder, result: unknown): Promise<R>;
  readonly progress?: (progress: Progress) => void;
  /** Answers the task's questions; without it, a task that asks is stopped. */
  readonly ask?: (body: unknown) => Promise<unknown>;
  /** Aborting takes the call out of the queue, or kills the process that runs it. */
  readonly signal?: AbortSignal | undefined;
}
