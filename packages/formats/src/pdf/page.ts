import type { PDFPageProxy } from 'pdfjs-dist';
import type { Issue } from '../issue.ts';
import type { SourceTally } from '../tally.ts';
import { EVERYWHERE, mappedBox } from './box.ts';
import { drawImage } from './draw-image.ts';
import { drawTexts } from './draw-texts.ts';
import type { ImageDrawings } from './image-drawings.ts';
import type { GroupNames } from './layer-stack.ts';
import type { Matrix } from './matrix.ts';
import type { PagePen } from './page-pen.ts';
import { PageWalk } from './page-walk.ts';

/** Operators by number, as pdf.js publishes them. */
export type Operators = Readonly<Record<string, number>>;

/** What a page is drawn with. */
export interface PageTools {
  readonly pen: PagePen;
  readonly operators: Operators;
  readonly groups: GroupNames;
  readonly tally: SourceTally;
  readonly report: (issue: Issue) => void;
  /** Where images go; they are drawn as outlines when it is undefined. */
  readonly pictures: ImageDrawings | undefined;
  /** Whether what lies outside of the page or of a clip path is taken, too. */
  readonly isAllTaken: boolean;
}

/** Draws one page: its painted paths and images, then its texts. */
export async function drawPage(page: PDFPageProxy, number: number, toPaper: Matrix, tools: PageTools): Promise<void> {
  const list = await page.getOperatorList();
  const shown = tools.isAllTaken ? EVERYWHERE : (mappedBox(page.view, toPaper) ?? EVERYWHERE);
  const walk = new PageWalk(number, toPaper, shown, tools);
  for (let i = 0; i < list.fnArray.length; i++) walk.step(list.fnArray[i]!, list.argsArray[i] as unknown[] | null);
  reportFormsInThemselves(list.fnArray, number, tools);
  for (const image of walk.images) await drawImage(page, number, image, tools);
  await drawTexts(page, number, toPaper, tools, walk.textStyles);
}

/**
 * pdf.js notices that a form XObject is drawn within itself when it has written down that it begins, leaves it there without a word, and
 * goes on with the content around: what begins and does not end was such a form.
 */
function reportFormsInThemselves(list: readonly number[], number: number, { operators, report }: PageTools): void {
  const { paintFormXObjectBegin: begin, paintFormXObjectEnd: end } = operators;
  let count = 0;
  for (const operator of list) count += operator === begin ? 1 : operator === end ? -1 : 0;
  if (count <= 0) return;
  report({
    code: 'pdf-form-in-itself',
    severity: 'warning',
    text: `page ${number}: a form XObject holds itself (${count} times): it was not drawn again within itself, and what such a form draws behind that place may lie wrong`,
    about: { page: number },
  });
}
