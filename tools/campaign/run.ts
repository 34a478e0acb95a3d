import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The files to damage, and the limits. */
export interface Campaign {
  readonly format: string;
  readonly rounds: number;
  /** The first round; 0 by default. */
  readonly first?: number;
  readonly seed: number;
  readonly corpus: string;
  /** Only files of this release. */
  readonly release?: string | undefined;
  /** Damage that keeps the file's size and all offsets. */
  readonly inPlace?: boolean;
  /** Damage inside the compression, for formats that compress their content. */
  readonly inside?: boolean;
  /** Every entity that is missing must be reported; read with the usual options. */
  readonly losses?: boolean;
  /** Most seconds for one file. */
  readonly deadline: number;
  /** Most resident memory in bytes. */
  readonly memory: number;
  readonly progress?: (round: number) => void;
}

/** The outcome of a campaign. */
export interface Outcome {
  /** Count of each outcome: `read`, `refused <code>`. */
  readonly answers: Record<string, number>;
  /** Rounds that crashed, hung or exceeded the memory, with what is known of each. */
  readonly faults: { readonly round: number; readonly text: string }[];
}

const WATCH_MS = 100;

/** The rounds of one campaign, which the child reads on its standard input. */
export interface Rounds
  extends Pick<Campaign, 'format' | 'corpus' | 'seed' | 'release' | 'inPlace' | 'inside' | 'losses'> {
  readonly first: number;
  readonly end: number;
}

/** Runs a campaign in a child process of its own. */
export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  using runner = new CampaignRunner();
  return await runner.run(campaign);
}

/** Runs campaigns, one after another, in a child process that loads the formats once. */
export class CampaignRunner {
  #child: Child | undefined;

  /** Runs a campaign. A child that dies or is stopped is replaced, and the campaign continues after its round. */
  async run(campaign: Campaign): Promise<Outcome> {
    const outcome: Outcome = { answers: {}, faults: [] };
    let next = campaign.first ?? 0;
    while (next < campaign.rounds) {
      this.#child ??= new Child();
      next = await this.#child.run(campaign, next, outcome);
      if (!this.#child.alive) this.#child = undefined;
    }
    return outcome;
  }

  /** Ends the child. */
  [Symbol.dispose](): void {
    this.#child?.kill();
  }
}

class Child {
  readonly #process = spawn(process.execPath, [join(import.meta.dirname, 'child.ts')], { stdio: 'pipe' });
  readonly #lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  readonly #closed = new Promise<number | null>((resolve) => this.#process.on('close', resolve));
  #errors = '';
  alive = true;

  constructor() {
    this.#process.stderr.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-1000);
    });
    // A child that died is noticed by the end of its output.
    this.#process.stdin.on('error', () => {});
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Runs the rounds from `first`. @returns the next round: after the last one, or after one that ended the child */
  async run(campaign: Campaign, first: number, outcome: Outcome): Promise<number> {
    const { rounds, deadline, memory, progress, ...damage } = campaign;
    const task: Rounds = { ...damage, first, end: rounds };
    this.#process.stdin.write(`${JSON.stringify(task)}\n`);
    let current = -1;
    let next = first;
    let since = Date.now();
    let stopped = '';
    const watch = setInterval(() => {
      const bytes = residentBytes(this.#process.pid);
      if (current >= 0 && Date.now() - since > deadline * 1000) stopped = `took longer than ${deadline} s`;
      if (bytes > memory) stopped = `held ${(bytes / 2 ** 20).toFixed(0)} MB`;
      if (stopped !== '') this.kill();
    }, WATCH_MS);
    let file = '';
    try {
      for (let line = await this.#lines.next(); line.done !== true; line = await this.#lines.next()) {
        if (line.value === 'done') return rounds;
        const [, what, round, rest] = /^(\w+) (\d+) (.*)$/.exec(line.value) ?? [];
        if (what === undefined) continue;
        since = Date.now();
        if (what === 'start') {
          current = Number(round);
          file = rest!;
          progress?.(current);
          continue;
        }
        if (what === 'fault') outcome.faults.push({ round: Number(round), text: `${file}: ${rest}` });
        else outcome.answers[rest!] = (outcome.answers[rest!] ?? 0) + 1;
        next = Number(round) + 1;
        current = -1;
      }
    } finally {
      clearInterval(watch);
    }
    this.alive = false;
    const ended = `ended with status ${await this.#closed}: ${this.#errors}`;
    // Nothing has been read yet, so another child would not do better.
    if (current < 0 && next === first) throw new Error(`the child of the campaign ${stopped || ended}`);
    outcome.faults.push({
      // Stopped between two rounds: the last one left too much in memory.
      round: current < 0 ? next - 1 : current,
      text: `${file}: ${stopped || `the process ${ended}`}`,
    });
    return Math.max(next, current + 1);
  }
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
