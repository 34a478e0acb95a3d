import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { timeScript } from '../subjects/index.ts';
import { BENCH_FILES, siteDxf } from './site-dxf.ts';

/** A real drawing to compare with the generated ones. */
const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
export const REAL_DWG = join(CORPUS, 'dwg', 'sample_AC1027.dwg');

/** Path of the DWG with the contents of a site plan of that many MB as DXF. */
export function dwgPath(size: number): string {
  return join(BENCH_FILES, `site-${size}.dwg`);
}

/** Converts the site plan to DWG with our writer, once per machine and size. */
export async function makeDwg(size: number): Promise<void> {
  const path = dwgPath(size);
  if (existsSync(path)) return;
  mkdirSync(BENCH_FILES, { recursive: true });
  const part = `${path}.part`;
  await timeScript('convert.ts', siteDxf(size), 'dwg', part);
  renameSync(part, path);
}
