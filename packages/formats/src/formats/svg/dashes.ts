import { dashesByName, dashesInTurn, type FieldJob, type PathTable } from '@fieldbridge/fieldjob';
import { round } from './view.ts';

/** Pixels of a whole pattern below which its dashes are too small to see. */
const LEAST = 3;

/** The dashes of a line as an attribute: as its drawing defines them, else by the name of its line type. */
export function dashAttribute(job: FieldJob, table: PathTable, row: number, scale: number): string {
  const name = table.lineType.get(row) || (job.layers.get(table.layer.get(row))?.lineType ?? '');
  if (name === '') return '';
  const lengths = dashesInTurn(job.info.lineDashes?.[name.toLowerCase()])?.map((length) => length * scale);
  const isSeen = lengths === undefined || lengths.reduce((sum, length) => sum + length, 0) > LEAST;
  const dashes = isSeen ? (lengths?.map(round) ?? dashesByName(name)) : [];
  return dashes.length === 0 ? '' : ` stroke-dasharray="${dashes.join(' ')}"`;
}
