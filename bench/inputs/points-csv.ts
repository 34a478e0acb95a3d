import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter } from '@fieldbridge/formats';
import { BENCH_FILES } from './site-dxf.ts';

const CODES = ['TREE', 'FENCE', 'KERB', 'MH', 'EDGE', 'WALL', ''];

/**
 * A points file of a day's survey as CSV with a header: name, northing, easting, elevation with millimetres, code, and
 * a description on every fifth row. The same size always gives the same file.
 * @returns its path
 */
export function pointsCsv(rows: number): string {
  mkdirSync(BENCH_FILES, { recursive: true });
  const path = join(BENCH_FILES, `points-${rows}.csv`);
  if (existsSync(path)) return path;
  const out = new ByteWriter(`${path}.part`);
  out.text('name,northing,easting,elevation,code,description\n');
  for (let i = 0; i < rows; i++) {
    const northing = 5_400_000 + ((i * 7919) % 10_000_000) / 1000;
    const easting = 450_000 + ((i * 104_729) % 10_000_000) / 1000;
    const elevation = 200 + ((i * 31) % 50_000) / 1000;
    out.text(`${i + 1},${northing.toFixed(3)},${easting.toFixed(3)},`);
    out.text(`${elevation.toFixed(3)},${CODES[i % CODES.length]},${i % 5 === 0 ? `note ${i}` : ''}\n`);
  }
  out.close();
  renameSync(`${path}.part`, path);
  return path;
}
