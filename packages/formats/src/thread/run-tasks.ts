import { parentPort } from 'node:worker_threads';
import { type Numbered, READY } from './helper-tasks.ts';
import { runHelper } from './run-helper.ts';
import { buffersOf } from './transfer.ts';

/**
 * The work of a module that `HelperTasks` starts: pieces of work one after another until the thread is ended. A piece that throws has no answer:
 * whoever asked does it himself, and meets the error where it belongs.
 * @param prepare told what the thread was given, makes what does one piece
 */
export function runTasks<Given, Task, Answer>(prepare: (given: Given) => (task: Task) => Answer | undefined): void {
  runHelper<Given>((given, send) => {
    const work = prepare(given);
    const port = parentPort!;
    port.on('message', ({ number, content }: Numbered<Task>) => {
      let answer: Answer | undefined;
      try {
        answer = work(content);
      } catch {
        answer = undefined;
      }
      const message: Numbered<Answer | undefined> = { number, content: answer };
      port.postMessage(message, buffersOf(answer));
    });
    send(READY);
  });
}
