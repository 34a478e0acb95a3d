import type { FieldJob } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { Kind, WriteContext, Writer } from '../../core/format.ts';
import { ALIGNMENT_RECORD, alignmentParts } from './alignment-plan.ts';
import { countOf, type TablePlan, writeContainer } from './container-writer.ts';
import { inMetres } from './in-metres.ts';
import { TRAITS } from './kinds.ts';
import { TP3_TABLE } from './layouts.ts';
import { Losses } from './losses.ts';
import { positionedOnly } from './positioned.ts';
import { CONTROL_RECORD, controlPart, PLANE_RECORD, planePart } from './record-plans.ts';
import { nameOf } from './write-tp3.ts';

type Single = 'RD3' | 'GC3' | 'PL3';

/** Writes the alignments as an RD3 in our own layout. Only with `experimental=true`. */
export const writeRd3: Writer = (job, path, context) =>
  writeSingle('RD3', 'alignment', job, path, context, (metric, losses) => {
    const { lists, records } = alignmentParts(metric.alignments, TRAITS.RD3.firstPage, losses);
    return { lists, table: { id: TP3_TABLE.alignment, recordSize: ALIGNMENT_RECORD, parts: [records] } };
  });

/** Writes the control points as a GC3 in our own layout. Only with `experimental=true`. */
export const writeGc3: Writer = (job, path, context) =>
  writeSingle('GC3', 'controlPoint', job, path, context, (metric, losses) => ({
    table: { id: TP3_TABLE.control, recordSize: CONTROL_RECORD, parts: [controlPart(metric.controlPoints, losses)] },
  }));

/** Writes the planes as a PL3 in our own layout. Only with `experimental=true`. */
export const writePl3: Writer = (job, path, context) =>
  writeSingle('PL3', 'plane', job, path, context, (metric, losses) => ({
    table: { id: TP3_TABLE.plane, recordSize: PLANE_RECORD, parts: [planePart(metric.planes, losses)] },
  }));

async function writeSingle(
  kind: Single,
  held: Kind,
  given: FieldJob,
  path: string,
  context: WriteContext,
  plan: (job: FieldJob, losses: Losses) => { table: TablePlan; lists?: Uint8Array },
): Promise<void> {
  if (context.options['experimental'] !== true) {
    throw new FormatError('experimental-only', { kind });
  }
  const losses = new Losses();
  const job = positionedOnly(inMetres(given, context), [held], losses);
  const { table, lists } = plan(job, losses);
  if (countOf(table) === 0) {
    const lost = losses.issues.map(({ text }) => text).join('; ');
    throw new FormatError('nothing-to-write', { kind, why: lost === '' ? '' : `: ${lost}` });
  }
  await writeContainer(path, { kind, name: nameOf(job, losses), tables: [table], lists }, context);
  losses.report(context);
}
