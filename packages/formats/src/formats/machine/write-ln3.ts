import { FormatError } from '../../core/failure.ts';
import type { Writer } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { capacityOf, putReference, type TablePlan, writeContainer } from './container-writer.ts';
import { inMetres } from './in-metres.ts';
import { type LayerPlan, planLayers } from './layer-plan.ts';
import { LN3_LINE, LN3_TABLE, LN3_VERTEX } from './layouts.ts';
import { LineRuns } from './line-runs.ts';
import { Losses } from './losses.ts';
import { positionedOnly } from './positioned.ts';
import { nameOf } from './write-tp3.ts';

const LAYER_RECORD = 154;
const LINE_RECORD = 21;
/** Rounding above this, in metres, is refused: half a millimetre. */
export const MOST_ROUNDING = 0.0005;
/** The byte after the layer in all four lines of the sample. */
const FLAG = 1;

/**
 * Writes an LN3: lines in single precision relative to the origin of their layer.
 * @throws FormatError `precision-too-low` if a coordinate would move by more than 0.5 mm
 */
export const writeLn3: Writer = async (given, path, context) => {
  const losses = new Losses();
  const job = positionedOnly(inMetres(given, context), ['line'], losses);
  const capacity = (id: number): number => capacityOf('LN3', id);
  const runs = new LineRuns(job, losses);
  const layers = planLayers(job, [runs.positioned()], LAYER_RECORD, losses);
  const numberOf = (run: number): number => layers.numberOf(job.lines.layer.get(runs.line[run]!));
  const rounding = roundingOf(runs, numberOf, layers);
  if (!(rounding <= MOST_ROUNDING)) {
    const moved = (rounding * 1000).toFixed(2);
    throw new FormatError('precision-too-low', { moved, most: MOST_ROUNDING * 1000 });
  }
  const most = (rounding * 1000).toFixed(4);
  if (runs.vertexCount > 0) context.report(issueOf('single-precision', { count: runs.vertexCount, most }));
  for (let run = 0; run < runs.count; run++) {
    const line = runs.line[run]!;
    const named = job.lines.name.get(line) !== '' || job.lines.code.get(line) !== '';
    losses.add('line-name-left-out', named ? 1 : 0);
    losses.add('line-closing-repeated', runs.closed[run] ? 1 : 0);
  }
  const repeated = closings(runs);
  const { fields } = LN3_LINE;
  let run = 0;
  let left = 0;
  const tables: TablePlan[] = [
    {
      id: LN3_TABLE.vertex,
      recordSize: LN3_VERTEX.size,
      parts: [
        {
          count: runs.vertexCount + repeated[runs.count]!,
          fill: (view, at, row) => {
            if (row === 0) [run, left] = [0, length(0)];
            if (left === 0) left = length(++run);
            const { coordinates: c } = runs;
            const place = length(run) - left--;
            const vertex = runs.first[run]! + (place === runs.vertices[run] ? 0 : place);
            const origin = layers.originOf(numberOf(run));
            view.setFloat32(at, c[3 * vertex]! - origin.easting, true);
            view.setFloat32(at + 4, c[3 * vertex + 1]! - origin.northing, true);
            view.setFloat32(at + 8, elevationOf(c[3 * vertex + 2]!), true);
          },
        },
      ],
    },
    { id: LN3_TABLE.layer, recordSize: LAYER_RECORD, parts: [layers.part] },
    {
      id: LN3_TABLE.line,
      recordSize: LINE_RECORD,
      parts: [
        {
          count: runs.count,
          fill: (view, at, row) => {
            const first = runs.first[row]! + repeated[row]!;
            putReference(view, at + fields.vertex.at, LN3_TABLE.vertex, first, capacity(LN3_TABLE.vertex));
            putReference(view, at + fields.attribute.at, LN3_TABLE.attribute, first, capacity(LN3_TABLE.attribute));
            fields.count.write(view, at, length(row));
            fields.layer.write(view, at, numberOf(row));
            fields.flag.write(view, at, FLAG);
          },
        },
      ],
    },
    {
      id: LN3_TABLE.attribute,
      recordSize: 4,
      parts: [{ count: runs.vertexCount + repeated[runs.count]!, fill: () => undefined }],
    },
  ];
  await writeContainer(path, { kind: 'LN3', name: nameOf(job, losses), tables }, context);
  losses.report(context);

  function length(index: number): number {
    return runs.vertices[index]! + (runs.closed[index] ? 1 : 0);
  }
};

/** An infinite elevation becomes unknown, as in the other formats of the family. */
function elevationOf(elevation: number): number {
  return Number.isFinite(elevation) ? elevation : Number.NaN;
}

/** Per run the number of closing vertices added before it; the last entry is the total. */
function closings(runs: LineRuns): number[] {
  const before = [0];
  for (const closed of runs.closed) before.push(before.at(-1)! + (closed ? 1 : 0));
  return before;
}

/** The largest distance in metres by which single precision moves a coordinate. */
function roundingOf(runs: LineRuns, numberOf: (run: number) => number, layers: LayerPlan): number {
  let most = 0;
  for (let run = 0; run < runs.count; run++) {
    const { easting, northing } = layers.originOf(numberOf(run));
    const end = 3 * (runs.first[run]! + runs.vertices[run]!);
    for (let i = 3 * runs.first[run]!; i < end; i += 3) {
      const [e, n, z] = [runs.coordinates[i]! - easting, runs.coordinates[i + 1]! - northing, runs.coordinates[i + 2]!];
      most = Math.max(most, Math.abs(Math.fround(e) - e), Math.abs(Math.fround(n) - n));
      if (Number.isFinite(z)) most = Math.max(most, Math.abs(Math.fround(z) - z));
    }
  }
  return most;
}
