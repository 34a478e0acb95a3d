import { type FieldJob, parseCrs, parseUnit } from '@fieldbridge/fieldjob';
import { crsSettings } from '../core/crs-settings.ts';
import type { Format, Progress } from '../core/format.ts';
import { IssueLog } from '../core/issues/issue.ts';
import type { OptionValues } from '../core/options.ts';
import { reportNotHeld } from '../kit/losses/not-held.ts';
import { jobInTarget } from './change-to-target.ts';
import { withDrawnBackgrounds } from './drawn-backgrounds.ts';
import { refuseNothingHeld } from './no-data.ts';
import { withThinnedSurfaces } from './thinned-surfaces.ts';

/** What to write, and how. */
export interface ExportRequest {
  readonly format: Format;
  /** Values checked by `parseExportOptions`. */
  readonly options: OptionValues;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly workFolder: string;
  /** Folder with correction grids and geoid models. */
  readonly grids?: string;
  /** Called with the job as it is after its surfaces were thinned. */
  readonly onThinned?: (job: FieldJob) => void;
}

/**
 * Writes a job as a file, with thinned surfaces and in another unit or reference system if the options request it.
 * @returns losses and other changes, as issues
 * @throws FormatError if the format cannot hold the job at all
 */
export async function exportJob(job: FieldJob, path: string, request: ExportRequest): Promise<IssueLog> {
  const issues = new IssueLog();
  const write = await request.format.loadWriter!();
  const settings = crsSettings(request);
  const { unit, crs } = request.options;
  const target = { unit: parsed(unit, parseUnit), crs: parsed(crs, parseCrs), settings };
  const thinned = withThinnedSurfaces(job, request, issues);
  request.onThinned?.(thinned);
  const written = withDrawnBackgrounds(await jobInTarget(thinned, target, issues), request.format, issues);
  refuseNothingHeld(written, request.format);
  const holds = await write(written, path, {
    options: request.options,
    signal: request.signal,
    progress: request.progress,
    report: issues.report,
    workFolder: request.workFolder,
    crs: settings,
  });
  reportNotHeld(written, holds ?? request.format.holds!, issues);
  return issues;
}

function parsed<T>(value: unknown, parse: (text: string) => T): T | undefined {
  return value === undefined ? undefined : parse(String(value));
}
