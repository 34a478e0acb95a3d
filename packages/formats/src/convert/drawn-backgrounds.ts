import { type Drawing, emitJob, type FieldJob, ForwardSink, JobBuilder } from '@fieldbridge/fieldjob';
import type { Format } from '../core/format.ts';
import type { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { PlacedScene } from '../kit/cad/placed-scene.ts';

/**
 * For a drawing format without background drawings: a copy of the job in which their linework is drawn, in its place
 * and on separate layers (`drawing - layer`). Those without linework, such as photographs, stay and are reported as
 * left out.
 */
export function withDrawnBackgrounds(job: FieldJob, format: Format, issues: IssueLog): FieldJob {
  if (!format.drawing || format.holds?.kinds.includes('drawing') === true) return job;
  if (!job.drawings.some(hasLinework)) return job;
  const builder = new JobBuilder();
  emitJob(job, new BackgroundsDrawn(builder));
  issues.report(issueOf('drawing-drawn', { count: job.drawings.filter(hasLinework).length }));
  return builder.job;
}

class BackgroundsDrawn extends ForwardSink {
  override drawing(drawing: Drawing): void {
    if (hasLinework(drawing)) emitJob(drawing.scene, new PlacedScene(this.next, drawing));
    else this.next.drawing(drawing);
  }
}

function hasLinework({ scene }: Drawing): boolean {
  const { points, lines, areas, texts, surfaces } = scene;
  return points.length + lines.length + areas.length + texts.length + surfaces.length > 0;
}
