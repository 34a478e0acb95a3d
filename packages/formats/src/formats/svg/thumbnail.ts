import type { FieldJob } from '@fieldbridge/fieldjob';
import { drawPlan } from './plan.ts';

const WIDTH = 320;
const HEIGHT = 240;
const MOST_DRAWN = 3000;

/**
 * A small plan of a job as SVG text, for lists and reports: at most a few thousand things, evenly chosen.
 */
export function drawThumbnail(job: FieldJob): string {
  const size = { width: WIDTH, height: HEIGHT, most: MOST_DRAWN };
  return drawPlan(job, { ...size, labels: false, furniture: false }).parts.join('\n');
}
