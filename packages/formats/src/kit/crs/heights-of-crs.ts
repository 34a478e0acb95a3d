import type { Crs } from '@fieldbridge/fieldjob';
import { registeredSystem } from './registry.ts';

/** WGS 84 with heights above the ellipsoid. */
export const WGS84_HEIGHTS: Crs = { kind: 'epsg', code: 4979 };

const COMPOUND_TEXT = /^\s*(?:COMPD_CS|COMPOUNDCRS)\b|^\s*\{[^{}]*"type"\s*:\s*"CompoundCRS"/i;

/** Whether a system states what its elevations are above: a plan system joined to a height system. */
export function hasElevations(crs: Crs): boolean {
  if (crs.kind === 'wkt') return COMPOUND_TEXT.test(crs.wkt);
  if (crs.kind === 'local') return false;
  return crs.vertical !== undefined || registeredSystem(crs.code)?.kind === 'compound';
}
