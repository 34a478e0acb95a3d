import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Findings } from './finding.ts';

/** Comparisons that one check makes at most; what was found by then is listed, with `check-partial`. */
export const MOST_COMPARISONS = 20_000_000;

/** What each check is given. */
export interface CheckContext {
  readonly job: FieldJob;
  /** Metres in the unit of the job. */
  readonly metres: number;
  readonly findings: Findings;
  /** Folder with grid files. */
  readonly grids?: string;
}

/** A length of the job's unit as a sentence shows it: in metres, or in what suits it. */
export function lengthText(length: number, { metres, job }: Pick<CheckContext, 'metres' | 'job'>): string {
  const [name, factor] = job.unit === 'metre' ? ['m', 1] : ['ft', 1];
  if (job.unit === 'metre' && Math.abs(length) * metres >= 10_000)
    return `${Number((length / 1000).toPrecision(4))} km`;
  return `${Number((length * factor).toFixed(Math.abs(length) < 1 ? 3 : 2))} ${name}`;
}

/** The name of a layer by its index; '' without one. */
export function layerName({ layers }: FieldJob, index: number): string {
  return index < 0 ? '' : layers.name(index);
}
