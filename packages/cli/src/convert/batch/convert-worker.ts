import { parentPort } from 'node:worker_threads';
import { runCommandLine } from '../../command-line.ts';

/** A message to a worker: words of a command to run, or null to interrupt the running one. */
export type WorkerOrder = readonly string[] | null;

/** How the command ended, and what it printed. */
export interface WorkerAnswer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const port = parentPort!;
let interrupt = new AbortController();

port.on('message', async (words: WorkerOrder) => {
  if (words === null) {
    interrupt.abort(new Error('interrupted'));
    return;
  }
  interrupt = new AbortController();
  const texts = { out: '', err: '' };
  const code = await runCommandLine(
    words,
    {
      out: (text) => void (texts.out += text),
      err: (text) => void (texts.err += text),
      rewrite: () => {},
      terminal: false,
      env: process.env,
      signal: interrupt.signal,
    },
    '',
  );
  port.postMessage({ code, ...texts } satisfies WorkerAnswer);
});
