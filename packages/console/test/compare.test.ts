import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ConversionClient } from '@fieldbridge/server/testing/conversion-client.ts';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser } from 'playwright-core';
import { type ConsolePage, openConsole, signInAsDemo } from '../testing/console-page.ts';

const HEAD = 'name,easting,northing,elevation\n';

describe('two jobs compared in the console', { skip: missingChromium() ?? false }, () => {
  let server: TestServer;
  let browser: Browser;
  let one: ConsolePage;
  before(async () => {
    server = await startTestServer();
    browser = await startBrowser();
    one = await openConsole(browser, server);
    await signInAsDemo(one, server);
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  test('another job is chosen, and what differs is drawn and listed', async () => {
    const client = ConversionClient.of(server);
    const design = await client.createJob({ name: 'Design', unit: 'm' });
    await client.append(design.jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010,2005,10\n`, 'a.csv');
    await client.status(design.jobId);
    const { jobId } = await client.createJob({ name: 'As built', unit: 'm' });
    await client.append(jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010.25,2005,10\n`, 'b.csv');
    await client.append(jobId, 'csv', `${HEAD}D,1030,2000,10\n`, 'c.csv');
    await client.status(jobId);
    const { page } = one;
    await one.open(`/jobs/${jobId}?tab=compare`);
    assert.deepEqual(await one.violations(), []);
    await page.getByRole('link', { name: 'Design', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Differences' });
    await panel.getByText('2 differences').waitFor();
    const text = await panel.innerText();
    for (const wanted of ['A: Design', 'B: As built', 'moved 0.25 m']) assert.ok(text.includes(wanted), text);
    assert.deepEqual(await one.violations(), []);
    assert.deepEqual(one.faults, []);
  });
});
