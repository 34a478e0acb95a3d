import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { timeScript } from '../subjects/index.ts';
import { BENCH_FILES, siteDxf } from './site-dxf.ts';

/** Real drawing that stands for the smallest size. */
const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
const SAMPLE = join(CORPUS, 'dwg', 'sample_AC1027.dwg');

/** Where the drawing of a size lies: 0 is the real one, others hold what a site plan of that many MB as DXF holds. */
export function dwgPath(size: number): string {
  return join(BENCH_FILES, `site-${size}.dwg`);
}

/** Makes a drawing, once per machine and size: the real one is copied, the others our writer makes of the site plan. */
export async function makeDwg(size: number): Promise<void> {
  const path = dwgPath(size);
  if (existsSync(path)) return;
  mkdirSync(BENCH_FILES, { recursive: true });
  const part = `${path}.part`;
  if (size === 0) copyFileSync(SAMPLE, part);
  else await timeScript('convert.ts', siteDxf(size), 'dwg', part);
  renameSync(part, path);
}
