import type { PDFPageProxy } from 'pdfjs-dist';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { PageTools } from './page.ts';

/** Kinds that stand on the sheet and that programs draw by themselves where the file does not say how they look. */
const DRAWN: ReadonlySet<unknown> = new Set(['FreeText', 'Stamp']);
/** Fields that are filled in with words: texts and choices. */
const WRITTEN: ReadonlySet<unknown> = new Set(['Tx', 'Ch']);
/** Flags of an annotation that is not seen: hidden, no view (ISO 32000-1, table 165). */
const UNSEEN = 0x02 | 0x20;
/** Letters of an annotation's own words that a message repeats. */
const MOST_LETTERS = 60;

/** What pdf.js says of an annotation. */
interface Annotation {
  readonly subtype?: unknown;
  readonly hasAppearance?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
}

/** What an annotation says on the sheet; undefined where it says nothing there. */
function wordsOf({ subtype, contentsObj, fieldType, fieldValue }: Annotation): string | undefined {
  if (DRAWN.has(subtype)) return String(contentsObj?.str ?? '');
  const isFilled = subtype === 'Widget' && WRITTEN.has(fieldType) && String(fieldValue ?? '').trim() !== '';
  return isFilled ? String(fieldValue) : undefined;
}

/** Reports the texts, stamps and filled-in fields of a page that pdf.js does not draw because the file has no picture of them. */
export async function tellOfUndrawn(page: PDFPageProxy, number: number, { tally, report }: PageTools): Promise<void> {
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    const { subtype, hasAppearance, annotationFlags } = annotation;
    const words = wordsOf(annotation);
    if (words === undefined || hasAppearance === true || (Number(annotationFlags) & UNSEEN) !== 0) continue;
    const row = tally.of('annotation');
    row.found++;
    row.skipped++;
    const parameters = { page: number, kind: String(subtype), words: words.slice(0, MOST_LETTERS) };
    report(issueOf('pdf-annotation-left-out', parameters, { about: { page: number } }));
  }
}
