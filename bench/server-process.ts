import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  /** The JSON line it printed when it began to listen: its port, and what callers need. */
  readonly ready: Readonly<Record<string, string>> & { readonly port: number };
  /** CPU time used so far, in seconds; NaN if the system does not report it. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Clock ticks per second of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Starts `servers/<name>` and waits for the JSON line it prints.
 * @throws Error if it ends before it listens
 */
export async function startProcess(name: string, args: readonly string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const lines = createInterface(child.stdout!);
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code} before it listened`))),
  ]);
  return {
    ready: JSON.parse(line) as ServerProcess['ready'],
    cpuSeconds: () => cpuOf(child),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** CPU time that a process has used, in seconds; NaN if the system does not report it. */
export function cpuOf(child: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    // There is no /proc on this system, so the figure is left out.
    return Number.NaN;
  }
}
