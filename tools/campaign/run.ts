import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What to damage and within which limits. */
export interface Campaign {
  readonly format: string;
  readonly rounds: number;
  readonly seed: number;
  readonly corpus: string;
  /** Damage that keeps the file's size and all offsets. */
  readonly inPlace?: boolean;
  /** Damage inside the compression, for formats that compress their content. */
  readonly inside?: boolean;
  /** Most seconds for one file. */
  readonly deadline: number;
  /** Most resident memory in bytes. */
  readonly memory: number;
  readonly progress?: (round: number) => void;
}

/** The outcome of a campaign. */
export interface Outcome {
  /** How often each answer was given: `read`, `refused <code>`. */
  readonly answers: Record<string, number>;
  /** Rounds that crashed, hung or exceeded the memory, with what is known of each. */
  readonly faults: { readonly round: number; readonly text: string }[];
}

const WATCH_MS = 100;

/**
 * Runs a campaign in child processes. A child that dies or is stopped is replaced, and the campaign continues after its
 * round.
 */
export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  const outcome: Outcome = { answers: {}, faults: [] };
  let next = 0;
  while (next < campaign.rounds) next = await runChild(campaign, next, outcome);
  return outcome;
}

async function runChild(campaign: Campaign, first: number, outcome: Outcome): Promise<number> {
  const { format, corpus, seed, rounds } = campaign;
  const script = join(import.meta.dirname, 'child.ts');
  const way = campaign.inside ? 'inside' : campaign.inPlace ? 'in-place' : '';
  const parameters = [format, corpus, String(seed), String(first), String(rounds), way];
  const child = spawn(process.execPath, [script, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let current = -1;
  let next = first;
  let since = Date.now();
  let stopped = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-1000);
  });
  const watch = setInterval(() => {
    const bytes = residentBytes(child.pid);
    if (current >= 0 && Date.now() - since > campaign.deadline * 1000)
      stopped = `took longer than ${campaign.deadline} s`;
    if (bytes > campaign.memory) stopped = `held ${(bytes / 2 ** 20).toFixed(0)} MB`;
    if (stopped !== '') child.kill('SIGKILL');
  }, WATCH_MS);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  let file = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [, what, round, rest] = /^(\w+) (\d+) (.*)$/.exec(line) ?? [];
    if (what === undefined) continue;
    since = Date.now();
    if (what === 'start') {
      current = Number(round);
      file = rest!;
      campaign.progress?.(current);
      continue;
    }
    if (what === 'fault') outcome.faults.push({ round: Number(round), text: `${file}: ${rest}` });
    else outcome.answers[rest!] = (outcome.answers[rest!] ?? 0) + 1;
    next = Number(round) + 1;
    current = -1;
  }
  const status = await closed;
  clearInterval(watch);
  if (status === 0 && stopped === '') return rounds;
  // Nothing has been read yet, so another child would fare no better.
  if (current < 0 && next === first)
    throw new Error(`the child of the campaign ${stopped || `ended with status ${status}: ${errors}`}`);
  outcome.faults.push({
    // Stopped between two rounds: the last one left too much in memory.
    round: current < 0 ? next - 1 : current,
    text: `${file}: ${stopped || `the process ended with status ${status}: ${errors}`}`,
  });
  return Math.max(next, current + 1);
}

/** Resident memory of a process; 0 if it has ended or the system does not report it. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    // The child ended between two polls, or there is no /proc: then only the deadline counts.
    return 0;
  }
}
