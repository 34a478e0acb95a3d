import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser } from 'playwright-core';
import { type ConsolePage, openConsole, signInAsDemo } from '../testing/console-page.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus');
const ATTACHMENTS = join(CORPUS, '../drawings/dgn-v8/attachments');
const fileOf = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(join(ATTACHMENTS, name)),
});
/** A folder for pictures to look at, if one is asked for. */
const PICTURES = process.env['PICTURES'];

describe('drawings that attach others, in the console', { skip: missingChromium() ?? false }, () => {
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
  const look = async (name: string): Promise<void> => {
    if (PICTURES !== undefined) await one.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };

  test('are asked for what they attach, and read with it as one', async () => {
    const { page } = one;
    await one.open('/jobs/new');
    await page.locator('input[type=file]').setInputFiles(fileOf('ref1.dgn'));
    const notice = page.getByRole('region', { name: 'Attached files' });
    await notice.getByText('Add them, or drop a ZIP').waitFor();
    await look('references-1');
    await page.getByText('Add more files').click();
    await page.locator('input[type=file]').setInputFiles(fileOf('commonref.dgn'));
    await notice.getByText('These 2 drawings').waitFor();
    assert.deepEqual(await one.violations(), []);
    await look('references-2');
    await notice.getByRole('button', { name: 'Read them together' }).click();
    const card = page.getByRole('region', { name: 'ref1.zip' });
    await card.getByText('commonref|Default').waitFor();
    await card.getByText('its layers begin with').first().waitFor();
    assert.equal(await page.getByRole('region', { name: 'ref1.dgn' }).count(), 0);
    assert.deepEqual(await one.violations(), []);
    await look('references-3');
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.waitForURL(/\/jobs\/[^/]+$/);
    assert.deepEqual(one.faults, []);
  });
});
