import { flushCompileCache } from 'node:module';
import { describeSettings, type RunningServer, startServer } from '@fieldbridge/server';
import { type Command, EXIT } from '../command.ts';
import { parseServerWords, settingsHelp } from '../settings-flags.ts';

const USAGE = `fieldbridge serve [--demo] [--config FILE] [settings]

Starts the server and runs until it is told to stop (SIGTERM, SIGHUP or Ctrl-C): then running requests end, imports are handed back.
--demo makes a demonstration organisation at first start and writes demo.json into the data directory.
--config names a JSON file of settings (or FIELDBRIDGE_CONFIG). Flags go before the environment, the environment before the file.

Settings:
`;

/** What a start fails for, by the system's code, and what to do. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already; choose another --port',
  EACCES: 'this user may not; choose another --port, --host or --data',
  ENOTFOUND: 'no machine of this name is known; choose another --host',
  EAI_AGAIN: 'the name cannot be looked up now; give an address as --host',
  EMFILE: 'a process may open too few files here; raise the limit of this user (ulimit -n)',
  EADDRNOTAVAIL: 'this machine has no such address; choose another --host',
};

/** `fieldbridge serve`: starts the server. */
export const serve: Command = {
  name: 'serve',
  summary: 'start the server',
  get usage() {
    return USAGE + settingsHelp(describeSettings({}));
  },
  run: async (args, io) => {
    const words = parseServerWords(args, io.env);
    // Heard from now on: who stops a server that is still starting gets an orderly stop, too.
    const stopped = untilStopped(io.signal);
    let server: RunningServer;
    try {
      server = await startServer({ ...words.sources, demo: words.demo, print: (line) => io.out(`${line}\n`) });
    } catch (error) {
      throw explained(error);
    }
    io.err(`fieldbridge listens at ${server.url}\n`);
    // What the first start of an installation compiled is kept now: by itself Node keeps it at an orderly end only.
    flushCompileCache();
    const isHungUp = (await stopped) === 'SIGHUP';
    await server.stop();
    if (isHungUp) endByHangUp();
    return EXIT.done;
  },
};

/** @returns the signal that it was, if it was one */
function untilStopped(interrupted: AbortSignal): Promise<NodeJS.Signals | undefined> {
  return new Promise((resolve) => {
    // Told once or often: a supervisor tells the whole group of processes, and the start line then passes its own on.
    process.on('SIGTERM', resolve);
    // The terminal was closed, or the connection to the machine was.
    process.on('SIGHUP', resolve);
    // The start line was killed (tools/start.mjs): whoever started it takes the server for stopped.
    process.once('disconnect', () => resolve(undefined));
    process.channel?.unref();
    if (interrupted.aborted) resolve(undefined);
    else interrupted.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Ends this process by the signal, as one that does not listen to it: an end of its own would ask the terminal, which is gone, and Node aborts then. */
function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** An error of the system with what to do about it; any other as it is. */
function explained(error: unknown): unknown {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(ADVICE, code) ? Object.assign(new Error(`${message}: ${ADVICE[code]}`), { code }) : error;
}
