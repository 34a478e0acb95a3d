import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConversionClient } from '@fieldbridge/server/testing/conversion-client.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Page } from 'playwright-core';
import type { KeptPages } from '../testing/console-page.ts';
import { withConsole } from '../testing/with-console.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus');
const ATTACHMENTS = join(CORPUS, '../drawings/dgn-v8/attachments');
const fileOf = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(join(ATTACHMENTS, name)),
});
/** A folder for pictures to look at, if one is asked for. */
const PICTURES = process.env['PICTURES'];
const HEAD = 'name,easting,northing,elevation\n';

describe('drawings in the console', { skip: missingChromium() ?? false }, () => {
  let server: TestServer;
  let kept: KeptPages;
  withConsole((running) => ({ server, kept } = running));
  const look = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };

  test('those that attach others: asked for, and read with them as one', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/jobs/new');
    await page.locator('input[type=file]').setInputFiles(fileOf('ref1.dgn'));
    const notice = page.getByRole('region', { name: 'Attached files' });
    await notice.getByText('Add them, or drop a ZIP').waitFor();
    await look(page, 'references-1');
    await page.getByText('Add more files').click();
    await page.locator('input[type=file]').setInputFiles(fileOf('commonref.dgn'));
    await notice.getByText('These 2 drawings').waitFor();
    assert.deepEqual(await one.violations(), []);
    await look(page, 'references-2');
    await notice.getByRole('button', { name: 'Read them together' }).click();
    const card = page.getByRole('region', { name: 'ref1.zip' });
    await card.getByText('commonref|Default').waitFor();
    await card.getByText('its layers begin with').first().waitFor();
    assert.equal(await page.getByRole('region', { name: 'ref1.dgn' }).count(), 0);
    assert.deepEqual(await one.violations(), []);
    await look(page, 'references-3');
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.waitForURL(/\/jobs\/[^/]+$/);
    assert.deepEqual(one.faults, []);
  });

  test('two jobs compared: the other one is chosen, and what differs is drawn and listed', async () => {
    const client = ConversionClient.of(server);
    const design = await client.createJob({ name: 'Design', unit: 'm' });
    await client.append(design.jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010,2005,10\n`, 'a.csv');
    await client.status(design.jobId);
    const { jobId } = await client.createJob({ name: 'As built', unit: 'm' });
    await client.append(jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010.25,2005,10\n`, 'b.csv');
    await client.append(jobId, 'csv', `${HEAD}D,1030,2000,10\n`, 'c.csv');
    await client.status(jobId);
    const one = await kept.lend();
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
