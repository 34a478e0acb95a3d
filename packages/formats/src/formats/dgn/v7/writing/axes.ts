import { axisRuns, defaultStrokeTolerance, type FieldJob, type Path } from '@fieldbridge/fieldjob';

/**
 * The axes of a job's alignments with the elevations of their profiles, as chords: the format has no stations or
 * sections.
 */
export function* axesOf({ alignments, unit }: FieldJob): Generator<[axis: Path, layer: number], void> {
  for (const alignment of alignments)
    for (const run of axisRuns(alignment, defaultStrokeTolerance(unit))) yield [run, alignment.layer];
}
