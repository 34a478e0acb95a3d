import type { JobSink } from '@fieldbridge/fieldjob';
import { crsSettings } from '../core/crs-settings.ts';
import type { ReadContext } from '../core/format.ts';
import { type Issue, IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import type { OptionValues } from '../core/options.ts';
import { SourceTally } from '../core/tally.ts';
import type { ImportRequest } from './import-file.ts';
import { placedAt } from './issue-places.ts';
import { KnownElevations } from './known-elevations.ts';
import { readUnpacked } from './references/unpacked-drawings.ts';
import { RepeatedNames } from './repeated-names.ts';
import { unselectedAsNotes } from './selection-lookup.ts';

/** The options of the reader: faces become areas for a format that holds areas and no surfaces. */
function optionsFor({ options, to }: ImportRequest): OptionValues {
  const kinds = to?.holds?.kinds;
  const wantsAreas = kinds?.includes('area') === true && !kinds.includes('surface');
  return wantsAreas && options['surfaces'] === 'auto' ? { ...options, surfaces: 'false' } : options;
}

/**
 * Their names were checked when they were imported; checking again would double the reading time. Names in drawings are
 * not checked either: they name kinds of things, like blocks.
 */
const PACKAGES = new Set(['mjf', 'mjfzip', 'mjo', 'mjt']);

/** The sink before all processing of a file's data: corrects and reports faults common to all formats. */
export function lookedAt(next: JobSink, { detection }: ImportRequest, issues: IssueLog): JobSink {
  const { drawing, id } = detection.format;
  const named = drawing || PACKAGES.has(id) ? next : new RepeatedNames(next, issues.report);
  return new KnownElevations(named, issues.report);
}

/**
 * The context of a reader, with the logs of its issues and counts. A file name that does not match the content is
 * noted.
 */
export function startReading(request: ImportRequest): { context: ReadContext; issues: IssueLog; tally: SourceTally } {
  const { source, detection, signal, limits, progress, workFolder } = request;
  const issues = new IssueLog();
  const tally = new SourceTally();
  if (detection.mismatch) {
    issues.report(issueOf('format-mismatch', { name: source.name, format: detection.format.name }));
  }
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const settled = unselectedAsNotes(issues.report, request.selection);
  // Readers report places with the axes of the file, which a background drawing keeps.
  const isSwapped = request.options['swap'] === true && request.as !== 'drawing';
  const report = isSwapped ? (issue: Issue) => settled(swapped(issue)) : settled;
  const crs = crsSettings(request);
  const context = {
    readUnpacked,
    options: optionsFor(request),
    crs,
    signal,
    limits: bounds,
    progress,
    report,
    tally,
    workFolder,
  };
  return { context, issues, tally };
}

function swapped(issue: Issue): Issue {
  const { place } = issue;
  return place === undefined ? issue : placedAt(issue, { easting: place.northing, northing: place.easting });
}
