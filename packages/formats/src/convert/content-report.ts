import {
  type Counts,
  type Crs,
  type ExtentBox,
  ReportSink,
  type SelectionGroup,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { ReadContext } from '../format.ts';
import { type CountedIssue, IssueLog } from '../issue.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { SourceTally, type TallyRow } from '../tally.ts';
import { sourceStage } from './change-to-target.ts';
import type { ImportRequest } from './import-file.ts';

/** What is in a file, and at the same time the filter to fill in: the caller flips `selected` in `selection`. */
export interface ContentReport {
  readonly format: string;
  readonly version: string;
  readonly unit: Unit;
  readonly crs: Crs;
  readonly extent: ExtentBox | null;
  readonly counts: Counts;
  readonly source: readonly TallyRow[];
  readonly issues: readonly CountedIssue[];
  readonly selection: readonly SelectionGroup[];
}

/**
 * Reads a file with a sink that only counts. Coordinates are the source's own, in the unit and with the axes that an import
 * with the same options would see.
 * @throws FormatError when nothing of the file can be read, LimitError when a named limit is passed
 */
export async function reportContent(request: ImportRequest): Promise<{ report: ContentReport; issues: IssueLog }> {
  const { source, detection } = request;
  const issues = new IssueLog();
  const tally = new SourceTally();
  reportMismatch(request, issues);
  const context: ReadContext = {
    options: request.options,
    signal: request.signal,
    limits: { ...DEFAULT_LIMITS, ...request.limits },
    progress: request.progress,
    report: issues.report,
    tally,
    workFolder: request.workFolder,
  };
  const sink = new ReportSink();
  const stage = sourceStage(sink, request, issues);
  const read = await detection.format.loadReader!();
  const { version } = await read(source, stage.sink, context);
  stage.finish();
  const report: ContentReport = {
    format: detection.format.id,
    version,
    unit: sink.info.unit ?? 'metre',
    crs: sink.info.crs,
    extent: sink.extent.box(),
    counts: sink.counts,
    source: tally.rows(),
    issues: issues.summary(),
    selection: sink.selection(),
  };
  return { report, issues };
}

/** Notes that the content is of another format than the name said. */
export function reportMismatch({ source, detection }: ImportRequest, issues: IssueLog): void {
  if (!detection.mismatch) return;
  const text = `"${source.name}" was taken for another format, but its content is ${detection.format.name}; it was read as that`;
  issues.report({ code: 'format-mismatch', severity: 'note', text });
}
