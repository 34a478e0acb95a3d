import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { type ConversionTarget, startConversionServer } from '../subjects/conversion-server.ts';

const PORT = 18_474;
const POINTS = 200;
const fileOf = (index: number): string => join(BENCH_FILES, `append-${index}.csv`);
let server: ConversionTarget | undefined;

/** That many appends to one job, each timed until it is in the job. */
async function ours(size: number): Promise<Measurement> {
  const { jobId } = JSON.parse((await server!.send('POST', '/job/mjf')).text) as { jobId: string };
  const started = performance.now();
  for (let i = 0; i < size; i++) {
    const { status, text } = await server!.send('PUT', `/job/${jobId}/csv?list=bench`, fileOf(i));
    if (status !== 202) throw new Error(`append ${i} was answered with ${status}: ${text}`);
    await server!.send('GET', `/job/${jobId}/status?wait=60`);
  }
  const seconds = (performance.now() - started) / 1000;
  await server!.send('DELETE', `/job/${jobId}`);
  return { seconds };
}

/** The cost of an append depends on what it adds, not on what is already in the job. */
export const row: BenchRow = {
  id: 'appends',
  title: `Appends of ${POINTS} points each to one job, one after another`,
  goal: 'exponent ≤ 1.1',
  sizes: [25, 100, 400],
  unit: 'appends',
  prepare: async (sizes) => {
    mkdirSync(BENCH_FILES, { recursive: true });
    const most = Math.max(...sizes);
    for (let file = 0; file < most; file++) {
      const rows = Array.from({ length: POINTS }, (_, i) => `${file}-${i},${5000 + i}.25,${1000 + file}.75,12.3`);
      writeFileSync(fileOf(file), `name,northing,easting,elevation\n${rows.join('\n')}\n`);
    }
    server = await startConversionServer(PORT);
    return async () => {
      await server?.stop();
      for (let file = 0; file < most; file++) rmSync(fileOf(file), { force: true });
    };
  },
  subjects: [{ name: 'Fieldbridge', role: 'ours', run: ours }],
};
