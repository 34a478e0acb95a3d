import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { type ConversionTarget, sendFile, startConversionServer } from '../subjects/conversion-server.ts';

const PORT = 18_471;
const SINK_PORT = 18_472;
const MB = 2 ** 20;
const fileOf = (size: number): string => join(BENCH_FILES, `upload-${size}.csv`);
let server: ConversionTarget | undefined;
let sink: ChildProcess | undefined;

/** Makes a points file of that many megabytes, once. */
function makeFile(size: number): void {
  const path = fileOf(size);
  rmSync(path, { force: true });
  appendFileSync(path, 'name,northing,easting,elevation\n');
  const block = Array.from({ length: 20_000 }, (_, i) => `P${i},${5000 + i}.25,${1000 + i}.75,12.345\n`).join('');
  while (statSync(path).size < size * MB) appendFileSync(path, block);
}

async function timed(work: () => Promise<{ status: number; text: string }>, expected: number): Promise<Measurement> {
  const started = performance.now();
  const { status, text } = await work();
  const seconds = (performance.now() - started) / 1000;
  if (status !== expected) throw new Error(`answered with ${status}: ${text}`);
  return { seconds };
}

/** The upload alone, until the answer that the file is on disk. Deleting the file cancels the import it started. */
async function ours(size: number): Promise<Measurement> {
  const created = await server!.send('POST', '/job/mjf');
  const { jobId } = JSON.parse(created.text) as { jobId: string };
  const measured = await timed(() => server!.send('PUT', `/job/${jobId}/csv`, fileOf(size)), 202);
  await server!.send('DELETE', `/job/${jobId}`);
  return measured;
}

/** A large file over HTTP to disk, hashed and recognised. */
export const row: BenchRow = {
  id: 'upload',
  title: 'Upload over HTTP until it is durable',
  goal: '≥ 0.8 × raw stream to file',
  sizes: [32, 128, 512],
  unit: 'MB',
  prepare: async (sizes) => {
    mkdirSync(BENCH_FILES, { recursive: true });
    for (const size of sizes) makeFile(size);
    server = await startConversionServer(PORT);
    sink = spawn(process.execPath, [join(import.meta.dirname, '../subjects/upload-sink.ts'), String(SINK_PORT)]);
    await pause(1000);
    return async () => {
      sink?.kill('SIGTERM');
      await server?.stop();
      for (const size of sizes) rmSync(fileOf(size), { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: ours },
    {
      name: 'raw stream to file (node:http)',
      role: 'limit',
      run: (size) => timed(() => sendFile(`http://127.0.0.1:${SINK_PORT}/`, 'PUT', {}, fileOf(size)), 201),
    },
  ],
};
