import type { NotificationEventArgs } from '@node-projects/acad-ts';
import type { ReadContext } from '../../core/format.ts';
import { entityName } from './entity-types.ts';
import { library } from './library/library.ts';
import { PAGE_LOST } from './library/pages.ts';

/** Longest text of the library that is passed on. */
const MOST_TEXT = 300;
/** What it says of an object that it fails at: its type, by number or name, and its handle as a decimal number. */
const UNREAD = /^Could not read (\S+)(?: number \d+)? with handle: (\d+)$/;
/** What it says of groups of our own DXF that it does not know and gets back afterwards: attributes, the view, the reference system. */
const GIVEN_BACK = /^\[(?:AcDbAttribute|AcDbAttributeDefinition|AcDbGeoData|null)\] Unhandled dxf code (?:2|40|41|70) /;
/** What it says of a layer whose name it has already. */
const MERGED = /^Duplicated entry with name (.*) found in LAYER$/s;
type Report = ReadContext['report'];
type Notice = (sender: object, notice: NotificationEventArgs) => void;

/**
 * Passes the library's diagnostics on as issues. They speak of its inner objects, so they are notes; but what is lost of the drawing
 * itself is a warning, and an entity that it fails at is counted as skipped.
 */
export function noticesInto({ report, tally }: Pick<ReadContext, 'report' | 'tally'>): Notice {
  const other = diagnosticsInto(report);
  return (sender, notice) => {
    const { message } = notice;
    const [, type, handle] = UNREAD.exec(message) ?? [];
    const name = type === undefined ? undefined : entityName(type);
    if (message.startsWith(PAGE_LOST)) report({ code: 'dwg-page-lost', severity: 'warning', text: message });
    else if (name === undefined) other(sender, notice);
    else {
      const counts = tally.of(name);
      counts.found++;
      counts.skipped++;
      const text = `a ${name} is damaged or in a form that is not known, and is left out`;
      report({ code: 'dwg-entity-lost', severity: 'warning', text, handle: hexadecimal(handle!) });
    }
  };
}

/** Passes the library's diagnostics on as notes, whatever they speak of. */
export function diagnosticsInto(report: Report): Notice {
  return (_sender, { message, notificationType }) => {
    const kind = notificationType === library.NotificationType.Error ? 'dwg-reader-error' : 'dwg-reader-notice';
    const handle = /handle:? *(\d+)/i.exec(message)?.[1];
    report({
      code: kind,
      severity: 'note',
      text: message.slice(0, MOST_TEXT),
      ...(handle === undefined ? {} : { handle: hexadecimal(handle) }),
    });
  };
}

/**
 * Passes the library's diagnostics of our own DXF on, except for what is put right behind it (`handed-over.ts`). Layers that it takes
 * for one, as it compares names in capitals ("Straße" and "STRASSE"), are a warning: their features change places.
 */
export function noticesOfWriting(report: Report): Notice {
  const other = diagnosticsInto(report);
  return (sender, notice) => {
    const merged = MERGED.exec(notice.message)?.[1];
    if (merged !== undefined) {
      const text = `another layer has the name "${merged}" but for letters that are the same in capitals; both became one`;
      report({ code: 'layers-merged', severity: 'warning', text });
    } else if (!GIVEN_BACK.test(notice.message)) other(sender, notice);
  };
}

function hexadecimal(decimal: string): string {
  return Number(decimal).toString(16).toUpperCase();
}
