import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, FileSource, formatById, SourceTally } from '@fieldbridge/formats';
import { surfaceJob, tp3Path, writeTp3File } from '../inputs/tp3.ts';
import type { BenchRow, Measurement } from '../row.ts';

const SIZES = [62_500, 250_000, 1_000_000];
const jobs = new Map<number, FieldJob>();
/** Contributes to the byte loop's result, so that no work is optimised away. */
let sum = 0;

async function timed(path: string, work: () => void | Promise<void>): Promise<Measurement> {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const megabytes = statSync(path).size / 1e6;
  // On a shared machine, CPU time says more than wall time.
  const rates = `${(megabytes / seconds).toFixed(0)} MB/s, ${((1e6 * megabytes) / (user + system)).toFixed(0)} MB per CPU second`;
  return { seconds, note: `last run ${rates}` };
}

async function readTp3(path: string, triangles: number): Promise<void> {
  const read = await formatById('tp3')!.loadReader!();
  const builder = new JobBuilder();
  const source = new FileSource(path);
  await read(source, builder, {
    options: {},
    signal: new AbortController().signal,
    limits: { ...DEFAULT_LIMITS },
    progress: () => {},
    report: () => {},
    tally: new SourceTally(),
    workFolder: tmpdir(),
  });
  source.close();
  const got = builder.job.surfaces[0]!.triangles.length / 3;
  if (Math.abs(got - triangles) > 0.01 * triangles || builder.job.surfaces[0]!.neighbours === null) {
    throw new Error(`${got} triangles came back, not about ${triangles}`);
  }
}

function byteLoop(path: string): void {
  const source = new FileSource(path);
  const buffer = new Uint8Array(1 << 20);
  let at = 0;
  for (let got = 1; got > 0; at += got) {
    got = source.readInto(buffer, 0, buffer.length, at);
    for (let i = 0; i < got; i++) sum = (sum + buffer[i]!) | 0;
  }
  source.close();
}

const prepare = async (sizes: readonly number[]): Promise<() => Promise<void>> => {
  for (const size of sizes) {
    jobs.set(size, surfaceJob(size));
    await writeTp3File(jobs.get(size)!, tp3Path(size));
  }
  return async () => {
    for (const size of sizes) {
      await rm(tp3Path(size), { force: true });
      await rm(`${tp3Path(size)}.out`, { force: true });
    }
    jobs.clear();
  };
};

/** TP3 read and written; no other program available can do either. */
export const rows: readonly BenchRow[] = [
  {
    id: 'tp3',
    title: 'TP3 with one surface → job, links checked',
    goal: 'TP3 with 1 M triangles → job: ≥ 200 MB/s',
    sizes: SIZES,
    unit: 'triangles',
    prepare,
    subjects: [
      {
        name: 'Fieldbridge',
        role: 'ours',
        run: (size) => timed(tp3Path(size), () => readTp3(tp3Path(size), size)),
      },
      {
        name: 'byte loop',
        role: 'limit',
        run: (size) => timed(tp3Path(size), () => byteLoop(tp3Path(size))),
      },
    ],
  },
  {
    id: 'tp3-write',
    title: 'job with one surface → TP3, made durable',
    goal: 'as fast as reading: ≥ 200 MB/s',
    sizes: SIZES,
    unit: 'triangles',
    prepare,
    subjects: [
      {
        name: 'Fieldbridge',
        role: 'ours',
        run: (size) => {
          const path = `${tp3Path(size)}.out`;
          return timed(path, () => writeTp3File(jobs.get(size)!, path));
        },
      },
    ],
  },
];
