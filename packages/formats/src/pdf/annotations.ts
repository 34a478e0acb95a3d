import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageTools } from './page.ts';

/** Kinds that stand on the sheet and that programs draw by themselves where the file does not say how they look. */
const DRAWN: ReadonlySet<unknown> = new Set(['FreeText', 'Stamp']);
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
}

/** Tells of the texts and stamps laid on a page that pdf.js does not draw, as the file has no picture of them. */
export async function tellOfUndrawn(page: PDFPageProxy, number: number, { tally, report }: PageTools): Promise<void> {
  for (const {
    subtype,
    hasAppearance,
    annotationFlags,
    contentsObj,
  } of (await page.getAnnotations()) as Annotation[]) {
    if (!DRAWN.has(subtype) || hasAppearance === true || (Number(annotationFlags) & UNSEEN) !== 0) continue;
    const row = tally.of('annotation');
    row.found++;
    row.skipped++;
    const words = String(contentsObj?.str ?? '').slice(0, MOST_LETTERS);
    const text = `page ${number}: an annotation (${subtype}: "${words}") has no appearance in the file and was left out; print it to a PDF to have one`;
    report({ code: 'pdf-annotation-left-out', severity: 'warning', text, about: { page: number } });
  }
}
