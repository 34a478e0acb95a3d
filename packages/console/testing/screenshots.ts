import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '@fieldbridge/server/testing/server.ts';
import { startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { openConsole, SIZES, signIn } from './console-page.ts';
import { PLACES } from './places.ts';

// node --import=./tools/test-setup.ts packages/console/testing/screenshots.ts FOLDER [PLACE …]: every page of the
// demonstration at three sizes in both themes, as pictures to look at. It needs Chromium.

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder for the pictures.');
await mkdir(folder, { recursive: true });

await using server = await startTestServer({}, { sample: true, demoRecords: true });
const browser = await startBrowser();
const one = await openConsole(browser, server);
// A picture of WebGL in software at 4k takes long.
one.page.setDefaultTimeout(300_000);
await signIn(one, server.demo.console.signInUrl);
const jobId = server.demo.conversion.sampleJobId!;
const job = `/jobs/${jobId}`;
const tabs = ['', '?tab=files', '?tab=contents', '?tab=check', '?tab=export'].map((tab) => `${job}${tab}`);
/** The address of the first link whose address begins so, on a page that lists such things. */
async function firstOf(list: string, start: string): Promise<string> {
  await one.open(list);
  const link = one.page.locator(`main a[href^="${start}"]`).first();
  return new URL((await link.getAttribute('href'))!, server.url).pathname;
}
const [ticket, organisation] = [
  await firstOf('/tickets', '/tickets/0'),
  await firstOf('/desk/organisations', '/desk/organisations/'),
];
for (const place of [...PLACES, '/people', ...tabs, ticket, organisation, '/desk/nothing', '/sign-in']) {
  const name =
    place
      .replace(/[\da-f]{8}-[\da-f-]{27}/, 'one')
      .replaceAll(/\W+/g, '-')
      .replace(/^-/, '') || 'home';
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (place === '/sign-in') await one.context.clearCookies();
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    for (const theme of ['light', 'dark'] as const) {
      await one.look(size, theme);
      if (theme === 'light') await one.open(place);
      await one.page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), fullPage: size !== 'wide' });
      for (const violation of await one.violations()) console.error(`${name}, ${size}, ${theme}: ${violation}`);
      const wide = await one.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (wide > 0) console.error(`${name}, ${size}: ${wide} pixels too wide`);
    }
}
for (const fault of one.faults) console.error(fault);
await browser.close();
