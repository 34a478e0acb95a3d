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
await signIn(one, server.demo.console.signInUrl);
const jobId = server.demo.conversion.sampleJobId!;
const job = `/jobs/${jobId}`;
const tabs = ['', '?tab=files', '?tab=contents', '?tab=check', '?tab=export'].map((tab) => `${job}${tab}`);
for (const place of [...PLACES, ...tabs]) {
  if (wanted.length > 0 && !wanted.includes(place)) continue;
  await one.open(place);
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    for (const theme of ['light', 'dark'] as const) {
      await one.look(size, theme);
      const name = place.replace(jobId, 'one').replaceAll(/\W+/g, '-').replace(/^-/, '');
      await one.page.screenshot({ path: join(folder, `${name || 'home'}-${size}-${theme}.png`) });
    }
}
for (const fault of one.faults) console.error(fault);
await browser.close();
