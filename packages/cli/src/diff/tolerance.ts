import { convertLength, type FieldJob } from '@fieldbridge/fieldjob';
import { unitOfCrs } from '@fieldbridge/formats/kit/crs/unit-of-crs.ts';
import { UsageError } from '../command.ts';

/** Half a millimetre, and about the same in degrees. */
const TOLERANCE_METRES = 0.0005;
const TOLERANCE_DEGREES = 5e-9;

/** Whether positions of a job are degrees. */
export const isInDegrees = ({ info }: FieldJob): boolean => unitOfCrs(info.crs) === 'degree';

/** The tolerance that a person stated, in the unit of the job; without one half a millimetre. @throws UsageError */
export function toleranceOf(text: string | undefined, job: FieldJob): number {
  if (text === undefined)
    return isInDegrees(job) ? TOLERANCE_DEGREES : convertLength(TOLERANCE_METRES, 'metre', job.unit);
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value)))
    throw new UsageError(`--tolerance needs a length from 0, not "${text}"`);
  return value;
}
