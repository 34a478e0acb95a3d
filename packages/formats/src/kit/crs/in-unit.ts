import { emitJob, type FieldJob, JobBuilder, TransformSink, type Unit } from '@fieldbridge/fieldjob';
import { unitOfCrs } from './unit-of-crs.ts';

/**
 * A job with lengths in a unit: the job itself if it has that unit, otherwise a copy, in which latitudes and longitudes
 * stay the same.
 */
export function inUnit(job: FieldJob, unit: Unit): FieldJob {
  if (job.unit === unit) return job;
  const { crs } = job.info;
  const builder = new JobBuilder();
  const sink = new TransformSink(
    builder,
    () => ({
      unit: { from: job.unit, to: unit },
      angular: unitOfCrs(crs) === 'degree',
      describe: { unit, crs },
    }),
    // A change of unit loses nothing.
    () => undefined,
  );
  emitJob(job, sink);
  sink.finish();
  return builder.job;
}
