import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { until } from '@fieldbridge/server/testing/receiver.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Locator, Page } from 'playwright-core';
import { BLOCK_ROWS } from '../src/model/blocks.ts';
import type { KeptPages } from '../testing/console-page.ts';
import { storeTickets } from '../testing/many-tickets.ts';
import { withConsole } from '../testing/with-console.ts';

// Lists longer than a page: what is in the page stays small, and nothing of the list is out of reach.

/** Five times what may be in a page. */
const COUNT = 1250;
/** Presses of an arrow key in a row. */
const STEPS = 8;
const skip = missingChromium();

describe('long lists in the console', { skip }, () => {
  let server: TestServer;
  let kept: KeptPages;
  withConsole((running) => ({ server, kept } = running));
  before(async () => {
    await storeTickets(server, COUNT);
    const desk = server.context.space('desk').store;
    const { id } = (await desk.first<{ id: string }>('SELECT id FROM organisations'))!;
    await desk.write(async (tx) => {
      for (let i = 0; i < 500; i++)
        await tx.run(
          'INSERT INTO audit (id, at, actor, action, subject, organisationId, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
          ...[`0000${String(i).padStart(6, '0')}`, 1, 'Ada', 'test.entry', `S-${i}`, id, '{"n":1}'],
        );
    });
    const jobs = server.context.space('conversion').store;
    await jobs.write(async (tx) => {
      for (let i = 0; i < 420; i++) {
        const values = [`0000${String(i).padStart(6, '0')}`, id, `Job ${i}`, null, null, i, i];
        await tx.run('INSERT INTO jobs VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, NULL)', ...values);
      }
    });
  });

  const rows = (page: Page): Promise<number> => page.locator('tbody[data-block] tr').count();
  /** Scrolls to the end, until a text of the last row is there. */
  async function toTheEnd(page: Page, last: string): Promise<void> {
    const end = page.getByText(last, { exact: true });
    while (!(await end.isVisible())) {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await page.waitForTimeout(50);
    }
  }

  for (const size of ['phone', 'laptop'] as const)
    test(`${COUNT} tickets are scrolled through to the last one, and few are in the page: ${size}`, async () => {
      const one = await kept.lend({ size });
      const { page } = one;
      await one.open('/tickets');
      await page.getByText('T-0', { exact: true }).waitFor();
      await toTheEnd(page, `T-${COUNT - 1}`);
      await page.getByText('1,250 tickets').waitFor();
      assert.ok((await rows(page)) <= 250, `${await rows(page)} rows in the page`);
      const table = page.locator('table');
      assert.equal(await table.getAttribute('aria-rowcount'), String(COUNT + 1));
      const last = page.locator('tr', { hasText: `T-${COUNT - 1}` });
      assert.equal(await last.getAttribute('aria-rowindex'), String(COUNT + 1));
      assert.deepEqual(await one.violations(), []);
      // In the middle, where rooms are above and below.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
      await page.locator('tbody.room').nth(1).waitFor({ state: 'attached' });
      const middle = (): Promise<number> =>
        page.evaluate<number>(`(() => {
          const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr');
          return Number(row?.getAttribute('aria-rowindex'));
        })()`);
      await until(async () => Math.abs((await middle()) - COUNT / 2) < 150, 'the middle of the list');
      assert.deepEqual(await one.violations(), []);
      assert.deepEqual(one.faults, []);
    });

  test('the arrow keys go from row to row, past the end of what was in the page', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/tickets');
    const link = (row: number): Locator => page.getByRole('link', { name: `T-${row}`, exact: true });
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    // The first rows, and those around the end of each block.
    const starts = [0, 1, 2, 3, 4, 5].map((block) => Math.max(0, block * BLOCK_ROWS - STEPS / 2));
    for (const start of starts) {
      await link(start).focus();
      for (let i = start + 1; i <= start + STEPS; i++) {
        await page.keyboard.press('ArrowDown');
        // The next row comes into the page with the next frame.
        if ((await focused()) !== `T-${i}`) {
          await link(i).waitFor({ state: 'attached' });
          await page.keyboard.press('ArrowDown');
        }
        assert.equal(await focused(), `T-${i}`);
      }
    }
    // Scrolled away, the row of the keyboard stays, and the way goes on from there.
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('T-0', { exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    const reached = `T-${starts.at(-1)! + STEPS - 1}`;
    assert.equal(await focused(), reached);
    await page.keyboard.press('Enter');
    await page.locator('.sheet', { hasText: reached }).waitFor();
  });

  test('a ticket that is sent meanwhile is first, one that is deleted is gone, and the place stays', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/tickets');
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const { clientId, clientSecret, locationIds } = server.demo.weighing;
    const headers = { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const address = `${server.url}/weighing-sandbox/v2/weighing`;
    const body = JSON.stringify({
      ...{ locationId: locationIds[0], externalId: 'NEW-1', nettWeight: { quantity: 1, unit: 't' } },
    });
    const answer = await fetch(address, { method: 'POST', headers, body });
    const { uuid } = (await answer.json()) as { uuid: string };
    await page.locator('tbody tr').first().getByText('NEW-1').waitFor();
    await fetch(`${address}/${uuid}`, { method: 'DELETE', headers });
    await page.getByText('NEW-1').waitFor({ state: 'detached' });
    // A correction of a ticket that has not been read yet changes nothing here.
    const late = await fetch(`${address}?externalId=T-${COUNT - 5}`, { headers });
    const { items } = (await late.json()) as { items: { uuid: string }[] };
    const patch = { method: 'PATCH', headers, body: JSON.stringify({ vehicle: { licenseplate: 'LATE-1' } }) };
    assert.equal((await fetch(`${address}/${items[0]!.uuid}`, patch)).status, 200);
    await toTheEnd(page, `T-${COUNT - 1}`);
    await page.locator('tr', { hasText: 'LATE-1' }).waitFor();
    assert.equal(await page.locator('table').getAttribute('aria-rowcount'), String(COUNT + 1));
  });

  test('the audit trail and the jobs, too, page by page', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/desk/audit');
    await toTheEnd(page, 'S-0');
    assert.ok((await rows(page)) <= 250, `${await rows(page)} rows in the page`);
    assert.deepEqual(await one.violations(), []);
    await one.open('/jobs');
    await page.getByText('Job 419', { exact: true }).waitFor();
    await toTheEnd(page, 'Job 0');
    const cards = await page.locator('.card.job').count();
    assert.ok(cards <= 120, `${cards} cards in the page`);
    await page.getByLabel('Find a job').fill('job 41');
    await page.getByText('Job 41', { exact: true }).waitFor();
    assert.equal(await page.locator('.card.job').count(), 11);
    assert.deepEqual(one.faults, []);
  });
});
