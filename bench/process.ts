import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Measurement } from './row.ts';

const POLL_MS = 10;

/** Why a command cannot be run here; undefined if it can. */
export function missingCommand(command: string, args: readonly string[] = ['--version']): string | undefined {
  const { error, status } = spawnSync(command, args, { stdio: 'ignore' });
  if (error === undefined && status === 0) return undefined;
  return `"${command} ${args.join(' ')}" does not run here`;
}

/**
 * Runs a command to its end and measures it from outside: wall time and peak resident memory (`VmHWM` of /proc;
 * undefined except on Linux).
 * @param env variables to add to this process's environment
 * @throws Error with the end of its error output if its exit status is not 0
 */
export async function timeProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  let peakMemory: number | undefined;
  const timer = setInterval(() => {
    peakMemory = peakOf(child.pid) ?? peakMemory;
  }, POLL_MS);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (status !== 0) throw new Error(`${command} ended with status ${status}: ${errors.trim()}`);
    return { seconds: (performance.now() - started) / 1000, peakMemory };
  } finally {
    clearInterval(timer);
  }
}

/** Peak resident memory of a process in bytes; undefined if it has ended or the system does not report it. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match === null ? undefined : Number(match[1]) * 1024;
  } catch {
    // The process ended between two polls, or there is no /proc: the last figure counts.
    return undefined;
  }
}
