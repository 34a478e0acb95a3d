import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '@fieldbridge/formats/core/failure.ts';
import {
  type FromConverter,
  type Progress,
  type Task,
  type TaskFailure,
  type ToConverter,
  taskFailureOf,
} from './protocol.ts';

const PROGRESS_EVERY_MS = 100;

/** What a task's function gets inside the converter process. */
export interface TaskContext {
  /** Never aborted from inside: a cancelled task is killed with its process. */
  readonly signal: AbortSignal;
  progress(done: number, total: number, phase: string): void;
  /** Asks the server, which answers from what it knows about the job. */
  ask(body: unknown): Promise<unknown>;
  /** The writable folder. */
  readonly output: string;
}

export type TaskTable = Readonly<Record<string, (task: never, context: TaskContext) => Promise<unknown>>>;

function send(message: FromConverter): void {
  process.send?.(message);
}

/** The code and text of a failure for callers. Anything unforeseen goes to standard error in full, for the operator. */
function failureOf(error: unknown): TaskFailure {
  if (error instanceof FormatError) return taskFailureOf(error);
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  // SQLITE_FULL is 13.
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === 13)
    return { code: 'disk-full', text: 'the disk of the server is full' };
  console.error(error);
  if (error instanceof RangeError) return { code: 'limit-exceeded', text: `the file is too large: ${String(message)}` };
  return { code: 'conversion-failed', text: `the conversion stopped on unforeseen content: ${String(message)}` };
}

/** Removes what readers and writers unpacked: results are plain files, and the server removes no folders. */
function removeFolders(output: string): void {
  for (const entry of readdirSync(output, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(output, entry.name), { recursive: true });
}

/**
 * The life of a converter process: takes one task after another from the channel, and ends when the channel closes, so
 * that no process outlives its server.
 * @param tasks the function of each kind of task @param output the writable folder
 */
export function serveTasks(tasks: TaskTable, output: string): void {
  const questions = new Map<number, (answer: unknown) => void>();
  let nextQuestion = 1;

  async function run(id: number, task: Task): Promise<void> {
    let last = 0;
    let lastPhase = '';
    const progress = ({ done, total, phase }: Progress): void => {
      const now = Date.now();
      if (phase === lastPhase && now - last < PROGRESS_EVERY_MS) return;
      last = now;
      lastPhase = phase;
      send({ type: 'progress', id, done, total, phase });
    };
    const ask = (body: unknown): Promise<unknown> =>
      new Promise((resolve) => {
        const question = nextQuestion++;
        questions.set(question, resolve);
        send({ type: 'ask', id, question, body });
      });
    try {
      const perform = tasks[task.kind];
      if (perform === undefined) throw new Error(`there is no task ${task.kind}`);
      const context: TaskContext = {
        signal: new AbortController().signal,
        progress: (done, total, phase) => progress({ done, total, phase }),
        ask,
        output,
      };
      const result = await perform(task as never, context);
      removeFolders(output);
      send({ type: 'done', id, result });
    } catch (error) {
      removeFolders(output);
      send({ type: 'failed', id, ...failureOf(error) });
    }
  }

  process.on('message', (message: ToConverter) => {
    if (message.type === 'run') void run(message.id, message.task);
    else {
      questions.get(message.question)?.(message.answer);
      questions.delete(message.question);
    }
  });
  process.on('disconnect', () => process.exit(0));
  send({ type: 'ready' });
}
