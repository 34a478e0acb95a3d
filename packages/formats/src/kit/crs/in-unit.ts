import { emitJob, type FieldJob, JobBuilder, TransformSink, type Unit } from '@fieldbridge/fieldjob';
import { unitOfCrs } from './unit-of-crs.ts';

/** A copy of a job whose lengths are in another unit; latitudes and longitudes stay what they are. */
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
    // Nothing is left out where axes and reference system stay.
    () => undefined,
  );
  emitJob(job, sink);
  sink.finish();
  return builder.job;
}
