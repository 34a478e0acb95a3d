// node tools/dwg/public.ts FOLDER …
// Compares how many entities of each kind our reader finds in the drawings of folders (LibreDWG's test data and
// ACadSharp's samples, say, which are not part of this project) with those of the DXF next to a drawing, and with
// LibreDWG's (where LIBREDWG names the folder of a package @mlightcad/libredwg-web).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dwg } from '@fieldbridge/formats/formats/dwg/format.ts';
import { type ReadResult, readWith } from '@fieldbridge/formats/testing/run-format.ts';
import { dxfCounts } from './dxf-text.ts';
import { libreDwg } from './libredwg.ts';

type Counts = ReadonlyMap<string, number>;

/** Parts of other entities and the bounds of blocks; a viewport is where a sheet shows the model. */
const NO_ENTITIES = /^(VERTEX|ATTRIB$|SEQEND$|BLOCK$|ENDBLK$|VIEWPORT$|UNUSED|$)/;
/** Kinds that have several names. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^POLYLINE_.*/, 'POLYLINE'],
  [/^DIMENSION_.*/, 'DIMENSION'],
  [/^(ARC|LARGE_RADIAL)_DIMENSION$/, 'DIMENSION'],
  [/^MINSERT$/, 'INSERT'],
  [/^_3DFACE$/, '3DFACE'],
  [/^_3DSOLID$/, '3DSOLID'],
  [/^LWPLINE$/, 'LWPOLYLINE'],
  [/^PDFREFERENCE$/, 'PDFUNDERLAY'],
  [/^PROXY_ENTITY$/, 'ACAD_PROXY_ENTITY'],
];

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('node tools/dwg/public.ts FOLDER …');
  process.exit(2);
}
const libre = await libreDwg();
if (libre === undefined)
  console.log('LibreDWG is left out: LIBREDWG does not name the folder of @mlightcad/libredwg-web');
const totals = { drawings: 0, refused: 0, 'equal to the DXF': 0, 'not equal to the DXF': 0 };
const byLibre = { 'equal to LibreDWG': 0, 'not equal to LibreDWG': 0, 'not read by LibreDWG': 0 };
for (const folder of folders)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.dwg$/i.test(path)) await compare(join(folder, path));
console.log(JSON.stringify(libre === undefined ? totals : { ...totals, ...byLibre }));

async function compare(path: string): Promise<void> {
  const bytes = readFileSync(path);
  totals.drawings++;
  let ours: Counts;
  try {
    ours = countsOf(await readWith(dwg, bytes));
  } catch (error) {
    totals.refused++;
    console.log(`${path}: refused: ${(error as Error).message}`);
    return;
  }
  const sister = path.replace(/\.dwg$/i, '.dxf');
  if (existsSync(sister)) {
    const differences = difference(ours, named(dxfCounts(readFileSync(sister, 'latin1'))));
    totals[differences === '' ? 'equal to the DXF' : 'not equal to the DXF']++;
    if (differences !== '') console.log(`${path}: DXF: ${differences}`);
  }
  if (libre === undefined) return;
  try {
    const differences = difference(ours, named(libre.counts(bytes)));
    byLibre[differences === '' ? 'equal to LibreDWG' : 'not equal to LibreDWG']++;
    if (differences !== '') console.log(`${path}: LibreDWG: ${differences}`);
  } catch (error) {
    byLibre['not read by LibreDWG']++;
    console.log(`${path}: LibreDWG: ${(error as Error).message}`);
  }
}

function countsOf({ tally }: ReadResult): Counts {
  return named(new Map(tally.rows().map(({ type, space, found }) => [`${type} ${space}`, found])));
}

/** Counts by the names that all programs share, without parts of entities. */
function named(counts: Counts): Counts {
  const sums = new Map<string, number>();
  for (const [key, count] of counts) {
    const name = key.split(' ', 1)[0]!.toUpperCase();
    if (NO_ENTITIES.test(name)) continue;
    const kind = NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return sums;
}

function difference(ours: Counts, theirs: Counts): string {
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((kind) => (ours.get(kind) ?? 0) !== (theirs.get(kind) ?? 0))
    .sort()
    .map((kind) => `${kind} ${ours.get(kind) ?? 0}, not ${theirs.get(kind) ?? 0}`)
    .join('; ');
}
