import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { timeScript } from '../subjects/index.ts';
import { BENCH_FILES, siteDxf } from './site-dxf.ts';

/** Real drawing beside the generated ones. */
const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
export const REAL_DWG = join(CORPUS, 'dwg', 'sample_AC1027.dwg');

/** Where the drawing lies that holds what a site plan of that many MB as DXF holds. */
export function dwgPath(size: number): string {
  return join(BENCH_FILES, `site-${size}.dwg`);
}

/** Makes a drawing out of the site plan, by our writer, once per machine and size. */
export async function makeDwg(size: number): Promise<void> {
  const path = dwgPath(size);
  if (existsSync(path)) return;
  mkdirSync(BENCH_FILES, { recursive: true });
  const part = `${path}.part`;
  await timeScript('convert.ts', siteDxf(size), 'dwg', part);
  renameSync(part, path);
}
