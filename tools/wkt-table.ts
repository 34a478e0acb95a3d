// Writes the WKT 1 of every EPSG code into the named file: a package states that of its system, and starting PROJ takes
// longer than the rest of a small conversion. The build runs this once for each version of PROJ.
import { planCodes } from '../packages/formats/src/kit/crs/registry.ts';
import { wktByProj } from '../packages/formats/src/kit/crs/wkt.ts';
import { writeWkt } from '../packages/formats/src/kit/crs/wkt-table.ts';

const definitions: [code: number, wkt: string][] = [];
for (const code of planCodes()) {
  const wkt = await wktByProj({ kind: 'epsg', code });
  if (wkt !== undefined) definitions.push([code, wkt]);
}
writeWkt(process.argv[2]!, definitions);
