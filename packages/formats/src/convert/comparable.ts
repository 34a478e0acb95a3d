import { convertLength, type FieldJob, sameCrs } from '@fieldbridge/fieldjob';
import { FormatError } from '../core/failure.ts';
import { unitOfCrs } from '../kit/crs/unit-of-crs.ts';
import { systemName } from './change-to-target.ts';

/** Half a millimetre, and about the same in degrees. */
const TOLERANCE_METRES = 0.0005;
const TOLERANCE_DEGREES = 5e-9;

/** Whether positions of a job are degrees. */
export const isInDegrees = ({ info }: FieldJob): boolean => unitOfCrs(info.crs) === 'degree';

/** Default difference up to which lengths are equal, in the unit of the job. */
export function usualTolerance(job: FieldJob): number {
  return isInDegrees(job) ? TOLERANCE_DEGREES : convertLength(TOLERANCE_METRES, 'metre', job.unit);
}

/**
 * @param names of both, for the message
 * @throws FormatError `crs-differ`; a local grid may be the same as any system
 */
export function requireSameSystem(a: FieldJob, b: FieldJob, [name, other]: readonly [string, string]): void {
  const [ofA, ofB] = [a.info.crs, b.info.crs];
  if (ofA.kind === 'local' || ofB.kind === 'local' || sameCrs(ofA, ofB)) return;
  throw new FormatError('crs-differ', { name, system: systemName(ofA), other, otherSystem: systemName(ofB) });
}
