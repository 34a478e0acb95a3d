import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Progress } from '../core/format.ts';
import type { OptionTable } from '../core/options.ts';
import { metresIn } from '../kit/crs/area-of-use.ts';
import { giveWay } from '../kit/io/give-way.ts';
import { checkBoundaries } from './boundaries.ts';
import type { CheckContext } from './check-context.ts';
import { checkCrossings } from './crossings.ts';
import { checkDrawings } from './drawings.ts';
import { checkDuplicates } from './duplicates.ts';
import { checkElevations } from './elevations.ts';
import { type Finding, Findings } from './finding.ts';
import { checkSpikes } from './spikes.ts';
import { checkSurfaces } from './surfaces.ts';
import { checkSystem } from './system.ts';
import { checkTexts } from './texts.ts';

/** The input of a check besides the job. */
export interface CheckRequest {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Folder with grid files. */
  readonly grids?: string;
  /** Options of the reader, if the job is one file: advice names no others. */
  readonly readOptions?: OptionTable;
}

const CHECKS: readonly ((context: CheckContext) => void | Promise<void>)[] = [
  checkSystem,
  checkTexts,
  checkDuplicates,
  checkElevations,
  checkSpikes,
  checkCrossings,
  checkBoundaries,
  checkSurfaces,
  checkDrawings,
];

/**
 * Looks for data that should not be sent to a site: wrong unit or place, duplicates, spikes, elevations that mean
 * "none", crossing breaklines, open boundaries, overlapping surfaces, empty texts, misplaced background drawings.
 * @throws FormatError for a reference system that PROJ does not know; the signal's reason
 */
export async function checkJob(
  job: FieldJob,
  { signal, progress, grids, readOptions }: CheckRequest,
): Promise<Finding[]> {
  const findings = new Findings();
  const context = { job, metres: metresIn(job.unit), findings, grids, readOptions };
  for (const [done, check] of CHECKS.entries()) {
    // Lets a signal take effect between two checks.
    await giveWay(done, CHECKS.length, { progress, signal }, 'checking');
    await check(context);
  }
  progress(CHECKS.length, CHECKS.length, 'checking');
  return findings.list();
}
