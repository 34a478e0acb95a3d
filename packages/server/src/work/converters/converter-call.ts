import type { Progress, Task } from './protocol.ts';
import type { WorkFolder } from './work-folder.ts';

/** A call of a converter process: its input, its task and its results. */
export interface ConverterCall<R> {
  /** Whose call it is: owners take turns. */
  readonly owner: string;
  /** Puts the input in place and returns the task. Called again when the call is tried a second time. */
  prepare(folder: WorkFolder): Promise<Task>;
  /** Takes the results out of the work folder, which is emptied afterwards. */
  collect(folder: WorkFolder, result: unknown): Promise<R>;
  readonly progress?: (progress: Progress) => void;
  /** Answers the task's questions; a task that asks without it is stopped. */
  readonly ask?: (body: unknown) => Promise<unknown>;
  /** Aborting takes the call out of the queue, or kills the process that runs it. */
  readonly signal?: AbortSignal | undefined;
}
