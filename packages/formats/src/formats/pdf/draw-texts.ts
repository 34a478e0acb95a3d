import type { PDFPageProxy } from 'pdfjs-dist';
import { issueOf } from '../../core/issues/issue-of.ts';
import { isOutside, mappedBox } from './box.ts';
import { type Matrix, matrixOf, multiply, placeAt, scaleOf } from './matrix.ts';
import type { PageTools } from './page.ts';
import type { PageWalk } from './page-walk.ts';
import type { TextStyle } from './text-styles.ts';

/** A text on a page. */
export interface PlacedText {
  readonly words: string;
  /** From its letters (of size 1) to metres. */
  readonly matrix: Matrix;
  /** Metres; NaN if unknown. */
  readonly length: number;
  readonly style: TextStyle;
}

/**
 * Control characters, private use characters and the replacement character: pdf.js returns these if a font does not
 * state what a letter means.
 */
const UNKNOWN = /[\u0000-\u001f\u007f-\u009f\ue000-\uf8ff\ufffd]/;
/** Depth of letters below their base line, in font sizes. */
const DESCENT = 0.3;

/** Draws the texts of a page, as pdf.js extracts them. */
export async function drawTexts(
  page: PDFPageProxy,
  number: number,
  toPaper: Matrix,
  tools: PageTools,
  { textStyles, annotationTexts }: PageWalk,
): Promise<void> {
  const { items, styles } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const matrix = matrixOf(item.transform as number[]);
    if (matrix === undefined) {
      drawText(undefined, number, tools);
      continue;
    }
    const style = textStyles.find(matrix[4], matrix[5]);
    const length = styles[item.fontName]?.vertical === true ? Number.NaN : item.width * scaleOf(toPaper);
    drawText({ words: item.str, matrix: multiply(toPaper, matrix), length, style }, number, tools);
  }
  for (const text of annotationTexts) drawText(text, number, tools);
}

function drawText(text: PlacedText | undefined, number: number, { pen, tally: tallies, report }: PageTools): void {
  const tally = tallies.of('text');
  tally.found++;
  if (text !== undefined && isUnseen(text)) {
    tally.skipped++;
    report(issueOf('pdf-outside', { page: number, thing: 'a text' }, whereIs(text, number)));
  } else if (text !== undefined && pen.text(text.words, text.matrix, number, text.style)) {
    tally.read++;
    if (UNKNOWN.test(text.words)) report(issueOf('pdf-text-unknown', { page: number }, whereIs(text, number)));
  } else tally.skipped++;
}

/** What an issue says of where a text is. */
const whereIs = ({ matrix }: PlacedText, page: number) => ({ about: { page }, ...placeAt(matrix, 0, 0) });

/** Whether a text is completely outside of the visible area at its place. */
function isUnseen({ matrix, length, style }: PlacedText): boolean {
  const along = Math.hypot(matrix[0], matrix[1]);
  const run: Matrix = [matrix[0] / along, matrix[1] / along, ...(matrix.slice(2) as [number, number, number, number])];
  const box = mappedBox([0, -DESCENT, length, 1], run);
  return box !== undefined && isOutside(box, style.clip);
}
