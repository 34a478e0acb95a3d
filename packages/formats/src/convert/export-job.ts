import { emitJob, type FieldJob, JobBuilder, parseCrs, parseUnit } from '@fieldbridge/fieldjob';
import { type CrsSettings, crsSettings } from '../core/crs-settings.ts';
import type { Format, Progress } from '../core/format.ts';
import { IssueLog } from '../core/issues/issue.ts';
import type { OptionValues } from '../core/options.ts';
import { reportNotHeld } from '../kit/losses/not-held.ts';
import { targetStage } from './change-to-target.ts';
import { refuseNothingHeld } from './no-data.ts';

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
}

/**
 * Writes a job as a file, converted to another unit or reference system if the options request it.
 * @returns losses and other changes, as issues
 * @throws FormatError if the format cannot hold the job at all
 */
export async function exportJob(job: FieldJob, path: string, request: ExportRequest): Promise<IssueLog> {
  const issues = new IssueLog();
  const write = await request.format.loadWriter!();
  const settings = crsSettings(request);
  refuseNothingHeld(job, request.format);
  const written = await converted(job, request.options, settings, issues);
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

async function converted(
  job: FieldJob,
  options: OptionValues,
  settings: CrsSettings,
  issues: IssueLog,
): Promise<FieldJob> {
  const unit = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  const crs = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  if ((unit === undefined || unit === job.info.unit) && crs === undefined) return job;
  const builder = new JobBuilder();
  const stage = targetStage(builder, { unit, crs, settings }, issues);
  emitJob(job, stage.sink);
  await stage.finish();
  return builder.job;
}
