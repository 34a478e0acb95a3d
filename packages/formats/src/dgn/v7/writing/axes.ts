import { DEFAULT_STROKE_TOLERANCE, type FieldJob, Path, traceAlignment, unitFactor } from '@fieldbridge/fieldjob';

/** The axes of a job's alignments in plan, as chords: the format knows no stations, gradients or sections. */
export function* axesOf({ alignments, unit }: FieldJob): Generator<[axis: Path, layer: number], void> {
  const path = new Path();
  for (const alignment of alignments) yield [traceAlignment(alignment, strokeTolerance(unit), path), alignment.layer];
}

/** Largest distance between a curve and the chords that stand for it, in the job's unit. */
export function strokeTolerance(unit: FieldJob['unit']): number {
  const { numerator, denominator } = unitFactor('metre', unit);
  return (DEFAULT_STROKE_TOLERANCE * numerator) / denominator;
}
