import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { codePage, type TextDecode, utf8Or, WINDOWS_1252 } from '../../kit/cad/code-page.ts';
import type { HeaderVariables } from './header.ts';
import { isUtf8Version } from './versions.ts';

/**
 * How the texts of a drawing are decoded: as UTF-8 after a byte order mark and from 2007 on, else by the code page that
 * the caller or the header states. Bytes that are not valid UTF-8 are always decoded by the code page.
 * @param isMarked whether the text begins with a byte order mark, which is more reliable than a header that a converter
 * left unchanged
 */
export function chooseDecode(header: HeaderVariables, isMarked: boolean, { options, report }: ReadContext): TextDecode {
  const asked = options['codePage'];
  const stated = /^undefined$/i.test(header.codePage) ? '' : header.codePage;
  const page = codePage(asked === undefined ? stated : String(asked));
  if (page === undefined && stated !== '') report(issueOf('code-page-unknown', { name: stated }));
  const isOwn = page !== undefined && !isMarked && (asked !== undefined || !isUtf8Version(header.acadVersion));
  return isOwn ? page : utf8Or(page ?? WINDOWS_1252);
}
