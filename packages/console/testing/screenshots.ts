import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '@fieldbridge/server/testing/server.ts';
import { startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { addressOf, loaded, openConsole, SIZES, signIn } from './console-page.ts';
import { makeSheets, type Picture } from './contact-sheets.ts';
import { fillWithHostileTexts } from './hostile-data.ts';
import { viewsOf } from './views.ts';

// node --import=./tools/test-setup.ts packages/console/testing/screenshots.ts FOLDER [VIEW …]: every page and dialog at
// three sizes in both themes, and sheets with many of them, to look at. It needs Chromium.
//   --data demo|hostile|none   the demonstration, the same with names that nobody expects, or nothing at all
//   --locale de                the language of the browser
//   --sizes phone,laptop       some of the sizes
//   --themes light             some of the themes

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: 'demo' },
    locale: { type: 'string', default: 'en-GB' },
    sizes: { type: 'string', default: Object.keys(SIZES).join(',') },
    themes: { type: 'string', default: 'light,dark' },
  },
});
const [folder, ...wanted] = positionals;
if (folder === undefined) throw new Error('Name a folder for the pictures.');
await mkdir(folder, { recursive: true });
const sizes = values.sizes.split(',') as (keyof typeof SIZES)[];
const themes = values.themes.split(',') as ('light' | 'dark')[];

const isEmpty = values.data === 'none';
await using server = await startTestServer({}, { sample: !isEmpty, demoRecords: !isEmpty });
const browser = await startBrowser();
const one = await openConsole(browser, server, { locale: values.locale });
const { page } = one;
// A picture of WebGL in software at 4k takes long.
page.setDefaultTimeout(60_000);
await signIn(one, server.demo.console.signInUrl);
await page.evaluate(`localStorage.setItem('fieldbridge.language', ${JSON.stringify(values.locale.slice(0, 2))})`);
const views = await viewsOf(server, isEmpty);
if (values.data === 'hostile') await fillWithHostileTexts(server);

const pictures: Picture[] = [];
for (const [name, { at, act, isOut = false, isOnPhone = false }] of Object.entries(views)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (isOut) await one.context.clearCookies();
  for (const size of isOnPhone ? sizes.filter((one) => one === 'phone') : sizes)
    try {
      await page.emulateMedia({ media: null });
      await one.look(size, themes[0]!);
      await page.goto('about:blank');
      await page.goto(addressOf(server) + (await at()));
      await page.locator('h1').first().waitFor();
      await loaded(page);
      await act?.(one);
      await page.waitForTimeout(150);
      for (const theme of themes) {
        await one.look(size, theme);
        const path = join(folder, `${name}-${size}-${theme}.png`);
        const isOver = (await page.locator('dialog[open]').count()) > 0;
        await page.screenshot({ path, fullPage: size !== 'wide' && !isOver });
        pictures.push({ name: `${name} ${theme}`, size, path });
        for (const violation of await one.violations()) console.error(`${name}, ${size}, ${theme}: ${violation}`);
      }
      const wide = await page.evaluate<number[]>(`[document.documentElement, ...document.querySelectorAll('dialog')]
        .map((one) => one.scrollWidth - one.clientWidth)`);
      if (wide.some((pixels) => pixels > 0)) console.error(`${name}, ${size}: ${wide} pixels too wide`);
    } catch (error) {
      console.error(`${name}, ${size}: ${(error as Error).message.slice(0, 300)}`);
    }
}
for (const fault of one.faults) console.error(fault);
await makeSheets(browser, folder, pictures);
await browser.close();
