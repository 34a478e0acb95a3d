import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Kind, WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

const CODES = {
  point: 'point-left-out',
  line: 'line-left-out',
  area: 'area-left-out',
  text: 'text-left-out',
  surface: 'surface-left-out',
  alignment: 'alignment-left-out',
  plane: 'plane-left-out',
  controlPoint: 'control-point-left-out',
  code: 'code-left-out',
  drawing: 'drawing-left-out',
  observation: 'observation-left-out',
} as const satisfies Readonly<Record<Kind, string>>;

/**
 * Reports how many objects a format leaves out because it does not have their kind: one issue per kind
 * (`line-left-out`, …).
 * @param held the kinds that are written
 */
export function reportKindsLeftOut(job: FieldJob, held: readonly Kind[], context: Pick<WriteContext, 'report'>): void {
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
    context.report(issueOf(CODES[kind], { count: counts[kind] }));
  }
}
