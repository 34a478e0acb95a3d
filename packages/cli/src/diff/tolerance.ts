import type { FieldJob } from '@fieldbridge/fieldjob';
import { usualTolerance } from '@fieldbridge/formats/convert/comparable.ts';
import { UsageError } from '../command.ts';

/** The tolerance given by the user, in the unit of the job; half a millimetre by default. @throws UsageError */
export function toleranceOf(text: string | undefined, job: FieldJob): number {
  if (text === undefined) return usualTolerance(job);
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value)))
    throw new UsageError(`--tolerance needs a length from 0, not "${text}"`);
  return value;
}
