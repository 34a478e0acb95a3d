import { spawnSync } from 'node:child_process';
import { Entities, type Found } from './entities.ts';

const KINDS: Readonly<Record<string, string>> = {
  CADPoint: 'POINT',
  CADLine: 'LINE',
  CADText: 'TEXT',
  CADMText: 'MTEXT',
  CADLWPolyline: 'LWPOLYLINE',
  CADPolyline3D: 'POLYLINE',
  CADCircle: 'CIRCLE',
  CADArc: 'ARC',
  CADFace3D: '3DFACE',
};
/** Kinds whose first position is where the entity is; curves are drawn as chains, a circle from one of its ends. */
const PLACED = new Set(['POINT', 'LINE', 'TEXT', 'MTEXT', 'LWPOLYLINE', 'POLYLINE', '3DFACE']);
const OUTPUT = 256 * 2 ** 20;

/** Whether GDAL's program with its CAD driver, which reads DWG 2000, is installed. */
export function hasGdal(): boolean {
  const { stdout, error } = spawnSync('ogrinfo', ['--formats'], { encoding: 'utf8' });
  return error === undefined && stdout.includes('CAD');
}

/**
 * Kinds and the first position of each entity in plan by GDAL's CAD driver (3.6 reads wrong elevations of lines).
 * @throws Error for a file that is not opened
 */
export function gdalEntities(path: string): Found {
  const { stdout, stderr, status } = spawnSync('ogrinfo', ['-ro', '-al', '-q', path], {
    encoding: 'utf8',
    maxBuffer: OUTPUT,
  });
  if (status !== 0) throw new Error(`ogrinfo ended with ${status}: ${stderr.slice(-500)}`);
  const entities = new Entities();
  for (const feature of stdout.split('OGRFeature(').slice(1)) {
    const type = /cadgeom_type \(String\) = (\w+)/.exec(feature)?.[1] ?? '';
    const first = /\n {2}[A-Z]+(?: Z)? \(+(\S+) ([^\s,)]+)/.exec(feature);
    const kind = KINDS[type] ?? type;
    entities.add(kind, PLACED.has(kind) && first !== null ? [Number(first[1]), Number(first[2])] : []);
  }
  return entities.found;
}

/** GDAL's form of an entity: the first position in plan. */
export function firstInPlan(found: Found): Found {
  return found
    .map((line) => {
      const [kind, easting, northing] = line.split(' ');
      return PLACED.has(kind!) ? [kind, easting, northing].join(' ') : kind!;
    })
    .sort();
}
