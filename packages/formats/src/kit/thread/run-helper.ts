import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, type ThreadFailure } from './thread-failure.ts';

/** What a helper says at its end when it failed; all else it says is a message of its own. */
export interface LastWord {
  readonly helperFailed: ThreadFailure;
}

/**
 * The work of a module that `HelperThread` starts: called once, at its top level. What it throws is thrown in the thread that
 * started it; when it has returned and listens to nothing any more, the thread ends.
 * @param work told what the thread was given, how to send messages, and how to wait for the next one that is sent to it
 */
export function runHelper<Given>(
  work: (given: Given, send: (message: unknown) => void, next: () => Promise<unknown>) => void | Promise<void>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the work of a thread; start it by HelperThread');
  const send = (message: unknown): void => port.postMessage(message);
  const failed = (error: unknown): void => send({ helperFailed: failureOf(error) } satisfies LastWord);
  const next = (): Promise<unknown> => new Promise((resolve) => port.once('message', resolve));
  try {
    work(workerData as Given, send, next)?.catch(failed);
  } catch (error) {
    failed(error);
  }
}
