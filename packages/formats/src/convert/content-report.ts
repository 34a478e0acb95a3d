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
  /** How sure the format is. */
  readonly detected: DetectedFormat;
  readonly unit: Unit;
  readonly crs: Crs;
  /** How its coordinates came into their reference system, as far as known. */
  readonly operation: StoredOperation | null;
  readonly extent: ExtentBox | null;
  readonly counts: Counts;
  readonly source: readonly TallyRow[];
  readonly issues: readonly CountedIssue[];
  readonly selection: readonly SelectionGroup[];
  /** Questions about a doubtful file: the caller changes `chosen`, or leaves it. */
  readonly choices: readonly Choice[];
}

/** How sure a format is, from 0 (not at all) to 1 (beyond doubt), and what else a file may be. */
export interface DetectedFormat {
  readonly confidence: number;
  /** Formats that would read the file if they were named, the likeliest first. */
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
 * @param also receives at the same reading what an import of everything would give; `isSent` says whether all of it
 * was sent, or the file has more, or an import is refused
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
  // An import would fail; the report names the choice that is to be made before.
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
