import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConversionClient } from '@fieldbridge/server/testing/conversion-client.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { DemoPages } from '../testing/console-page.ts';
import { withConsole } from '../testing/with-console.ts';

const HEAD = 'name,easting,northing,elevation\n';

describe('two jobs compared in the console', { skip: missingChromium() ?? false }, () => {
  let server: TestServer;
  let demos: DemoPages;
  withConsole((running) => ({ server, demos } = running));

  test('another job is chosen, and what differs is drawn and listed', async () => {
    const client = ConversionClient.of(server);
    const design = await client.createJob({ name: 'Design', unit: 'm' });
    await client.append(design.jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010,2005,10\n`, 'a.csv');
    await client.status(design.jobId);
    const { jobId } = await client.createJob({ name: 'As built', unit: 'm' });
    await client.append(jobId, 'csv', `${HEAD}A,1000,2000,10\nB,1010.25,2005,10\n`, 'b.csv');
    await client.append(jobId, 'csv', `${HEAD}D,1030,2000,10\n`, 'c.csv');
    await client.status(jobId);
    const one = await demos.lend();
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
