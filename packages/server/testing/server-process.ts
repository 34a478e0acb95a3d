import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from './product.ts';
import type { DemoDocument } from './server.ts';

/** A server of the build in its own process, with the demonstration organisation, for tests that kill it. */
export interface ServerProcess {
  readonly process: ChildProcess;
  readonly url: string;
  readonly demo: DemoDocument;
}

/** How a server process is started. */
interface ProcessOptions {
  /** Words before the command line, of a program that starts it. */
  readonly within?: readonly string[];
  /** Further words of the command line. */
  readonly words?: readonly string[];
  /** Module that is loaded into the process and each of its threads first. */
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of another server of the same database, which has made the demonstration organisation. */
  readonly demo?: DemoDocument;
}

/**
 * Starts a server process.
 * @param directory its data directory
 * @returns when it listens
 * @throws Error with its output if it ends before
 */
export async function startServerProcess(
  directory: string,
  { within = [], words = [], preload, env = {}, demo }: ProcessOptions = {},
): Promise<ServerProcess> {
  const flags = preload === undefined ? [] : ['--import', preload];
  const line = ['serve', '--demo', '--data', directory, '--port', '0', '--warm-converters', '0', ...words];
  const node = [process.execPath, ...flags, await builtProduct(), ...line, '--log-level', 'silent'];
  const [program, ...rest] = [...within, ...node];
  const child = spawn(program!, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const listens = /listens at (http\S+)/.exec(output)?.[1];
      if (listens === undefined) return;
      child.stderr.removeAllListeners('data').resume();
      resolve(listens);
    });
    child.once('exit', () => reject(new Error(`the server ended at its start: ${output}`)));
  });
  if (demo !== undefined) return { process: child, url, demo };
  const made = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as DemoDocument;
  return { process: child, url, demo: made };
}
