import { defaultStrokeTolerance, type FieldJob, Path, traceAlignment } from '@fieldbridge/fieldjob';

/** The axes of a job's alignments in plan, as chords: the format knows no stations, gradients or sections. */
export function* axesOf({ alignments, unit }: FieldJob): Generator<[axis: Path, layer: number], void> {
  const path = new Path();
  for (const alignment of alignments)
    yield [traceAlignment(alignment, defaultStrokeTolerance(unit), path), alignment.layer];
}
