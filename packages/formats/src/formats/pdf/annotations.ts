import type { PDFPageProxy } from 'pdfjs-dist';
import { issueOf } from '../../core/issues/issue-of.ts';
import { mappedBox, middleOf } from './box.ts';
import type { Matrix } from './matrix.ts';
import type { PageTools } from './page.ts';

/** Kinds that are part of the sheet and that programs draw themselves if the file has no appearance for them. */
const DRAWN: ReadonlySet<unknown> = new Set(['FreeText', 'Stamp']);
/** Field types with text to fill in: texts and choices. */
const WRITTEN: ReadonlySet<unknown> = new Set(['Tx', 'Ch']);
/** Flags of an invisible annotation: hidden, no view (ISO 32000-1, table 165). */
const UNSEEN = 0x02 | 0x20;
/** Letters of an annotation's text that a message quotes. */
const MOST_LETTERS = 60;

/** Properties of an annotation from pdf.js. */
interface Annotation {
  readonly subtype?: unknown;
  readonly hasAppearance?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  /** Left, bottom, right, top in the page's own coordinates. */
  readonly rect?: ArrayLike<number>;
}

/** The text of an annotation on the sheet; undefined if it has none there. */
function wordsOf({ subtype, contentsObj, fieldType, fieldValue }: Annotation): string | undefined {
  if (DRAWN.has(subtype)) return String(contentsObj?.str ?? '');
  const isFilled = subtype === 'Widget' && WRITTEN.has(fieldType) && String(fieldValue ?? '').trim() !== '';
  return isFilled ? String(fieldValue) : undefined;
}

/**
 * Reports the texts, stamps and filled-in fields of a page that pdf.js does not draw because the file has no appearance
 * for them.
 */
export async function reportUndrawn(
  page: PDFPageProxy,
  number: number,
  toPaper: Matrix,
  { tally, report }: PageTools,
): Promise<void> {
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    const { subtype, hasAppearance, annotationFlags, rect } = annotation;
    const words = wordsOf(annotation);
    if (words === undefined || hasAppearance === true || (Number(annotationFlags) & UNSEEN) !== 0) continue;
    const row = tally.of('annotation');
    row.found++;
    row.skipped++;
    const parameters = { page: number, kind: String(subtype), words: words.slice(0, MOST_LETTERS) };
    const where = middleOf(mappedBox(rect ?? [], toPaper));
    report(issueOf('pdf-annotation-left-out', parameters, { about: { page: number }, ...where }));
  }
}
