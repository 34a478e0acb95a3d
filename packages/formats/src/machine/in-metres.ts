import { emitJob, type FieldJob, JobBuilder, TransformSink } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../format.ts';

/** The job in metres, which these formats are taken to be in; itself when it is, a converted copy (reported) when not. */
export function inMetres(job: FieldJob, context: WriteContext): FieldJob {
  const { unit } = job;
  if (unit === 'metre') return job;
  const builder = new JobBuilder();
  const change = {
    unit: { from: unit, to: 'metre' as const },
    describe: { unit: 'metre' as const, crs: job.info.crs },
  };
  const sink = new TransformSink(
    builder,
    () => change,
    () => undefined,
  );
  emitJob(job, sink);
  sink.finish();
  context.report({
    code: 'unit-converted',
    severity: 'note',
    text: `the job's ${unit} were converted to metres, the unit of the format`,
  });
  return builder.job;
}
