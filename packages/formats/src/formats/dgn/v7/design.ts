import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { type DrawingUnit, drawingUnitNamed } from '../../../kit/cad/drawing-unit.ts';
import { int32, vaxDouble } from './numbers.ts';

/** Smallest control block that holds everything read here. */
export const CONTROL_BLOCK_SIZE = 1264;

/** Properties of the design file from its terminal control block (type 9). */
export interface Design {
  readonly is3d: boolean;
  /** Units of resolution in one master unit. */
  readonly uorPerMaster: number;
  /** Global origin in units of resolution. */
  readonly origin: readonly [number, number, number];
  readonly masterName: string;
  /** The master unit; undefined when its name is unknown. */
  readonly unit: Pick<DrawingUnit, 'unit' | 'numerator' | 'denominator'> | undefined;
}

/** Names of master units besides the usual ones of drawings. */
const NAMES: Readonly<Record<string, string>> = {
  "'": 'ft',
  '"': 'in',
  fe: 'ft',
  me: 'm',
  mt: 'm',
  sf: 'usft',
  us: 'usft',
};
/** In the name of a unit, filling. */
const CONTROLS = /[\0-\x1f\x7f-\x9f]/g;

/**
 * Reads the control block.
 * @param bytes the element, at least CONTROL_BLOCK_SIZE long
 * @param report called when the working units are impossible and 1 was assumed
 */
export function readDesign(bytes: Uint8Array, report: (issue: Issue) => void): Design {
  const perSub = int32(bytes, 1116);
  const perMaster = int32(bytes, 1112);
  let uorPerMaster = perSub * perMaster;
  if (!(perSub > 0) || !(perMaster > 0)) {
    uorPerMaster = 1;
    report(issueOf('dgn-working-units', { perSub, perMaster }, { offset: 1112 }));
  }
  const masterName = String.fromCharCode(bytes[1120]!, bytes[1121]!).replace(CONTROLS, '').trim();
  const key = masterName.toLowerCase();
  const unit = drawingUnitNamed(Object.hasOwn(NAMES, key) ? NAMES[key]! : key);
  return {
    is3d: (bytes[1214]! & 0x40) !== 0,
    uorPerMaster,
    origin: [vaxDouble(bytes, 1240), vaxDouble(bytes, 1248), vaxDouble(bytes, 1256)],
    masterName,
    unit,
  };
}
