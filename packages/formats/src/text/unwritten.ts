import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Kind } from '../format.ts';
import type { Issue } from '../issue.ts';

/** Says, kind by kind, how many things of a job a format does not write. @param written the kinds it does write */
export function reportUnwritten(job: FieldJob, written: readonly Kind[], report: (issue: Issue) => void): void {
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
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    if (count === 0 || written.includes(kind)) continue;
    report({
      code: `${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-not-written`,
      severity: 'warning',
      text: `this format does not hold the kind ${kind}: ${count} of them were not written`,
    });
  }
}
