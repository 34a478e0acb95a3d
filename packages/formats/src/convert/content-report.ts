import {
  type Counts,
  type Crs,
  type ExtentBox,
  ReportSink,
  type SelectionGroup,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { Choice } from '../core/choice.ts';
import type { CountedIssue, IssueLog } from '../core/issues/issue.ts';
import type { TallyRow } from '../core/tally.ts';
import { type StoredOperation, storedOperation } from '../kit/crs/operation-properties.ts';
import { sourceStage } from './change-to-target.ts';
import type { Detection } from './detect.ts';
import { type Beside, ImportBeside } from './import-beside.ts';
import type { ImportRequest } from './import-file.ts';
import { lookedAt, startReading } from './reading.ts';
import { withReferences } from './references/reference-reader.ts';

/** The contents of a file, and at the same time the filter to fill in: the caller changes `selected` in `selection`. */
export interface ContentReport {
  readonly format: string;
  readonly version: string;
  /** Confidence in the format. */
  readonly detected: DetectedFormat;
  readonly unit: Unit;
  readonly crs: Crs;
  /** The operation by which its coordinates came into their reference system, if known. */
  readonly operation: StoredOperation | null;
  readonly extent: ExtentBox | null;
  readonly counts: Counts;
  readonly source: readonly TallyRow[];
  readonly issues: readonly CountedIssue[];
  readonly selection: readonly SelectionGroup[];
  /** Questions about a doubtful file: the caller changes `chosen`, or leaves it. */
  readonly choices: readonly Choice[];
}

/** Confidence in a format, from 0 (none) to 1 (certain), and other possible formats of a file. */
export interface DetectedFormat {
  readonly confidence: number;
  /** Formats that would read the file if named by the caller, the likeliest first. */
  readonly alternatives: readonly { readonly format: string; readonly confidence: number }[];
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function detectedFormat({ sniffed, alternatives }: Detection): DetectedFormat {
  return {
    confidence: hundredths(sniffed.confidence),
    alternatives: alternatives.map(({ format, confidence }) => ({
      format: format.id,
      confidence: hundredths(confidence),
    })),
  };
}

/**
 * Reads a file with a sink that only counts. Coordinates are the source's own, in the unit and with the axes that an
 * import with the same options would use.
 * @param also receives in the same reading the result of an import of everything; `isSent` says whether all of it was
 * sent, or not because the file has more or an import is refused
 * @throws FormatError if the file cannot be read at all, LimitError
 */
export async function reportContent(
  request: ImportRequest,
  also?: Beside,
): Promise<{ report: ContentReport; issues: IssueLog; isSent: boolean }> {
  const { source, detection } = request;
  const { context, issues, tally } = startReading(request);
  const sink = new ReportSink();
  const beside = also && new ImportBeside(sink, request, also);
  const front = lookedAt(beside ?? sink, request, issues);
  // An import would fail; the report names the required choice.
  const stage = sourceStage(front, request, issues, (error) => {
    issues.report(error.issue());
    beside?.drop();
  });
  const read = withReferences(await detection.format.loadReader!(), detection.format, request.references);
  const { version, choices = [] } = await read(source, stage.sink, context);
  await stage.finish();
  const report: ContentReport = {
    format: detection.format.id,
    version,
    detected: detectedFormat(detection),
    unit: sink.info.unit ?? 'metre',
    crs: sink.info.crs,
    operation: storedOperation(sink.info.properties),
    extent: sink.extent.box(),
    counts: sink.counts,
    source: tally.rows(),
    issues: issues.summary(),
    selection: sink.selection(),
    choices,
  };
  return { report, issues, isSent: (await beside?.finish()) === true };
}
