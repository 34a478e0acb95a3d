import type { NotificationEventArgs } from '@node-projects/acad-ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { library } from './library/library.ts';

/** Longest text of the library that is passed on. */
const MOST_TEXT = 300;
/**
 * The library's message about groups of our own DXF that it does not know and that are restored later: attributes,
 * view, reference system.
 */
const GIVEN_BACK = /^\[(?:AcDbAttribute|AcDbAttributeDefinition|AcDbGeoData|null)\] Unhandled dxf code (?:2|40|41|70) /;
/** The library's message about a layer with a name that exists already. */
const MERGED = /^Duplicated entry with name (.*) found in LAYER$/s;
type Report = ReadContext['report'];
type Notice = (sender: object, notice: NotificationEventArgs) => void;

/** Passes all diagnostics of the library on as notes. */
function diagnosticsInto(report: Report): Notice {
  return (_sender, { message, notificationType }) => {
    const code = notificationType === library.NotificationType.Error ? 'dwg-reader-error' : 'dwg-reader-notice';
    const handle = /handle:? *(\d+)/i.exec(message)?.[1];
    const place = handle === undefined ? {} : { handle: Number(handle).toString(16).toUpperCase() };
    report(issueOf(code, { message: message.slice(0, MOST_TEXT) }, place));
  };
}

/**
 * Passes the library's diagnostics of our own DXF on, except for what is corrected after it (`handed-over.ts`). Layers
 * that it merges because it compares names in capitals ("Straße" and "STRASSE") are a warning: their features change
 * layers.
 */
export function noticesOfWriting(report: Report): Notice {
  const other = diagnosticsInto(report);
  return (sender, notice) => {
    const merged = MERGED.exec(notice.message)?.[1];
    if (merged !== undefined) report(issueOf('layer-names-alike', { name: merged }));
    else if (!GIVEN_BACK.test(notice.message)) other(sender, notice);
  };
}
