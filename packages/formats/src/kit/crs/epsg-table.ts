import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the offline table (npm package epsg-index, made from the EPSG registry) knows of a system. */
export interface EpsgDefinition {
  readonly code: number;
  readonly name: string;
  /** `CRS-PROJCRS`, `CRS-GEOGCRS`, … */
  readonly kind: string;
  /** OGC WKT 1; null where the registry's export has none. */
  readonly wkt: string | null;
  readonly proj4: string | null;
  /** The CRS's own unit as the registry names it (`metre`, `US survey foot`, `degree`, …). */
  readonly unit: string | null;
}

const HIGHEST_CODE = 999_999;
const cache = new Map<number, EpsgDefinition | undefined>();

/** The definition of an EPSG code; undefined when the table has no such code. One small file is read per code, once. */
export function epsgDefinition(code: number): EpsgDefinition | undefined {
  if (!Number.isInteger(code) || code < 1 || code > HIGHEST_CODE) return undefined;
  if (!cache.has(code)) cache.set(code, readDefinition(code));
  return cache.get(code);
}

function readDefinition(code: number): EpsgDefinition | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('epsg-index/package.json'));
  let text: string;
  try {
    text = readFileSync(join(folder, 's', `${code}.json`), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { name, kind, wkt, proj4, unit } = JSON.parse(text) as Omit<EpsgDefinition, 'code'>;
  return { code, name, kind, wkt, proj4, unit };
}
