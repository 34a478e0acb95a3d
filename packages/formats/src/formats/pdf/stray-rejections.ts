import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/**
 * What pdf.js throws at damaged content, by name. It fetches the pages beside the one that is asked for and forgets the promises: when
 * such a page is damaged, nobody catches that, and Node ends the process.
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
 * Runs a reading by pdf.js during which rejections that it forgot to catch are reported instead of ending the process. All others
 * end it as they always do.
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
    // Node tells of rejections after the promises of a turn have run: the last ones come with the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', stray);
  }
}
