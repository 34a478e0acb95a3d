import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Kind, Writer } from '../../core/format.ts';
import { ALIGNMENT_RECORD, alignmentParts } from './alignment-plan.ts';
import { Captions, fileName } from './captions.ts';
import { capacityOf, type TablePlan, writeContainer } from './container-writer.ts';
import { labelParts, labelPositions, lineParts, pointParts, pointPositions } from './feature-plans.ts';
import { inMetres } from './in-metres.ts';
import { TRAITS } from './kinds.ts';
import { planLayers } from './layer-plan.ts';
import { EDGE, LABEL, LINE, TP3_TABLE, TRIANGLE, VERTEX } from './layouts.ts';
import { LineRuns } from './line-runs.ts';
import { Losses } from './losses.ts';
import { positionedOnly } from './positioned.ts';
import { CONTROL_RECORD, controlPart, PLANE_RECORD, planePart } from './record-plans.ts';
import { SURFACE_RECORD, surfaceParts } from './surface-plan.ts';

/** Bytes of a point and a layer in TP3 of minor version 19, and in PT3. */
const POINT_RECORD = { TP3: 26, PT3: 30 } as const;
const LAYER_RECORD = { TP3: 340, PT3: 186 } as const;

const HELD: readonly Kind[] = ['point', 'line', 'text', 'surface', 'alignment', 'plane', 'controlPoint'];

/** Writes a TP3 with everything that the format is known to hold. */
export const writeTp3: Writer = async (given, path, context) => {
  const losses = new Losses();
  const job = positionedOnly(inMetres(given, context), HELD, losses);
  const capacity = (id: number): number => capacityOf('TP3', id);
  const runs = new LineRuns(job, losses);
  const layers = planLayers(
    job,
    [pointPositions(job), runs.positioned(), labelPositions(job)],
    LAYER_RECORD.TP3,
    losses,
  );
  const captions = new Captions();
  const shared = { layers, captions, capacity, losses };
  const points = pointParts(job, { ...shared, recordSize: POINT_RECORD.TP3, firstVertex: 0 });
  const lines = lineParts(job.lines, runs, { ...shared, firstVertex: job.points.length });
  const firstLabel = job.points.length + runs.vertexCount;
  const labels = labelParts(job, { ...shared, firstVertex: firstLabel });
  const surfaces = surfaceParts(job.surfaces, firstLabel + job.texts.length, capacity, losses);
  const alignments = alignmentParts(job.alignments, TRAITS.TP3.firstPage, losses);
  reportCuts(captions, losses);
  const tables: TablePlan[] = [
    {
      id: TP3_TABLE.vertex,
      recordSize: VERTEX.size,
      parts: [points.vertices, lines.vertices, labels.vertices, ...surfaces.vertices],
    },
    ...captions.tables(capacity),
    { id: TP3_TABLE.layer, recordSize: LAYER_RECORD.TP3, parts: [layers.part] },
    { id: TP3_TABLE.point, recordSize: POINT_RECORD.TP3, parts: [points.records] },
    { id: TP3_TABLE.line, recordSize: LINE.size + 8, parts: [lines.records] },
    { id: TP3_TABLE.lineAttribute, recordSize: 4, parts: [lines.attributes] },
    { id: TP3_TABLE.triangle, recordSize: TRIANGLE.size, parts: surfaces.triangles },
    { id: TP3_TABLE.surface, recordSize: SURFACE_RECORD, parts: [surfaces.records] },
    { id: TP3_TABLE.edge, recordSize: EDGE.size, parts: surfaces.edges },
    { id: TP3_TABLE.control, recordSize: CONTROL_RECORD, parts: [controlPart(job.controlPoints, losses)] },
    { id: TP3_TABLE.alignment, recordSize: ALIGNMENT_RECORD, parts: [alignments.records] },
    { id: TP3_TABLE.plane, recordSize: PLANE_RECORD, parts: [planePart(job.planes, losses)] },
    { id: TP3_TABLE.label, recordSize: LABEL.size, parts: [labels.records] },
  ];
  await writeContainer(path, { kind: 'TP3', name: nameOf(job, losses), tables, lists: alignments.lists }, context);
  losses.report(context);
};

/** Writes a PT3: the points. */
export const writePt3: Writer = async (given, path, context) => {
  const losses = new Losses();
  const job = positionedOnly(inMetres(given, context), ['point'], losses);
  const capacity = (id: number): number => capacityOf('PT3', id);
  const layers = planLayers(job, [pointPositions(job)], LAYER_RECORD.PT3, losses);
  const captions = new Captions();
  const points = pointParts(job, { layers, captions, capacity, losses, recordSize: POINT_RECORD.PT3, firstVertex: 0 });
  reportCuts(captions, losses);
  const tables: TablePlan[] = [
    { id: TP3_TABLE.vertex, recordSize: VERTEX.size, parts: [points.vertices] },
    ...captions.tables(capacity),
    { id: TP3_TABLE.layer, recordSize: LAYER_RECORD.PT3, parts: [layers.part] },
    { id: TP3_TABLE.point, recordSize: POINT_RECORD.PT3, parts: [points.records] },
  ];
  await writeContainer(path, { kind: 'PT3', name: nameOf(job, losses), tables }, context);
  losses.report(context);
};

/** The name of a file: the job's name. */
export function nameOf(job: FieldJob, losses: Losses): string {
  return fileName(job.info.name, losses) || 'Fieldbridge';
}

function reportCuts(captions: Captions, losses: Losses): void {
  losses.add('text-cut', captions.cut);
}
