import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConversionClient } from './conversion-client.ts';
import { until } from './receiver.ts';
import { startServerProcess } from './server-process.ts';

/** The observations of a campaign. */
export interface CampaignResult {
  readonly rounds: number;
  readonly accepted: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Kills that hit while an import was running. */
  readonly hits: number;
}

interface Running {
  readonly process: ChildProcess;
  readonly client: ConversionClient;
}

async function start(directory: string): Promise<Running> {
  const { process, url, demo } = await startServerProcess(directory);
  return { process, client: new ConversionClient(url, demo.conversion) };
}

const rowsOf = (round: number, count: number): string =>
  `name,northing,easting,elevation\n${Array.from({ length: count }, (_, i) => `R${round}N${i},${i}.5,${round}.25,1`).join('\n')}`;

/** Processes whose command line names the directory: converters that outlived their server. */
function orphans(directory: string): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${directory}/work/`);
    } catch {
      return false;
    }
  }).length;
}

/**
 * Appends files to one job and kills the server with SIGKILL at random moments of the running imports. After every
 * round the server starts again on the same data; at the end every accepted import must be in the job exactly once, or
 * failed with a reason.
 * @param rounds kills @param points of each file @param random 0…1
 * @throws AssertionError if an import was lost, doubled or left unsettled, the job is not whole, or a process was left
 * behind
 */
export async function killCampaign(
  rounds: number,
  points: number,
  random: () => number,
  report: (line: string) => void,
): Promise<CampaignResult> {
  const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-kill-'));
  const accepted: { fileId: string; round: number }[] = [];
  let running = await start(directory);
  let hits = 0;
  try {
    const { jobId } = await running.client.createJob({ name: 'Campaign' });
    for (let round = 0; round < rounds; round++) {
      const upload = running.client.append(jobId, 'csv', rowsOf(round, points), `${round}.csv`, 'list=campaign').then(
        ({ fileId }) => accepted.push({ fileId, round }),
        () => undefined,
      );
      // The first and then one of four during the upload, the others after it: while it runs, now and then after its
      // end.
      if (round % 4 > 0) await upload;
      const moment = random() * (round % 4 > 0 ? 500 : 100);
      await pause(moment);
      const state = await running.client.status(jobId, 0).then(
        (status) => status.state,
        () => 'unknown',
      );
      if (state === 'running') hits++;
      running.process.kill('SIGKILL');
      await once(running.process, 'exit');
      await upload;
      running = await start(directory);
      const seen = await running.client.status(jobId, 0);
      for (const { fileId } of accepted)
        assert.ok(
          seen.imports.some((one) => one.fileId === fileId) || seen.imports.length >= 200,
          `accepted import ${fileId} is lost`,
        );
      report(`round ${round + 1}: killed after ${Math.round(moment)} ms while ${state}, ${accepted.length} accepted`);
    }
    const status = await running.client.status(jobId, 300);
    assert.equal(status.state, 'idle', 'an import is neither done nor failed');
    for (const one of status.imports)
      assert.ok(one.result !== 'failed' || one.failure !== null, 'a failure without a reason');
    const succeeded = status.imports.filter(({ result }) => result !== 'failed');
    const text = (await running.client.download(jobId, 'csv')).text;
    const names = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',', 1)[0]!);
    assert.equal(new Set(names).size, names.length, 'a point came in twice');
    const expected = succeeded
      .map(({ name }) => Number(name.replace('.csv', '')))
      .flatMap((round) => Array.from({ length: points }, (_, i) => `R${round}N${i}`));
    assert.deepEqual(names.toSorted(), expected.toSorted(), 'the job does not hold exactly what its imports brought');
    assert.equal(status.revision, succeeded.length);
    running.process.kill('SIGTERM');
    await once(running.process, 'exit');
    await until(() => orphans(directory) === 0, 'the end of the converters of a server that stopped');
    return {
      rounds,
      accepted: accepted.length,
      succeeded: succeeded.length,
      failed: status.imports.length - succeeded.length,
      hits,
    };
  } finally {
    running.process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}
