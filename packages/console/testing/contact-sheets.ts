import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { SIZES } from './console-page.ts';

/** A picture of a page. */
export interface Picture {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly path: string;
}

/** Pictures in a row, rows of a sheet, and the height of a picture's cell, in pixels. */
const GRID = { phone: [7, 2, 700], laptop: [3, 3, 480], wide: [3, 4, 330] } as const;
const WIDTH = 1540;

/** Puts many pictures on each sheet, one kind of screen apart from another. */
export async function makeSheets(browser: Browser, folder: string, pictures: readonly Picture[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 200 } });
  for (const [size, [columns, rows, height]] of Object.entries(GRID)) {
    const of = pictures.filter((one) => one.size === size);
    for (let first = 0; first < of.length; first += columns * rows) {
      const cells = of.slice(first, first + columns * rows).map(async ({ name, path }) => {
        const data = (await readFile(path)).toString('base64');
        return `<div><b>${name}</b><img src="data:image/png;base64,${data}"></div>`;
      });
      await page.setContent(`<style>
        body { margin: 4px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 6px; background: #999 }
        div { height: ${height}px; overflow: hidden; font: 11px sans-serif } img { width: 100%; display: block }
      </style>${(await Promise.all(cells)).join('')}`);
      await page.evaluate('Promise.all([...document.images].map((one) => one.decode()))');
      await page.screenshot({ path: join(folder, `sheet-${size}-${first / (columns * rows)}.png`), fullPage: true });
    }
  }
  await page.close();
}
