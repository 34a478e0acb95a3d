import type { ReferenceSystem } from '@fieldbridge/contract';
import { type Crs, LOCAL_CRS, parseCrs } from '@fieldbridge/fieldjob';
import { mercatorNet } from '@fieldbridge/formats/kit/crs/mercator-net.ts';
import { fitOf } from '@fieldbridge/formats/kit/crs/system-fit.ts';
import { searchSystems } from '@fieldbridge/formats/kit/crs/system-search.ts';
import type { EarthNet } from '@fieldbridge/view-wire';
import { GRIDS } from './grids.ts';
import type { EarthTask, SystemsTask } from './task-types.ts';

/** Looks reference systems up, and where data would be in each of them. */
export async function findSystems({ text, most, data }: SystemsTask): Promise<ReferenceSystem[]> {
  const found = searchSystems(text, most);
  if (data === undefined) return found.map((system) => ({ ...system, fit: null }));
  const { box, unit } = data;
  const [from, to] = [crsOf(data.from), found.length === 1 ? crsOf(data.to) : undefined];
  const systems: ReferenceSystem[] = [];
  for (const system of found) {
    const question = { box, unit, from, to, wantsChange: found.length === 1 };
    systems.push({ ...system, fit: await fitOf({ kind: 'epsg', code: system.code }, question, { grids: GRIDS }) });
  }
  return systems;
}

/** Where Web Mercator is in a reference system: what map tiles are put below a job with. */
export function findEarth({ box, unit, crs }: EarthTask): Promise<EarthNet> {
  return mercatorNet(parseCrs(crs) ?? LOCAL_CRS, unit, box, { grids: GRIDS });
}

/** A system that the server has checked; a local grid is as none. */
function crsOf(text: string | undefined): Crs | undefined {
  const crs = text === undefined ? undefined : parseCrs(text);
  return crs?.kind === 'local' ? undefined : crs;
}
