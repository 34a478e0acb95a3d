import { Worker } from 'node:worker_threads';
import type { WorkerAnswer } from './convert-worker.ts';

/**
 * Runs commands in several threads at once, one after the other in each. A thread that dies is replaced.
 * @param commands the words of each
 * @param done called with the answer, or with the reason for its absence
 * @param signal ends the running commands, which clean up after themselves, and starts no further ones
 */
export async function runCommands(
  commands: readonly (readonly string[])[],
  threads: number,
  done: (index: number, answer: WorkerAnswer | Error) => void,
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    let worker: Worker | undefined;
    while (next < commands.length && !signal.aborted) {
      const index = next++;
      worker ??= new Worker(new URL('./convert-worker.ts', import.meta.url));
      const answer = await answerOf(worker, commands[index]!, signal);
      if (answer instanceof Error) {
        await worker.terminate();
        worker = undefined;
      }
      done(index, answer);
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, commands.length) }, work));
  signal.throwIfAborted();
}

/** Sends one command to a thread. @returns its answer, or why it died */
function answerOf(worker: Worker, words: readonly string[], signal: AbortSignal): Promise<WorkerAnswer | Error> {
  return new Promise((resolve) => {
    const end = (answer: WorkerAnswer | Error): void => {
      signal.removeEventListener('abort', stop);
      // Node's own listeners stay: without them a thread receives no further messages.
      worker.off('message', end).off('error', end).off('exit', ended);
      resolve(answer);
    };
    const ended = (code: number): void => end(new Error(`its thread ended with ${code}`));
    const stop = (): void => worker.postMessage(null);
    signal.addEventListener('abort', stop);
    worker.once('message', end).once('error', end).once('exit', ended);
    worker.postMessage(words);
  });
}
