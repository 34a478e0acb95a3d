import type { PDFPageProxy } from 'pdfjs-dist';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { SourceTally } from '../../core/tally.ts';
import { reportUndrawn } from './annotations.ts';
import { EVERYWHERE, mappedBox } from './box.ts';
import { drawImage } from './draw-image.ts';
import { drawTexts } from './draw-texts.ts';
import { formCircles } from './form-circles.ts';
import type { ImageDrawings } from './image-drawings.ts';
import type { Groups } from './layer-stack.ts';
import type { Matrix } from './matrix.ts';
import type { PagePen } from './page-pen.ts';
import { PageWalk } from './page-walk.ts';

/** Operators by number, as pdf.js publishes them. */
export type Operators = Readonly<Record<string, number>>;

/** Tools for drawing a page. */
export interface PageTools {
  readonly pen: PagePen;
  readonly operators: Operators;
  readonly groups: Groups;
  readonly tally: SourceTally;
  readonly report: (issue: Issue) => void;
  /** Takes images; they are drawn as outlines if undefined. */
  readonly pictures: ImageDrawings | undefined;
  /** Whether content outside of the page or of a clip path is read, too. */
  readonly isAllTaken: boolean;
}

/** Draws one page: its painted paths and images, then its texts. */
export async function drawPage(page: PDFPageProxy, number: number, toPaper: Matrix, tools: PageTools): Promise<void> {
  const list = await page.getOperatorList();
  const shown = tools.isAllTaken ? EVERYWHERE : (mappedBox(page.view, toPaper) ?? EVERYWHERE);
  const walk = new PageWalk(number, toPaper, shown, tools);
  const circles = formCircles(list, tools.operators);
  for (let i = 0; i < list.fnArray.length; i++)
    if (!circles.passed.has(i)) walk.step(list.fnArray[i]!, list.argsArray[i] as unknown[] | null);
  if (circles.count > 0)
    tools.report(issueOf('pdf-form-in-itself', { page: number, times: circles.count }, { about: { page: number } }));
  for (const image of walk.images) await drawImage(page, number, image, tools);
  await drawTexts(page, number, toPaper, tools, walk);
  await reportUndrawn(page, number, toPaper, tools);
}
