import { JobBuilder } from '../src/builder.ts';
import type { CoordinateChange } from '../src/transform/coordinate-mover.ts';
import { TransformSink } from '../src/transform-sink.ts';

/** The data after a change of coordinates, and what was skipped: kind and name. */
export function transformed(
  change: CoordinateChange,
  fill: (sink: TransformSink) => void,
): { builder: JobBuilder; skipped: string[] } {
  const builder = new JobBuilder();
  const skipped: string[] = [];
  const sink = new TransformSink(
    builder,
    () => change,
    (kind, name) => skipped.push(`${kind} ${name}`),
  );
  fill(sink);
  sink.finish();
  return { builder, skipped };
}
