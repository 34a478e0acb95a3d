import { type Counts, countsOf, type FieldJob, type Selection } from '@fieldbridge/fieldjob';
import { FormatError } from '../core/failure.ts';
import type { Format, Kind } from '../core/format.ts';
import { fillTemplate } from '../core/issues/template.ts';
import type { SourceTally, TallyRow } from '../core/tally.ts';

/** Native types named in the sentence. */
const SHOWN = 5;

const COUNTED: Readonly<Record<Kind, string>> = {
  point: '{count point|points}',
  line: '{count line|lines}',
  area: '{count area|areas}',
  text: '{count text|texts}',
  surface: '{count surface|surfaces}',
  alignment: '{count alignment|alignments}',
  plane: '{count plane|planes}',
  controlPoint: '{count control point|control points}',
  code: '{count code|codes}',
  observation: '{count raw observation|raw observations}',
  drawing: '{count background drawing|background drawings}',
};

/** The counts of each kind, without layers. */
function dataOf(counts: Counts): Readonly<Record<Kind, number>> {
  return {
    point: counts.points,
    line: counts.lines,
    area: counts.areas,
    text: counts.texts,
    surface: counts.surfaces,
    alignment: counts.alignments,
    plane: counts.planes,
    controlPoint: counts.controlPoints,
    code: counts.codes,
    observation: counts.observations,
    drawing: counts.drawings,
  };
}

/**
 * Refuses an import without data.
 * @param name of the file @param tally what was found in it
 * @throws FormatError `no-data`; `nothing-selected` if the file has data that is not selected
 */
export function refuseNoData(job: FieldJob, name: string, tally: SourceTally, selection?: Selection): void {
  refuseNoCounts(countsOf(job), name, tally.rows(), selection);
}

/**
 * The same by the counts of a content report.
 * @throws FormatError as `refuseNoData`
 */
export function refuseNoCounts(counts: Counts, name: string, rows: readonly TallyRow[], selection?: Selection): void {
  const fault = noData(counts, name, rows, selection);
  if (fault !== undefined) throw fault;
}

/** The error that says so, if nothing was counted. */
export function noData(
  counts: Counts,
  name: string,
  rows: readonly TallyRow[],
  selection?: Selection,
): FormatError | undefined {
  if (Object.values(dataOf(counts)).some((count) => count > 0)) return undefined;
  if (selection !== undefined && rows.some(({ read }) => read > 0))
    return new FormatError('nothing-selected', { name });
  const types = rows.filter(({ found }) => found > 0).map(({ type, found }) => `${found} × ${type}`);
  const shown = `${types.slice(0, SHOWN).join(', ')}${types.length > SHOWN ? ', …' : ''}`;
  const found = types.length === 0 ? 'it holds no data' : `it has ${shown}; see its other issues for why none was read`;
  return new FormatError('no-data', { name, found });
}

/** Refuses to write a file that could hold nothing of a job that has data. @throws FormatError `nothing-to-write` */
export function refuseNothingHeld(job: FieldJob, { name, holds }: Format): void {
  const filled = Object.entries(dataOf(countsOf(job))).filter(([, count]) => count > 0) as [Kind, number][];
  if (filled.length === 0 || holds === undefined || filled.some(([kind]) => holds.kinds.includes(kind))) return;
  const has = filled.map(([kind, count]) => fillTemplate(COUNTED[kind], { count })).join(', ');
  throw new FormatError('nothing-to-write', { kind: name, why: `: it has ${has}` });
}
