import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { ByteWriter } from '../../kit/io/byte-writer.ts';
import { strayIssue } from './main-part.ts';
import { picturesOf } from './pictures.ts';
import { drawPlan } from './plan.ts';

/** Most things of one kind in a picture: more cannot be distinguished and would stall the viewer. */
const MOST_DRAWN = 100_000;

/** Writes a plan of the job. What a picture cannot hold (elevations, attributes) is reported once. */
export async function writeSvg(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const { width, height, labels, furniture } = context.options;
  const options = {
    width: Number(width),
    height: Number(height),
    labels: labels === true,
    furniture: furniture === true,
  };
  const plan = drawPlan(job, { ...options, most: MOST_DRAWN });
  const { drawn, total, beside, part } = plan;
  const missing = total - drawn - beside;
  if (missing > 0) context.report(issueOf('svg-not-drawn', { count: missing, total }));
  if (part.strays > 0) context.report(strayIssue(part));
  context.report(issueOf('svg-picture-only'));
  const others = job.drawings.length - picturesOf(job).length;
  if (others > 0) context.report(issueOf('drawing-left-out', { count: others }));
  const writer = new ByteWriter(path);
  try {
    plan.parts.forEach((part, index) => {
      if (index % 10_000 === 0) {
        context.signal.throwIfAborted();
        context.progress(index, plan.parts.length, 'writing');
      }
      writer.text(part);
      writer.byte(10);
    });
    writer.close();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
