import { flushCompileCache } from 'node:module';
import { describeSettings, type RunningServer, setLateFlags, setStartFlags, startServer } from '@fieldbridge/server';
import { type Command, EXIT } from '../command.ts';
import { parseServerWords, settingsHelp } from '../settings-flags.ts';

const USAGE = `fieldbridge serve [--demo] [--config FILE] [settings]

Starts the server and runs until SIGTERM, SIGHUP or Ctrl-C. It then finishes running requests and requeues unfinished imports.
--demo creates a demonstration organisation at the first start and writes demo.json into the data directory.
--config names a JSON file of settings (or FIELDBRIDGE_CONFIG). Flags override the environment, the environment overrides the file.

Settings:
`;

/** Why a start can fail, by system error code, and what to do. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is already listening there; choose another --port',
  EACCES: 'permission denied; choose another --port, --host or --data',
  ENOTFOUND: 'the host name is unknown; choose another --host',
  EAI_AGAIN: 'the host name cannot be resolved at the moment; give an address as --host',
  EMFILE: 'the limit of open files is too low; raise it for this user (ulimit -n)',
  EADDRNOTAVAIL: 'this machine does not have that address; choose another --host',
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
    setStartFlags();
    // Registered now, so that a server that is still starting is also stopped in order.
    const stopped = untilStopped(io.signal);
    const waiting = new AbortController();
    void stopped.then(() => waiting.abort());
    let server: RunningServer;
    try {
      const print = (line: string) => io.out(`${line}\n`);
      const { signal } = waiting;
      const { sources, demo } = words;
      server = await startServer({ ...sources, demo, demoRecords: demo, print, waiting: signal });
    } catch (error) {
      if (error === waiting.signal.reason) return EXIT.done;
      throw explained(error);
    }
    io.err(`fieldbridge listens at ${server.url}\n`);
    // Node keeps compiled code only at an orderly exit; the next start should not depend on that.
    flushCompileCache();
    setLateFlags();
    const isHungUp = (await stopped) === 'SIGHUP';
    await server.stop();
    if (isHungUp) endByHangUp();
    return EXIT.done;
  },
};

/** @returns the signal, if a signal stopped the server */
function untilStopped(interrupted: AbortSignal): Promise<NodeJS.Signals | undefined> {
  return new Promise((resolve) => {
    // Signals may repeat: a supervisor signals the whole process group, and the start line passes its own on as well.
    process.on('SIGTERM', resolve);
    // The terminal or the remote connection was closed.
    process.on('SIGHUP', resolve);
    // The start line (tools/start.mjs) was killed, so its parent believes the server has stopped.
    process.once('disconnect', () => resolve(undefined));
    process.channel?.unref();
    if (interrupted.aborted) resolve(undefined);
    else interrupted.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Ends this process by the signal itself. An exit would query the terminal, which is gone, and Node aborts on that. */
function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Adds advice to an error of the system; other errors are returned unchanged. */
function explained(error: unknown): unknown {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(ADVICE, code) ? Object.assign(new Error(`${message}: ${ADVICE[code]}`), { code }) : error;
}
