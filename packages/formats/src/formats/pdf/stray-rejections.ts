import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/**
 * Names of exceptions that pdf.js throws at damaged content. It prefetches the pages next to the requested one and
 * drops the promises: when such a page is damaged, the rejection is unhandled and Node ends the process.
 */
const DAMAGE: ReadonlySet<string> = new Set([
  'ParserEOFException',
  'XRefEntryException',
  'XRefParseException',
  'MissingDataException',
  'InvalidPDFException',
  'FormatError',
  'UnknownErrorException',
  'AbortException',
]);

/**
 * Runs a reading by pdf.js and reports the rejections that it failed to handle instead of ending the process. All other
 * rejections end it as usual.
 */
export async function withStrayRejections<T>(report: (issue: Issue) => void, read: () => Promise<T>): Promise<T> {
  const stray = (reason: unknown): void => {
    const { name, message } = (reason ?? {}) as { name?: unknown; message?: unknown };
    if (typeof name !== 'string' || !DAMAGE.has(name)) throw reason;
    report(issueOf('pdf-part-damaged', { reason: String(message) }));
  };
  process.on('unhandledRejection', stray);
  try {
    return await read();
  } finally {
    // Node emits unhandled rejections after the promises of a turn have run: the last ones come with the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', stray);
  }
}
