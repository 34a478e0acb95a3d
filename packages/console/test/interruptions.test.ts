import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Locator, Page, Route } from 'playwright-core';
import { beginSession, type ConsolePage, type KeptPages, signInAsDemo } from '../testing/console-page.ts';
import { sendTicket } from '../testing/send-ticket.ts';
import { withConsole } from '../testing/with-console.ts';

// What interrupts somebody at work: a session that ends in the middle of an upload, a stream of events that is cut, a
// new version of the console, a server that is gone for a while.

const skip = missingChromium();
const PASSWORD = 'gravel under the moon';
const drawing = (comment: string) => ({
  ...{ name: 'wall.dxf', mimeType: 'application/dxf' },
  buffer: Buffer.from(`0\nSECTION\n2\nENTITIES\n0\nPOINT\n8\nwall\n10\n1\n20\n2\n${comment}0\nENDSEC\n0\nEOF\n`),
});
/** A drawing that is larger than what is sent in one request, by a comment. */
const LARGE = drawing(`999\n${'x'.repeat(200)}\n`.repeat(5000));

describe('interruptions of the console', { skip }, () => {
  let server: TestServer;
  let kept: KeptPages;
  const replace = withConsole((running) => ({ server, kept } = running));

  const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true });

  /** How somebody whose session has ended signs in again. */
  const AGAIN = {
    'over the page': async ({ page }: ConsolePage) => {
      await page.locator('dialog').getByLabel('Password').fill(PASSWORD);
      await button(page.locator('dialog'), 'Sign in').click();
    },
    'in another tab': async (one: ConsolePage) => {
      await signInAsDemo({ ...one, page: await one.context.newPage() }, server);
    },
  };

  describe('an expired session in the middle of an upload: the upload goes on', () => {
    before(async () => {
      const { people, passwords } = server.context.people;
      const { personId } = server.demo.console;
      await people.change('test', personId, { email: 'demo@example.org' });
      const store = await passwords.prepare(await people.require(personId), PASSWORD);
      await server.context.space('desk').store.write(store);
    });
    for (const [how, signInAgain] of Object.entries(AGAIN))
      test(`signed in again ${how}`, async () => {
        const one = await kept.stranger();
        await beginSession(one, server);
        const { page, context } = one;
        await one.open('/jobs/new');
        // The session ends between two parts of the file.
        const offsets: (string | undefined)[] = [];
        await page.route('**/conversion/uploads/*', async (route) => {
          if (route.request().method() === 'PATCH') offsets.push(route.request().headers()['upload-offset']);
          if (offsets.length === 2) await context.clearCookies();
          await route.continue();
        });
        await page.locator('input[type=file]').setInputFiles(LARGE);
        const dialog = page.locator('dialog');
        await dialog.getByText('Your session has ended').waitFor();
        assert.deepEqual(await one.violations(), []);
        await signInAgain(one);
        await button(page, 'Import the file').waitFor();
        assert.equal(await dialog.count(), 0);
        // One part was sent twice; how many there are depends on the line.
        assert.deepEqual(offsets, [...new Set(offsets)].toSpliced(1, 0, offsets[1]));
        assert.deepEqual(one.faults, []);
      });
  });

  test('a drawing that is dropped before the formats have come is read as features all the same', async () => {
    const one = await kept.lend();
    const { page } = one;
    const released = Promise.withResolvers<void>();
    await page.route('**/conversion/formats?for=import', async (route) => {
      await released.promise;
      await route.continue();
    });
    await one.open('/jobs/new');
    await page.locator('input[type=file]').setInputFiles(drawing(''));
    await page.getByText('wall.dxf').first().waitFor();
    released.resolve();
    await button(page, 'Import the file').click();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    const { clientId, clientSecret } = server.demo.conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const info = await fetch(`${server.url}/conversion/job/${page.url().split('/').at(-1)}/info`, { headers });
    const { counts } = (await info.json()) as { counts: Readonly<Record<string, number>> };
    assert.equal(counts['points'], 1, JSON.stringify(counts));
    assert.deepEqual(one.faults, []);
  });

  test('an export whose dialog is closed is given up', async () => {
    const one = await kept.lend();
    const { page } = one;
    const { clientId, clientSecret } = server.demo.conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const points = 'name,northing,easting,elevation,code\nA,5000,1000,12.3,KERB\n';
    const address = `${server.url}/conversion/job/upload/csv?filename=points.csv`;
    const made = await fetch(address, { method: 'POST', headers, body: points });
    const { jobId } = (await made.json()) as { jobId: string };
    await one.open(`/jobs/${jobId}?tab=export`);
    await page.locator('.card', { hasText: 'GeoJSON' }).getByRole('button').click();
    // It takes as long as it likes.
    await page.route('**/asgeojson*', () => {});
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('/asgeojson'));
    const sent = page.waitForRequest('**/asgeojson*');
    await button(page.locator('dialog'), 'Download').click();
    await sent;
    await page.keyboard.press('Escape');
    await given;
    assert.deepEqual(one.faults, []);
  });

  test('a new version of the console, whose files have other names: said, and loaded when asked for', async () => {
    const one = await kept.stranger();
    await beginSession(one, server);
    const { page } = one;
    await sendTicket(server, 'NEW-1');
    await one.open('/tickets');
    const isGone = (route: Route): Promise<void> => route.fulfill({ status: 404, body: '' });
    await page.route('**/console/assets/*.js', isGone);
    // A part of the page that is open.
    await button(page, 'Save as spreadsheet').click();
    await page.locator('.toasts', { hasText: 'the server has a new version' }).waitFor();
    // Another page.
    await page.locator('header.bar').getByRole('link', { name: 'Projects' }).click();
    await page.locator('h1', { hasText: 'could not be loaded' }).waitFor();
    await page.locator('main .problem', { hasText: 'the server has a new version' }).waitFor();
    assert.deepEqual(await one.violations(), []);
    await page.context().setOffline(true);
    await button(page, 'Try again').click();
    await page.locator('main .problem', { hasText: 'The server cannot be reached' }).waitFor();
    await page.context().setOffline(false);
    await page.unroute('**/console/assets/*.js', isGone);
    await button(page, 'Try again').click();
    await page.locator('h1', { hasText: 'Projects' }).waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('a ticket that is sent while the list is on its way is in the list', async () => {
    const one = await kept.lend();
    const { page } = one;
    await page.locator('header.bar').waitFor();
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>();
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      read();
      await isHeard;
      await route.fulfill({ response });
    };
    await page.route(/\/weighing-sandbox\/v2\/weighing\?/, hold, { times: 1 });
    await page.locator('header.bar').getByRole('link', { name: 'Tickets' }).click();
    await isRead;
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const change = page.evaluate(`new Promise((done) => {
      new BroadcastChannel('fieldbridge-changes').onmessage = () => done();
    })`);
    // The listener is there before the ticket is.
    await page.evaluate('1');
    await sendTicket(server, 'WHILE-1');
    await change;
    heard();
    await page.locator('tbody', { hasText: 'WHILE-1' }).waitFor({ timeout: 30_000 });
    assert.deepEqual(one.faults, []);
  });

  test('a stream of events that is cut again and again: what is new is seen each time', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/tickets');
    const isLive = page.locator('.badge', { hasText: 'live' });
    for (const externalId of ['CUT-1', 'CUT-2', 'CUT-3']) {
      await isLive.waitFor();
      server.app.server.closeAllConnections();
      await isLive.waitFor({ state: 'detached' });
      await sendTicket(server, externalId);
      await page.locator('tbody', { hasText: externalId }).waitFor();
    }
    await isLive.waitFor();
    assert.deepEqual(one.faults, []);
  });

  // The last one: it starts the server again.
  test('a server that is gone while a form is sent: the form stays, and is sent when the server is back', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/projects');
    await button(page, 'Add a project').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('G-1');
    await dialog.getByLabel('Name').fill('Gone');
    const { port } = new URL(server.url);
    await server.stop();
    await button(dialog, 'Save').click();
    await dialog.getByText('The server cannot be reached').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Gone');
    server = replace(await startTestServer({ data: server.directory, port: Number(port) }));
    await button(dialog, 'Save').click();
    await page.locator('tbody', { hasText: 'Gone' }).waitFor();
    assert.equal(await page.locator('tbody tr', { hasText: 'Gone' }).count(), 1);
    assert.deepEqual(one.faults, []);
  });
});
