import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import { timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

const SIZES = [62_500, 250_000, 1_000_000];
const input = (size: number): string => join(BENCH_FILES, `degrees-${size}.txt`);
const ours = (size: number): string => join(BENCH_FILES, `grid-ours-${size}.txt`);
const theirs = (size: number): string => join(BENCH_FILES, `grid-cs2cs-${size}.txt`);

/** Longitudes, latitudes and heights within a degree; the same size always gives the same file. */
function writeDegrees(size: number): void {
  mkdirSync(BENCH_FILES, { recursive: true });
  const rows = Array.from({ length: size }, (_, i) => {
    const longitude = 8.5 + ((i * 104_729) % 1_000_000) / 1e6;
    const latitude = 48 + ((i * 7919) % 1_000_000) / 1e6;
    return `${longitude.toFixed(9)} ${latitude.toFixed(9)} ${(200 + (i % 500) / 10).toFixed(3)}\n`;
  });
  writeFileSync(input(size), rows.join(''));
}

/** It knows no --version: without arguments it shows its usage. */
function missingCs2cs(): string | undefined {
  return spawnSync('cs2cs', ['-l']).error === undefined ? undefined : 'cs2cs is not installed';
}

/** cs2cs, axes by a PROJ string: it takes longitude first, as the file has it. */
function cs2cs(size: number): Promise<Measurement> {
  const line = `cs2cs -f %.3f +proj=longlat +datum=WGS84 +to EPSG:32632 ${input(size)} > ${theirs(size)}`;
  return timeProcess('sh', ['-c', line]);
}

/** Metres by which both results differ at most, to be printed after the row. */
function difference(size: number): string {
  const [a, b] = [ours(size), theirs(size)].map((path) => readFileSync(path, 'latin1').split('\n'));
  let most = 0;
  for (let i = 0; i < size; i++) {
    const [first, second] = [a![i]!, b![i]!].map((line) => line.split(/\s+/).map(Number));
    for (let axis = 0; axis < 3; axis++) most = Math.max(most, Math.abs(first![axis]! - second![axis]!));
  }
  return `largest difference ${most.toFixed(4)} m`;
}

export const rows: BenchRow[] = [
  {
    id: 'crs',
    title: 'change of reference system: WGS 84 → UTM zone 32N, text to text (process from start to end)',
    goal: '≥ 1 × cs2cs, results equal to 1 mm',
    sizes: SIZES,
    unit: 'points',
    prepare: async (sizes) => {
      for (const size of sizes) writeDegrees(size);
      return async () => {
        for (const size of sizes)
          for (const path of [input(size), ours(size), theirs(size)]) rmSync(path, { force: true });
      };
    },
    subjects: [
      { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('change-crs.ts', input(size), ours(size)) },
      {
        name: 'cs2cs',
        role: 'peer',
        missing: missingCs2cs,
        run: async (size) => ({ ...(await cs2cs(size)), note: difference(size) }),
      },
    ],
  },
];
