import type { PDFPageProxy } from 'pdfjs-dist';
import { type Matrix, matrixOf, multiply } from './matrix.ts';
import type { PageTools } from './page.ts';
import type { TextStyles } from './text-styles.ts';

/** Draws the texts of a page; pdf.js hands over the characters that stand on it. */
export async function drawTexts(
  page: PDFPageProxy,
  number: number,
  toPaper: Matrix,
  tools: PageTools,
  styles: TextStyles,
): Promise<void> {
  const content = await page.getTextContent();
  const tally = tools.tally.of('text');
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    tally.found++;
    const matrix = matrixOf(item.transform as number[]);
    const isDrawn =
      matrix !== undefined &&
      tools.pen.text(item.str, multiply(toPaper, matrix), number, styles.find(matrix[4], matrix[5]));
    if (isDrawn) tally.read++;
    else tally.skipped++;
  }
}
