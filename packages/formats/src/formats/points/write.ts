import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext, Writer } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { crsChange, WGS84 } from '../../kit/crs/crs-change.ts';
import { dataBoxes } from '../../kit/crs/data-boxes.ts';
import { reportChange } from '../../kit/crs/moved-job.ts';
import { ByteWriter } from '../../kit/io/byte-writer.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { coordinateUnit } from '../../kit/losses/coordinate-unit.ts';
import { Rounding } from '../../kit/losses/rounding.ts';
import { rowEncoder } from '../../kit/text/encode.ts';
import { marked } from '../../kit/text/formula-mark.ts';
import { RowBuffer } from '../../kit/text/row-buffer.ts';
import { columnWriters } from './column-writers.ts';
import { reportColumnsLeftOut } from './columns-left-out.ts';
import { pointsHolds } from './holds.ts';
import { headingOf, planWrite, type WritePlan } from './write-plan.ts';

/** Rows between two checks of the signal. */
const STRIDE = 20_000;
/** Bytes buffered before they are written. */
const GATHERED = 1 << 16;
const encoder = new TextEncoder();

/** Writes the points of a job as text; NOTES.md describes the losses. */
export const writePoints: Writer = async (job, path, context) => {
  const plan = planWrite(job, context.options);
  const writer = new ByteWriter(path, true);
  try {
    await writeRows(job, writer, plan, context);
    await writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  reportColumnsLeftOut(job, plan, context);
  if (plan.decimals !== undefined) reportRounding(job, plan, plan.decimals, context);
  return pointsHolds(plan.columns);
};

async function writeRows(job: FieldJob, writer: ByteWriter, plan: WritePlan, context: WriteContext): Promise<void> {
  const { points } = job;
  const geographic = plan.columns.includes('latitude') || plan.columns.includes('longitude');
  const change = geographic ? await crsChange(job.info.crs, WGS84, job.unit, dataBoxes(job), context.crs) : undefined;
  if (change !== undefined) reportChange(change, context.report);
  const earth = { map: change?.map, lost: 0 };
  const columns = columnWriters(job, plan, earth);
  const delimiter = plan.delimiter.charCodeAt(0);
  const encode = rowEncoder(plan.encoding);
  const end = encoder.encode(plan.lineEnd);
  const row = new RowBuffer();
  const lists = points.list.values;
  const coordinates = points.coordinates.view();
  let without = 0;
  if (plan.bom) writer.bytes(encode.mark);
  if (plan.header) {
    plan.columns.forEach((column, i) => {
      if (i > 0) row.byte(delimiter);
      const heading = headingOf(column, job.unit, plan.columns);
      row.field(encoder.encode(plan.marksFormulas ? marked(heading) : heading), delimiter, false);
    });
    finish();
  }
  for (let i = 0; i < points.length; i++) {
    if (i % STRIDE === 0 && i > 0) await giveWay(i, points.length, context, 'writing');
    if (plan.list !== undefined && lists[points.list.index(i)] !== plan.list) continue;
    if (!Number.isFinite(coordinates[3 * i]!) || !Number.isFinite(coordinates[3 * i + 1]!)) {
      without++;
      continue;
    }
    for (let c = 0; c < columns.length; c++) {
      if (c > 0) row.byte(delimiter);
      columns[c]!(i, row);
    }
    finish();
  }
  flush();
  context.progress(points.length, points.length, 'writing');
  if (without > 0) context.report(issueOf('point-without-position', { count: without }));
  if (earth.lost > 0) context.report(issueOf('position-not-on-earth', { count: earth.lost }));
  if (encode.lost > 0)
    context.report(issueOf('character-not-in-encoding', { count: encode.lost, encoding: plan.encoding }));

  function finish(): void {
    row.raw(end);
    if (row.length >= GATHERED) flush();
  }

  function flush(): void {
    writer.bytes(encode.encode(row.bytes.subarray(0, row.length)));
    row.clear();
  }
}

/** Measures the coordinates of columns with a fixed number of decimals, for example from a template. */
function reportRounding(
  { points, info, unit }: FieldJob,
  plan: WritePlan,
  decimals: number,
  context: WriteContext,
): void {
  const rounding = new Rounding(decimals);
  const written = (['easting', 'northing', 'elevation'] as const).map((column) => plan.columns.includes(column));
  for (const block of points.coordinates.blocks())
    for (let at = 0; at < block.length; at++) if (written[at % 3]) rounding.see(block[at]!);
  rounding.report(coordinateUnit(info.crs, unit), context);
}
