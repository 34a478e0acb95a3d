import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVER_FLAGS } from '../tools/runtime.mjs';

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  /** The JSON line it printed when it began to listen: its port, and what callers need. */
  readonly ready: Readonly<Record<string, string>> & { readonly port: number };
  /** Ends it without warning. */
  kill(): void;
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
  // The peers get the flags of a server, too.
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, 'servers', name), ...args], {
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
    kill: () => void child.kill('SIGKILL'),
    cpuSeconds: () => cpuOf(child),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** CPU time that a process has used, in seconds; NaN if the system does not report it. */
export function cpuOf(child: ChildProcess): number {
  return cpuSecondsOf(child.pid!, 2);
}

/** CPU time of a process and of its children, also of those that have ended; NaN if the system does not report it. */
export function treeCpuSeconds(pid: number): number {
  const own = cpuSecondsOf(pid, 4);
  if (Number.isNaN(own)) return own;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  // One that has ended meanwhile is among the ended ones the next time.
  return children.reduce((sum, child) => sum + (cpuSecondsOf(child, 2) || 0), own);
}

/** @param kinds 2 for user and system time, 4 also for that of ended children */
function cpuSecondsOf(pid: number, kinds: 2 | 4): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return fields.slice(11, 11 + kinds).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    // There is no /proc on this system, so the figure is left out.
    return Number.NaN;
  }
}
