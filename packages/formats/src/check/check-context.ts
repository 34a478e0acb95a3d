import type { FieldJob } from '@fieldbridge/fieldjob';
import type { OptionTable } from '../core/options.ts';
import type { Findings } from './finding.ts';

/** Most comparisons of one check; the findings up to then are listed, with `check-partial`. */
export const MOST_COMPARISONS = 20_000_000;

/** The input of each check. */
export interface CheckContext {
  readonly job: FieldJob;
  /** Metres in the unit of the job. */
  readonly metres: number;
  readonly findings: Findings;
  /** Folder with grid files. */
  readonly grids?: string;
  /** Options of the reader, if the job is one file. */
  readonly readOptions?: OptionTable;
}

/** A length of the job's unit as a sentence shows it: to the millimetre, or in kilometres. */
export function lengthText(length: number, { job }: Pick<CheckContext, 'job'>): string {
  if (job.unit !== 'metre') return `${Number(length.toFixed(3))} ft`;
  if (Math.abs(length) >= 10_000) return `${Number((length / 1000).toPrecision(4))} km`;
  return `${Number(length.toFixed(3))} m`;
}

/** The name of a layer by its index; '' without one. */
export function layerName({ layers }: FieldJob, index: number): string {
  return index < 0 ? '' : layers.name(index);
}
