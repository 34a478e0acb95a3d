import manifest from '../package.json' with { type: 'json' };
import { type CommandIo, EXIT } from './command.ts';
import { runCommandLine } from './command-line.ts';
import { startLightly } from './light-start.ts';

const OLDEST_RUNTIME = 26;
if (Number(process.versions.node.split('.')[0]) < OLDEST_RUNTIME) {
  process.stderr.write(
    `fieldbridge needs Node ${OLDEST_RUNTIME} or newer, this is ${process.version}; start it with "npm run fieldbridge -- …"\n`,
  );
  process.exit(EXIT.failed);
}

/**
 * Ctrl-C reaches the whole process group, and the start line passes its own on: a repeat within this time is not a
 * second Ctrl-C.
 */
const SAME_INTERRUPT_MS = 500;
const interrupt = new AbortController();
let interruptedAt = Number.POSITIVE_INFINITY;
process.on('SIGINT', () => {
  if (performance.now() - interruptedAt > SAME_INTERRUPT_MS) {
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  }
  interruptedAt = Math.min(interruptedAt, performance.now());
  interrupt.abort(new Error('interrupted'));
});

/** Reads a line with the terminal's own editing, so that Ctrl-C is still a signal. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = lines.question(question, { signal: interrupt.signal }).catch(() => {
      throw interrupt.signal.reason;
    });
    return /^y(es)?$/i.test((await Promise.race([answer, ended])).trim());
  } finally {
    lines.close();
  }
}

const io: CommandIo = {
  out: (text, written) => void process.stdout.write(text, written && ((error) => written(error ?? undefined))),
  err: (text) => void process.stderr.write(text),
  rewrite: (text) => void process.stderr.write(`\r\u001b[K${text}`),
  terminal: process.stderr.isTTY === true,
  screen: process.stdout.isTTY === true,
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
  env: process.env,
  signal: interrupt.signal,
  // Flags are part of the key of compiled code: if set earlier, commands and servers would reject each other's cached
  // code.
  loaded: (name) => {
    if (name !== 'serve') startLightly();
  },
};
// A closed log or a full disk must not stop the program: a server keeps answering and counts the lost lines
// (server/src/http/log-stream.ts).
process.stderr.on('error', () => {});
// A reader that has seen enough (`| head`) closes the pipe; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
);

process.exitCode = await runCommandLine(process.argv.slice(2), io, manifest.version);
