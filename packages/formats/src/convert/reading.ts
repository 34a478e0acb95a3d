import { crsSettings } from '../core/crs-settings.ts';
import type { ReadContext } from '../core/format.ts';
import { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import type { OptionValues } from '../core/options.ts';
import { SourceTally } from '../core/tally.ts';
import type { ImportRequest } from './import-file.ts';
import { unselectedAsNotes } from './selection-lookup.ts';

/** The options of the reader: faces become areas for a format that holds areas and no surfaces. */
function optionsFor({ options, to }: ImportRequest): OptionValues {
  const kinds = to?.holds?.kinds;
  const wantsAreas = kinds?.includes('area') === true && !kinds.includes('surface');
  return wantsAreas && options['surfaces'] === 'auto' ? { ...options, surfaces: 'false' } : options;
}

/** The context of a reader, with the logs of its issues and counts. A name that does not fit the content is noted. */
export function startReading(request: ImportRequest): { context: ReadContext; issues: IssueLog; tally: SourceTally } {
  const { source, detection, signal, limits, progress, workFolder } = request;
  const issues = new IssueLog();
  const tally = new SourceTally();
  if (detection.mismatch) {
    issues.report(issueOf('format-mismatch', { name: source.name, format: detection.format.name }));
  }
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const report = unselectedAsNotes(issues.report, request.selection);
  const crs = crsSettings(request);
  const context = { options: optionsFor(request), crs, signal, limits: bounds, progress, report, tally, workFolder };
  return { context, issues, tally };
}
