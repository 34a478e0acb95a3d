import type { Camera } from '../camera.ts';
import { THEMES } from '../palette.ts';
import { SvgContext, svg } from '../svg-context.ts';
import { drawAttribution } from '../ui/attribution.ts';
import { drawGrid } from '../ui/grid.ts';
import type { Viewer } from '../viewer.ts';
import { sheetOf } from './paper.ts';
import type { PrintOrder } from './print-panel.ts';
import { type Ink, legendOf, titleBlock } from './title-block.ts';

/** Dots per inch, and pixels of a sheet: large sheets get fewer dots. */
const [DOTS, MOST_PIXELS] = [300, 40e6];

/**
 * Draws a sheet and opens the browser's dialog for printing. The page has exactly the size of the paper, so that a
 * millimetre on it is one on paper if the printer does not scale.
 */
export async function printSheet(viewer: Viewer, camera: Camera, order: PrintOrder): Promise<void> {
  const { width, height, map, block } = sheetOf(order.paper, order.isWide);
  const labels = new SvgContext();
  if (viewer.settings.grid) drawGrid(labels, camera, viewer.unit, THEMES.print);
  const { pieces, drawables } = await viewer.drawSheet(camera, ratioOf(camera), labels);
  drawAttribution(labels, viewer.backdrop, camera, THEMES.print);
  const addresses = pieces.map(({ picture }) => URL.createObjectURL(picture));
  const images = pieces.map(({ x, y, width, height }, i) => svg('image', { x, y, width, height, href: addresses[i]! }));
  const clip = svg('svg', { ...map, viewBox: `0 0 ${camera.width} ${camera.height}` }, ...images, labels.group);
  const legend: readonly Ink[] = legendOf(viewer, drawables);
  const drawing = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width: `${width}mm`, height: `${height}mm` },
    clip,
    svg('rect', { ...map, fill: 'none', stroke: '#000', 'stroke-width': 0.25 }),
    titleBlock(block, viewer, camera.turn, order, legend),
  );
  const sheet = document.createElement('div');
  sheet.className = 'fieldbridge-sheet';
  sheet.ariaHidden = 'true';
  sheet.append(drawing);
  const style = new CSSStyleSheet();
  // Slightly shorter than the page, so that rounding does not add a second one.
  style.replaceSync(`@page{size:${width}mm ${height}mm;margin:0}
@media screen{.fieldbridge-sheet{position:fixed;right:100vw;top:0}}
@media print{html,body{margin:0!important;padding:0!important;background:#fff!important;height:auto!important}
body>*:not(.fieldbridge-sheet){display:none!important}
.fieldbridge-sheet{height:${height - 0.2}mm;overflow:hidden;print-color-adjust:exact}.fieldbridge-sheet svg{display:block}}`);
  const loaded = images.map(
    (image) =>
      new Promise((resolve) => {
        for (const name of ['load', 'error']) image.addEventListener(name, resolve, { once: true });
      }),
  );
  document.adoptedStyleSheets.push(style);
  document.body.append(sheet);
  const remove = (): void => {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  await Promise.all(loaded);
  addEventListener('afterprint', remove, { once: true });
  print();
}

/** Device pixels of a CSS pixel, in eighths: the pieces have whole pixels. */
function ratioOf({ width, height }: Camera): number {
  const most = Math.sqrt(MOST_PIXELS / (width * height));
  return Math.max(1, Math.floor(8 * Math.min(DOTS / 96, most)) / 8);
}
