// node tools/dwg/written.ts [FILE …]
// Writes drawings (by default those of the corpus) as DWG in all releases that are written, and reads them back with
// other programs: acad-ts, LibreDWG (where LIBREDWG names the folder of a package @mlightcad/libredwg-web) and GDAL's
// CAD driver (2000 only). Kinds and places of the entities in model space must equal those in the DXF of the same job.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { DWG_WRITE_VERSIONS, dwg } from '@fieldbridge/formats/formats/dwg/format.ts';
import { dxf } from '@fieldbridge/formats/formats/dxf/format.ts';
import { fullJob } from '@fieldbridge/formats/formats/dxf/testing/full-job.ts';
import { readWith, writeWith } from '@fieldbridge/formats/testing/run-format.ts';
import { acadEntities } from './acad-ts.ts';
import { dxfEntities } from './dxf-text.ts';
import { type Found, missingIn } from './entities.ts';
import { firstInPlan, gdalEntities, hasGdal } from './gdal.ts';
import { libreDwg } from './libredwg.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
/** Points as blocks with attributes and areas as hatches, and the plainest kinds. */
const WAYS = [
  { points: 'block', areas: 'hatch' },
  { points: 'point', areas: 'outline' },
];
const SHOWN = 5;

const folder = mkdtempSync(join(tmpdir(), 'dwg-written-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const libre = await libreDwg();
const gdal = hasGdal();
if (libre === undefined)
  console.log('LibreDWG is left out: LIBREDWG does not name the folder of @mlightcad/libredwg-web');
if (!gdal) console.log('GDAL is left out: ogrinfo with the CAD driver is not installed');

const jobs: (readonly [name: string, job: FieldJob])[] = [['a job with one of everything', fullJob()]];
for (const path of process.argv.length > 2 ? process.argv.slice(2) : corpusFiles()) {
  const format = path.toLowerCase().endsWith('.dxf') ? dxf : dwg;
  jobs.push([basename(path), (await readWith(format, readFileSync(path))).job]);
}
for (const [name, job] of jobs)
  for (const way of WAYS)
    for (const version of DWG_WRITE_VERSIONS) {
      const options = { ...way, version, textHeight: 2 };
      const bytes = (await writeWith(dwg, job, { options })).result;
      const twin = (await writeWith(dxf, job, { options: { ...options, version: '2018' } })).result;
      const expected = dxfEntities(twin.toString());
      const of = `${name}, ${version}, ${way.points}, ${way.areas}`;
      compare(of, 'acad-ts', expected, acadEntities(bytes));
      if (libre !== undefined)
        compare(of, 'LibreDWG', version === '2000' ? shortened(expected) : expected, libre.entities(bytes));
      if (!gdal || version !== '2000' || way.points === 'block') continue;
      const path = join(folder, 'written.dwg');
      writeFileSync(path, bytes);
      compare(of, 'GDAL', firstInPlan(expected), gdalEntities(path));
    }

function corpusFiles(): string[] {
  return readdirSync(join(CORPUS, 'dwg')).map((name) => join(CORPUS, 'dwg', name));
}

/**
 * The package's converter drops the last vertex of polylines before 2004, also in AutoCAD's drawings: it shows four of
 * five in `sample_AC1015.dwg`.
 */
function shortened(found: Found): Found {
  return found.map((line) => (line.startsWith('POLYLINE ') ? line.split(' ').slice(0, -3).join(' ') : line)).toSorted();
}

function compare(of: string, program: string, expected: Found, found: Found): void {
  const missing = missingIn(expected, found);
  const extra = missingIn(found, expected);
  const isEqual = missing.length === 0 && extra.length === 0;
  console.log(`${isEqual ? 'equal' : 'DIFFERENT'}: ${of}, ${program}: ${found.length} of ${expected.length} entities`);
  for (const line of missing.slice(0, SHOWN)) console.log(`  missing: ${line.slice(0, 200)}`);
  for (const line of extra.slice(0, SHOWN)) console.log(`  extra: ${line.slice(0, 200)}`);
  if (!isEqual) process.exitCode = 1;
}
