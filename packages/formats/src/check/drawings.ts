import type { Drawing, ExtentBox } from '@fieldbridge/fieldjob';
import { areaOfUse } from '../kit/crs/area-of-use.ts';
import { dataBoxes } from '../kit/crs/data-boxes.ts';
import { type CheckContext, lengthText } from './check-context.ts';
import { scaled } from './system.ts';

/** Metres: limits for the size of a drawing on a site, and for its distance from the data. */
const LARGEST = 500_000;
const SMALLEST = 0.05;
const FARTHEST = 2000;

/**
 * Checks that background drawings show something, and that they are near the data of the job, or in the area of its
 * system.
 */
export async function checkDrawings(context: CheckContext): Promise<void> {
  const { job, metres, findings } = context;
  if (job.drawings.length === 0) return;
  const data = dataBoxes(job)?.main;
  const area = data === undefined ? await areaOfUse(job.info.crs, context.grids) : undefined;
  for (const drawing of job.drawings) {
    const { name } = drawing;
    const own = dataBoxes(drawing.scene)?.main;
    if (own === undefined) {
      findings.add('check-drawing-empty', { name }, { name });
      continue;
    }
    const box = placed(own, drawing);
    if (box === undefined) continue;
    const [easting, northing] = [(box.minEasting + box.maxEasting) / 2, (box.minNorthing + box.maxNorthing) / 2];
    const spot = { easting, northing, name };
    const size = sizeOf(box);
    if (size * metres > LARGEST || (size > 0 && size * metres < SMALLEST))
      findings.add('check-drawing-size', spot, { name, size: lengthText(size, context) });
    if (area !== undefined && !area.holds(scaled(box, metres)))
      findings.add('check-drawing-outside-area', spot, { name, system: area.label });
    if (data === undefined) continue;
    const away = distance(box, data);
    if (away > Math.max(FARTHEST / metres, sizeOf(data), size))
      findings.add('check-drawing-apart', spot, { name, distance: lengthText(away, context) });
  }
}

/** The box of a drawing in the job; undefined if it has only a scale, without a place. */
function placed(box: ExtentBox, { placement: { kind, from, to } }: Drawing): ExtentBox | undefined {
  if (kind === 'none') return box;
  const [[a, b], [c, d]] = [from, to];
  if (kind === 'scale' || a === undefined || c === undefined) return undefined;
  // With a matching line also turned and stretched: a times the factor plus the shift, as complex numbers.
  const [x, y] = b === undefined ? [1, 0] : [b[0] - a[0], b[1] - a[1]];
  const [u, v] = d === undefined ? [1, 0] : [d[0] - c[0], d[1] - c[1]];
  const [re, im] = [(u * x + v * y) / (x * x + y * y), (v * x - u * y) / (x * x + y * y)];
  const corners = [box.minEasting, box.maxEasting].flatMap((east) =>
    [box.minNorthing, box.maxNorthing].map((north) => {
      const [e, n] = [east - a[0], north - a[1]];
      return [c[0] + re * e - im * n, c[1] + im * e + re * n] as const;
    }),
  );
  const [eastings, northings] = [corners.map(([e]) => e), corners.map(([, n]) => n)];
  return {
    ...{ minEasting: Math.min(...eastings), maxEasting: Math.max(...eastings) },
    ...{ minNorthing: Math.min(...northings), maxNorthing: Math.max(...northings) },
  };
}

function sizeOf({ minEasting, minNorthing, maxEasting, maxNorthing }: ExtentBox): number {
  return Math.max(maxEasting - minEasting, maxNorthing - minNorthing);
}

/** Between the nearest sides of two boxes; 0 where they meet. */
function distance(a: ExtentBox, b: ExtentBox): number {
  const east = Math.max(0, a.minEasting - b.maxEasting, b.minEasting - a.maxEasting);
  const north = Math.max(0, a.minNorthing - b.maxNorthing, b.minNorthing - a.maxNorthing);
  return Math.hypot(east, north);
}
