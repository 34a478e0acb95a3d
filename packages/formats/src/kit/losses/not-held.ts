import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { Holds } from '../../core/holds.ts';
import { reportCrsLeftOut } from './crs-left-out.ts';
import { reportFieldsLeftOut } from './fields-left-out.ts';
import { reportInfiniteElevations } from './infinite-elevations.ts';
import { reportKindsLeftOut } from './kinds-left-out.ts';

/** Reports everything of a job that a format with these `holds` leaves out. */
export function reportNotHeld(job: FieldJob, holds: Holds, context: Pick<WriteContext, 'report'>): void {
  reportKindsLeftOut(job, holds.kinds, context);
  if (holds.infiniteElevations === false) reportInfiniteElevations(job, holds.kinds, context);
  if (holds.crs === false) reportCrsLeftOut(job, context);
  reportFieldsLeftOut(job, holds, context);
}
