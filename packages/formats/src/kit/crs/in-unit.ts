import { emitJob, type FieldJob, JobBuilder, TransformSink, type Unit } from '@fieldbridge/fieldjob';
import { unitOfCrs } from './unit-of-crs.ts';

/** A copy of a job with lengths in another unit; latitudes and longitudes stay the same. */
export function inUnit(job: FieldJob, unit: Unit): FieldJob {
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
