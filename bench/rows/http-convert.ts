import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { type ConversionTarget, startConversionServer } from '../subjects/conversion-server.ts';

const PORT = 18_473;
/** Conversions before the first that counts: a server is warm for almost all of its life, a command never is. */
const WARM_UPS = 10;
const theirs = join(BENCH_FILES, 'http.gpkg');
let server: ConversionTarget | undefined;

async function ours(size: number): Promise<Measurement> {
  const started = performance.now();
  const { status, text } = await server!.send('POST', '/convert?to=mjfzip&from=dxf', siteDxf(size));
  if (status !== 200) throw new Error(`answered with ${status}: ${text}`);
  return { seconds: (performance.now() - started) / 1000 };
}

/** DXF → `.mjfzip` with upload and download, against a command-line program that only converts. */
export const row: BenchRow = {
  id: 'http-convert',
  title: `DXF → .mjfzip end to end over HTTP, after ${WARM_UPS} conversions`,
  goal: '≥ 2 × (6 MB) and ≥ 3 × (100 MB) ogr2ogr -f GPKG on the command line',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes) siteDxf(size);
    server = await startConversionServer(PORT);
    for (let i = 0; i < WARM_UPS; i++) await ours(sizes[0]!);
    return async () => {
      await server?.stop();
      rmSync(theirs, { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge over HTTP', role: 'ours', run: ours },
    {
      name: 'ogr2ogr -f GPKG',
      role: 'peer',
      missing: () => missingCommand('ogr2ogr'),
      run: (size) => {
        rmSync(theirs, { force: true });
        return timeProcess('ogr2ogr', ['-f', 'GPKG', theirs, siteDxf(size)]);
      },
    },
  ],
};
