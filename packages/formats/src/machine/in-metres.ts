import { emitJob, type FieldJob, JobBuilder, TransformSink, type Unit } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../format.ts';

/** The job in metres, which these formats are taken to be in; itself when it is, a converted copy (reported) when not. */
export function inMetres(job: FieldJob, context: WriteContext): FieldJob {
  const { unit } = job;
  if (unit === 'metre') return job;
  const converted = inUnit(job, 'metre');
  context.report({
    code: 'unit-converted',
    severity: 'note',
    text: `the job's ${unit} were converted to metres, the unit of the format`,
  });
  return converted;
}

/** A copy of a job whose lengths are in another unit. */
export function inUnit(job: FieldJob, unit: Unit): FieldJob {
  const builder = new JobBuilder();
  const change = { unit: { from: job.unit, to: unit }, describe: { unit, crs: job.info.crs } };
  const sink = new TransformSink(
    builder,
    () => change,
    () => undefined,
  );
  emitJob(job, sink);
  sink.finish();
  return builder.job;
}
