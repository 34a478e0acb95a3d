import { type NotificationEventArgs, NotificationType } from '@node-projects/acad-ts';
import type { Issue } from '../issue.ts';

/** Longest text of the library that is passed on. */
const MOST_TEXT = 300;

/**
 * Passes the library's diagnostics on as issues. They speak of its inner objects, so they are notes; what is lost of the
 * drawing itself is counted from its entities.
 */
export function noticesInto(report: (issue: Issue) => void): (sender: object, notice: NotificationEventArgs) => void {
  return (_sender, { message, notificationType }) => {
    const kind = notificationType === NotificationType.Error ? 'dwg-reader-error' : 'dwg-reader-notice';
    const handle = /handle:? *([0-9a-f]+)/i.exec(message)?.[1];
    report({
      code: kind,
      severity: 'note',
      text: message.slice(0, MOST_TEXT),
      ...(handle === undefined ? {} : { handle }),
    });
  };
}
