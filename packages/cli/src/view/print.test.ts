import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { E, N, site } from '../../testing/view-site.ts';
import { serveView } from './local-server.ts';

/** Millimetres of a point, which PDF counts in. */
const POINT = 25.4 / 72;

/** A printed page: its size, its words, and where its pictures have pixels of a colour, in millimetres. */
interface Printed {
  readonly pages: number;
  readonly size: readonly [number, number];
  readonly words: string;
  /** Places of pixels from the upper left corner, for each colour that is looked for. */
  readonly found: readonly (readonly (readonly [x: number, y: number])[])[];
}
type Colour = (red: number, green: number, blue: number) => boolean;
const isRed: Colour = (red, green, blue) => red > 150 && green < 60 && blue < 60;
const isWhite: Colour = (red, green, blue) => Math.min(red, green, blue) > 250;

describe('a printed plan', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Awaited<ReturnType<typeof serveView>>['server'] | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    ({ server, url } = await serveView(site(), await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Paper, orientation and scale that are asked for, and the page that must come of it, in millimetres. */
  const SHEETS: readonly (readonly [paper: string, orientation: string, scale: number, size: [number, number]])[] = [
    ['A4', 'Landscape', 500, [297, 210]],
    ['A1', 'Landscape', 200, [841, 594]],
    ['Letter', 'Portrait', 750, [215.9, 279.4]],
  ];
  for (const [paper, orientation, scale, size] of SHEETS)
    it(`on ${paper} ${orientation} at 1 : ${scale} has lengths that are right within 0.1 mm`, async () => {
      const view = await ViewPage.open(browser, url, { before: 'window.print = () => { window.isPrinted = true; };' });
      const { page } = view;
      await view.press('Print');
      await page.getByLabel('Title').fill('Sheet <7>');
      await page.getByLabel('Date').fill('2026-11-23');
      await page.getByLabel('Paper').selectOption(paper);
      await page.getByLabel('Orientation').selectOption({ label: orientation });
      await page.getByLabel('Scale 1 :').fill(String(scale));
      await view.evaluate(`Object.assign(camera, { easting: ${E + 50}, northing: ${N} })`);
      await page.locator('form').getByRole('button', { name: 'Print' }).click();
      await view.until('window.isPrinted');
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const printed = await readPdf(pdf, isRed);
      assert.equal(printed.pages, 1);
      for (const side of [0, 1] as const)
        assert.ok(Math.abs(printed.size[side] - size[side]) < 0.3, `${printed.size} for ${size}`);
      const words = ['Sheet <7>', 'November 23, 2026', `1 : ${scale.toLocaleString('en')}`, 'Unit: m', 'Kerb', 'Fence'];
      for (const word of words) assert.ok(printed.words.includes(word), `${word} in ${printed.words}`);
      assert.ok(!printed.words.includes('Layers'), 'nothing else of the page is printed');
      // The kerb lies in the middle of the map: the row with most red pixels.
      const rows = Map.groupBy(printed.found[0]!, ([, y]) => Math.round(y * 4));
      const [kerb = []] = [...rows.values()].sort((a, b) => b.length - a.length);
      const across = kerb.map(([x]) => x);
      const length = Math.max(...across) - Math.min(...across);
      const wanted = (100.1234 * 1000) / scale;
      assert.ok(Math.abs(length - wanted) < 0.1, `${length} mm instead of ${wanted} mm`);
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      assert.equal(await page.locator('.fieldbridge-sheet').count(), 0);
      assert.equal(await view.evaluate('viewer.settings.theme'), 'light');
      assert.ok((await view.colourAt(E + 25, N))[0]! > 150, 'the view is as it was');
      await view.close();
    });

  it('is in a page that is printed as it is, in the colours of paper', async () => {
    const view = await ViewPage.open(browser, url, { colorScheme: 'dark' });
    const pdf = await view.page.pdf({ printBackground: true });
    const { pages, found, words } = await readPdf(pdf, isRed, isWhite);
    const [red, white] = found as [unknown[], unknown[]];
    assert.ok(pages === 1 && red.length > 50, `${red.length} red pixels on ${pages} pages`);
    assert.doesNotMatch(words, /about 1 ?:/, 'the scale of the screen is not that of the paper');
    assert.ok(white.length > 10 * red.length, 'on white');
    assert.equal(await view.evaluate("shadow.querySelectorAll('.printed').length"), 0);
    assert.equal(await view.evaluate('viewer.settings.theme'), 'dark');
    await view.close();
  });

  it('says what colours of kinds mean', async () => {
    const view = await ViewPage.open(browser, url, { before: 'window.print = () => { window.isPrinted = true; };' });
    await view.page.getByLabel('Colours', { exact: true }).selectOption('kind');
    await view.press('Print');
    await view.page.getByLabel('Paper').selectOption('A4');
    await view.page.locator('form').getByRole('button', { name: 'Print' }).click();
    await view.until('window.isPrinted');
    const words: string = await view.page.evaluate("document.querySelector('.fieldbridge-sheet').textContent");
    const lines = await view.page.evaluate(
      "[...document.querySelectorAll('.fieldbridge-sheet line')].map((one) => one.getAttribute('stroke'))",
    );
    assert.match(words, /lines.*points/);
    assert.doesNotMatch(words, /Kerb|Fence|surfaces/);
    assert.equal(new Set(lines as string[]).size, 2, 'two colours');
    await view.close();
  });

  it('is not made at a scale of nothing', async () => {
    const view = await ViewPage.open(browser, url, { before: 'window.print = () => { throw new Error("printed"); };' });
    await view.press('Print');
    await view.page.getByLabel('Scale 1 :').fill('0');
    await view.page.locator('form').getByRole('button', { name: 'Print' }).click();
    assert.equal(await view.evaluate("shadow.querySelector('input[type=number]').validity.rangeUnderflow"), true);
    await view.close();
  });
});

type Matrix = readonly [number, number, number, number, number, number];
const times = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  ...([a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s] as const),
  ...([a * t + c * u + e, b * t + d * u + f] as const),
];

/** Reads the one page of a PDF with a library that is not ours. */
async function readPdf(bytes: Uint8Array, ...colours: readonly Colour[]): Promise<Printed> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isOffscreenCanvasSupported: false });
  const pdf = await task.promise;
  const page = await pdf.getPage(1);
  const [, , width = 0, height = 0] = page.view;
  const { fnArray, argsArray } = await page.getOperatorList();
  const found = colours.map((): [number, number][] => []);
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [i, operation] of fnArray.entries()) {
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.restore) matrix = saved.pop()!;
    else if (operation === OPS.transform) matrix = times(matrix, argsArray[i] as Matrix);
    else if (operation === OPS.paintImageXObject) {
      const image = await new Promise<{ width: number; height: number; data: Uint8Array }>((resolve) =>
        page.objs.get(argsArray[i][0], resolve),
      );
      const size = image.data.length / (image.width * image.height);
      const { data } = image;
      for (const [i, isWanted] of colours.entries())
        for (let p = 0, at = 0; p < image.width * image.height; p++, at += size) {
          if (!isWanted(data[at]!, data[at + 1]!, data[at + 2]!)) continue;
          const x = ((p % image.width) + 0.5) / image.width;
          const y = 1 - (Math.floor(p / image.width) + 0.5) / image.height;
          const [a, b, c, d, e, f] = matrix;
          found[i]!.push([(a * x + c * y + e) * POINT, (height - (b * x + d * y + f)) * POINT]);
        }
    }
  }
  const { items } = await page.getTextContent();
  const words = items.map((item) => ('str' in item ? item.str : '')).join('\n');
  const printed = { pages: pdf.numPages, size: [width * POINT, height * POINT] as const, words, found };
  await task.destroy();
  return printed;
}
