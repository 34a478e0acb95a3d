import type { NotificationEventArgs } from '@node-projects/acad-ts';
import type { Issue } from '../issue.ts';
import { library } from './library/library.ts';

/** Longest text of the library that is passed on. */
const MOST_TEXT = 300;

/**
 * Passes the library's diagnostics on as issues. They speak of its inner objects, so they are notes; what is lost of the
 * drawing itself is counted from its entities.
 */
export function noticesInto(report: (issue: Issue) => void): (sender: object, notice: NotificationEventArgs) => void {
  return (_sender, { message, notificationType }) => {
    const kind = notificationType === library.NotificationType.Error ? 'dwg-reader-error' : 'dwg-reader-notice';
    // It writes handles as decimal numbers.
    const handle = /handle:? *(\d+)/i.exec(message)?.[1];
    report({
      code: kind,
      severity: 'note',
      text: message.slice(0, MOST_TEXT),
      ...(handle === undefined ? {} : { handle: Number(handle).toString(16).toUpperCase() }),
    });
  };
}
