import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Kind, WriteContext } from '../../core/format.ts';

/**
 * Reports, with one issue per kind (`line-left-out`, …), how much of a job a format without those kinds leaves out.
 * @param held the kinds that are written
 */
export function reportLeftOut(job: FieldJob, held: readonly Kind[], context: Pick<WriteContext, 'report'>): void {
  const counts: Readonly<Record<Kind, number>> = {
    point: job.points.length,
    line: job.lines.length,
    area: job.areas.length,
    text: job.texts.length,
    surface: job.surfaces.length,
    alignment: job.alignments.length,
    plane: job.planes.length,
    controlPoint: job.controlPoints.length,
    code: job.codes.length,
    drawing: job.drawings.length,
    observation: job.observations.length,
  };
  for (const kind of Object.keys(counts) as Kind[]) {
    if (counts[kind] === 0 || held.includes(kind)) continue;
    const code = `${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-left-out`;
    const text = `${counts[kind]} × ${kind}: the format has no place for them, they were left out`;
    context.report({ code, severity: 'warning', text, count: counts[kind] });
  }
}
