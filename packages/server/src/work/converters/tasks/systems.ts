import type { ReferenceSystem } from '@fieldbridge/contract';
import { type Crs, parseCrs } from '@fieldbridge/fieldjob';
import { fitOf } from '@fieldbridge/formats/kit/crs/system-fit.ts';
import { searchSystems } from '@fieldbridge/formats/kit/crs/system-search.ts';
import { GRIDS } from './grids.ts';
import type { SystemsTask } from './task-types.ts';

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

/** A system that the server has checked; a local grid is as none. */
function crsOf(text: string | undefined): Crs | undefined {
  const crs = text === undefined ? undefined : parseCrs(text);
  return crs?.kind === 'local' ? undefined : crs;
}
