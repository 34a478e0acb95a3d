import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import { unzipSync } from 'fflate';
import type { Locator } from 'playwright-core';
import type { ConsolePage, KeptPages, PageOptions } from '../testing/console-page.ts';
import { sendTicket } from '../testing/send-ticket.ts';
import { withConsole } from '../testing/with-console.ts';

// Tickets and projects in the hands of people: undo, two people at once, paper, spreadsheets, hostile texts, a restart.

const skip = missingChromium();
const LONG = 'Grünes Tal – المشروع '.repeat(25).slice(0, 180);
const HTML = '<img src=x onerror=alert(1)>"\'&amp;\u202e';

describe('records in the console', { skip }, () => {
  let server: TestServer;
  let kept: KeptPages;
  const demo = (options: PageOptions = {}): Promise<ConsolePage> => kept.lend(options);
  const replace = withConsole((running) => ({ server, kept } = running), {
    interfaces: 'project,weighing,operator,console',
    webhookPrivateAddresses: true,
    webhookPlainHttp: true,
  });

  const send = (externalId: string, more: Record<string, unknown> = {}): Promise<string> =>
    sendTicket(server, externalId, more, '25.40');
  const button = (within: Locator | ConsolePage['page'], name: string): Locator =>
    within.getByRole('button', { name, exact: true });

  test('a correction is taken back, and the history shows both', async () => {
    const uuid = await send('U-1', { customer: { name: 'Before' } });
    const one = await demo();
    const { page } = one;
    await one.open(`/tickets/${uuid}`);
    await button(page, 'Correct').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Customer: name').fill('After');
    await dialog.getByLabel('Reason').fill('mistyped');
    await button(dialog, 'Correct').click();
    await page.locator('.sheet', { hasText: 'After' }).waitFor();
    await button(page, 'Undo').click();
    await page.locator('.sheet', { hasText: 'Before' }).waitFor();
    await page.locator('.history li', { hasText: 'Undone' }).waitFor();
    assert.equal(await page.locator('.history > li').count(), 3);
    assert.deepEqual(one.faults, []);
  });

  test('the list of projects shows what somebody else adds and changes', async () => {
    const [one, other] = [await demo(), await demo()];
    await one.open('/projects');
    await other.open('/projects');
    await button(other.page, 'Add a project').click();
    const dialog = other.page.locator('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('L-77');
    await dialog.getByLabel('Name', { exact: true }).fill('Lock gate');
    await dialog.locator('footer .main').click();
    await one.page.locator('tr', { hasText: 'Lock gate' }).waitFor();
    await button(other.page, 'L-77').click();
    await dialog.getByLabel('Name', { exact: true }).fill('Lift bridge');
    await dialog.locator('footer .main').click();
    await one.page.locator('tr', { hasText: 'Lift bridge' }).waitFor();
    assert.deepEqual([...one.faults, ...other.faults], []);
  });

  test('a project can be added when its divisions come late, and the form says if there is no division', async () => {
    const one = await demo();
    const { page } = one;
    const late = Promise.withResolvers<void>();
    await page.route('**/divisions', async (route) => {
      await late.promise;
      await route.continue();
    });
    await one.open('/projects');
    await button(page, 'Add a project').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('D-1');
    await dialog.getByLabel('Name', { exact: true }).fill('Late divisions');
    const save = dialog.locator('footer .main');
    assert.ok(await save.isDisabled());
    late.resolve();
    await save.click();
    await page.locator('tr', { hasText: 'Late divisions' }).waitFor();
    await page.unroute('**/divisions');
    await page.route('**/divisions', (route) => route.fulfill({ json: [] }));
    await page.reload();
    await button(page, 'Add a project').click();
    await dialog.getByText('There is no division yet').waitFor();
    assert.ok(await save.isDisabled());
    // Other tests use the page after this one.
    await page.unroute('**/divisions');
    assert.deepEqual(one.faults, []);
  });

  test('findings are settled with a note, taken back, and settled again from the list', async () => {
    const uuid = await send('F-1', { tareWeight: { quantity: -1, unit: 't' } });
    const one = await demo();
    const { page } = one;
    await one.open(`/tickets/${uuid}`);
    const settle = async (note: string): Promise<void> => {
      await button(page, 'Settle').click();
      await page.getByLabel('Note').fill(note);
      await button(page.locator('dialog'), 'Settle').click();
    };
    await settle('the scale was reset');
    await page.getByText('the scale was reset').waitFor();
    await button(page, 'Undo').click();
    await button(page, 'Settle').waitFor();
    await one.open('/tickets/findings');
    await page.locator('tr', { hasText: 'F-1' }).waitFor();
    assert.deepEqual(await one.violations(), []);
    await page.locator('tr', { hasText: 'F-1' }).getByRole('button', { name: 'Settle' }).click();
    await page.getByLabel('Note').fill('the driver was called');
    await button(page.locator('dialog'), 'Settle').click();
    await page.locator('tr', { hasText: 'F-1' }).waitFor({ state: 'detached' });
    await page.getByLabel('Show', { exact: true }).selectOption('settled');
    await page.locator('tr', { hasText: 'the driver was called' }).waitFor();
    assert.match(page.url(), /show=settled/);
    assert.deepEqual(await one.violations(), []);
    await button(page, 'Reopen').click();
    await page.getByText('No findings are settled').waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('a ticket is printed as a sheet, without what is around it', async () => {
    const uuid = await send('P-1');
    const one = await demo();
    const { page } = one;
    await one.open(`/tickets/${uuid}`);
    await page.locator('.history').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const [what, isShown] of [
      ['.sheet', true],
      ['header.bar', false],
      ['.history', false],
      // The sheet has a title of its own.
      ['main h1', false],
    ] as const)
      assert.equal(await page.locator(what).isVisible(), isShown, what);
    const paper = await page.pdf({ format: 'A5' });
    // One sheet of paper.
    assert.equal(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1);
  });

  test('tickets and totals leave as spreadsheets with the digits that were sent', async () => {
    const one = await demo();
    const { page } = one;
    for (const [place, name] of [
      ['/tickets', 'Tickets.xlsx'],
      ['/tickets/totals', 'Totals.xlsx'],
    ] as const) {
      await one.open(place);
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as spreadsheet').click()]);
      assert.equal(file.suggestedFilename(), name);
      const sheet = new TextDecoder().decode(unzipSync(await readFile(await file.path()))['xl/sheet.xml']);
      assert.match(sheet, /s="2"><v>\d+\.\d0<\/v>/);
    }
    assert.deepEqual(one.faults, []);
  });

  test('a project is added with its place, changed by two people, and changed back', async () => {
    const [one, other] = [await demo(), await demo()];
    const { page } = one;
    await one.open('/projects');
    await button(page, 'Add a project').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('2026-17');
    await dialog.getByLabel('Name').fill('Dike road');
    await dialog.getByLabel('Place: latitude').fill('52.09; 5');
    await dialog.getByLabel('Place: latitude').fill('52.0907 5.1214');
    await button(dialog, 'Save').click();
    await page.getByText('1 project on the map').waitFor();
    assert.equal(await page.locator('svg.earth circle title').textContent(), '2026-17 Dike road');
    await other.open('/projects');
    for (const who of [page, other.page]) await button(who, '2026-17').click();
    await dialog.getByLabel('Description').fill('Phase one');
    await button(dialog, 'Save').click();
    await page.locator('tbody', { hasText: 'Dike road' }).waitFor();
    const theirs = other.page.locator('dialog');
    await theirs.getByLabel('Name').fill('Dike road, north');
    await button(theirs, 'Save').click();
    await theirs.getByText('Somebody else has changed this').waitFor();
    await theirs.locator('li', { hasText: 'Phase one' }).waitFor();
    assert.equal(await theirs.getByLabel('Name').inputValue(), 'Dike road, north');
    await button(theirs, 'Save').click();
    await other.page.locator('tbody', { hasText: 'Dike road, north' }).waitFor();
    await button(other.page, 'Undo').click();
    await other.page.locator('tbody', { hasText: 'north' }).waitFor({ state: 'detached' });
    await button(other.page, '2026-17').click();
    assert.equal(await theirs.getByLabel('Description').inputValue(), 'Phase one');
    assert.deepEqual([...one.faults, ...other.faults], []);
  });

  type Typed = readonly [label: string, text: string];
  const inCard = (title: string, { page }: ConsolePage): Locator =>
    button(page.locator('section', { has: page.locator('h2', { hasText: title }) }), 'Change').first();
  for (const [what, open, faster, slower] of [
    ['organisation', ({ page }) => button(page, 'Change name and contact'), ['Contact', 'Anna'], ['Note', 'Late']],
    ['quota', (who) => inCard('Quotas', who), ['Jobs', '77'], ['Requests a minute', '9000']],
    ['weigh bridge', (who) => inCard('Weigh bridges', who), ['Name', 'Pit 7'], ['Time zone', 'Asia/Tokyo']],
    ['division', (who) => inCard('Divisions', who), ['Name', 'Roads 7'], ['Abbreviation', 'ZZ']],
    ['person', (who) => inCard('Grace', who), ['E-mail address', 'grace@pit.example'], ['Name', 'Grace H']],
  ] as readonly (readonly [string, (who: ConsolePage) => Locator, Typed, Typed])[])
    test(`who is slower with a change of the ${what} sees both versions, and neither change is lost`, async () => {
      const both = [await demo(), await demo()] as const;
      const { people } = server.context.people;
      const { organisationId } = await people.require(server.demo.console.personId);
      if (what === 'person') {
        const fields = { organisationId, email: null, language: 'en', deskRole: null, roles: {}, weighBridges: [] };
        await people.add('test', { ...fields, name: 'Grace', language: 'en' });
      }
      const address = what === 'person' ? '/desk/people' : `/desk/organisations/${organisationId}`;
      const dialogs = both.map(({ page }) => page.locator('dialog')) as [Locator, Locator];
      for (const [who, dialog, [label, text]] of [
        [both[0], dialogs[0], faster],
        [both[1], dialogs[1], slower],
      ] as const) {
        await who.open(address);
        await open(who).click();
        await dialog.getByLabel(label, { exact: true }).fill(text);
      }
      await button(dialogs[0], 'Save').click();
      await dialogs[0].waitFor({ state: 'detached' });
      await button(dialogs[1], 'Save').click();
      const alert = dialogs[1].getByRole('alert');
      await alert.getByText('Somebody else has changed this').waitFor();
      assert.match(await alert.locator('li').innerText(), new RegExp(`^${faster[0]}: .* → ${faster[1]}$`));
      for (const [label, text] of [faster, slower])
        assert.equal(await dialogs[1].getByLabel(label, { exact: true }).inputValue(), text);
      if (what === 'person') assert.deepEqual(await both[1].violations(), []);
      await button(dialogs[1], 'Save').click();
      await dialogs[1].waitFor({ state: 'detached' });
      await open(both[1]).click();
      for (const [label, text] of [faster, slower])
        assert.equal(await dialogs[1].getByLabel(label, { exact: true }).inputValue(), text);
      assert.deepEqual(
        both.flatMap(({ faults }) => faults),
        [],
      );
    });

  test('deliveries of a webhook are seen as they come, and sent again', async () => {
    let status = 500;
    const receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end();
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    const one = await demo();
    const { page } = one;
    await one.open('/developer/webhooks');
    await button(page, 'Add a webhook').click();
    const dialog = page.locator('dialog[open]');
    await dialog
      .locator('input')
      .first()
      .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await button(dialog, 'Add a webhook').click();
    await button(dialog, 'I have kept it').click();
    // The page was there before the event.
    await send('HOOK-1');
    await page.locator('summary', { hasText: 'Deliveries' }).click();
    await page.locator('tbody tr', { hasText: '500' }).waitFor();
    status = 204;
    await button(page, 'Send again').click();
    await page.locator('tbody tr', { hasText: /delivered.*204/s }).waitFor();
    await button(page, 'Turn off').click();
    await button(page, 'Turn on').waitFor();
    assert.deepEqual(one.faults, []);
    receiver.close();
  });

  test('texts of any kind are shown as texts, and stay within the page', async () => {
    const uuid = await send(HTML, {
      ...{ customer: { name: LONG, reference: HTML }, product: { name: HTML } },
      ...{ vehicle: { licenseplate: HTML.slice(0, 16) }, project: { description: LONG } },
    });
    const desk = server.context.space('desk').store;
    await desk.write((tx) => tx.run('UPDATE organisations SET name = ?', `${HTML} ${LONG}`));
    await desk.write((tx) => tx.run('UPDATE people SET name = ?', `${HTML} ${LONG}`));
    for (const size of ['phone', 'laptop'] as const) {
      const one = await demo({ size });
      for (const place of [
        '/',
        '/tickets',
        `/tickets/${uuid}`,
        '/tickets/totals?by=customer',
        '/desk/organisations',
        '/me',
      ]) {
        await one.open(place);
        const wide = await one.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(wide <= 0, `${size} ${place}: ${wide} px too wide`);
        assert.equal(await one.page.locator('img[src="x"]').count(), 0);
      }
      assert.deepEqual(one.faults, []);
    }
  });

  test('a page that is open goes on when the server comes back', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/tickets');
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const { port } = new URL(server.url);
    await server.stop();
    await page.locator('.badge', { hasText: 'every 10 s' }).waitFor();
    const flags = { interfaces: 'project,weighing,operator,console', data: server.directory, port: Number(port) };
    server = replace(await startTestServer(flags));
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const uuid = await send('AFTER-1');
    await page.locator(`a[href$="${uuid}"]`).waitFor();
  });
});
