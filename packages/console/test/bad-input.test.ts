import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import {
  addressOf,
  beginSession,
  type ConsolePage,
  type KeptPages,
  openConsole,
  signInAsDemo,
} from '../testing/console-page.ts';
import { PLACES } from '../testing/places.ts';
import { sendTicket } from '../testing/send-ticket.ts';
import { withConsole } from '../testing/with-console.ts';

// What can go wrong around a page: hasty hands, two tabs, a server that is slow or full, a role that is taken away.

const skip = missingChromium();
const DRAWING = '0\nSECTION\n2\nENTITIES\n0\nPOINT\n8\nwall\n10\n1\n20\n2\n0\nENDSEC\n0\nEOF\n';
const FILE = { name: 'wall.dxf', mimeType: 'application/dxf', buffer: Buffer.from(DRAWING) };
/** Who comes in: their roles, the parts that these open, the pages within them that they do not, where they may add. */
const PERSONS = {
  surveyor: [{ conversion: ['surveyor'] }, null, ['jobs', 'developer'], ['/developer/webhooks'], ['/jobs']],
  'bridge operator': [
    { 'weighing-sandbox': ['bridge'], 'weighing-production': ['bridge'] },
    null,
    ['tickets', 'developer'],
    ['/developer/webhooks', '/tickets/totals', '/tickets/import'],
    [],
  ],
  manager: [
    {
      ...{ conversion: ['manager'], 'weighing-sandbox': ['manager'], 'weighing-production': ['manager'] },
      ...{ 'project-sandbox': ['manager'], 'project-production': ['manager'] },
    },
    null,
    ['jobs', 'tickets', 'projects', 'people', 'developer'],
    ['/developer/webhooks', '/jobs/new'],
    ['/tickets', '/projects'],
  ],
  developer: [
    { 'weighing-sandbox': ['developer'], 'project-sandbox': ['developer'] },
    null,
    ['tickets', 'projects', 'developer'],
    [],
    ['/tickets', '/projects', '/developer/webhooks'],
  ],
  desk: [{}, 'desk', ['desk', 'developer'], ['/developer/webhooks', '/desk/audit'], []],
  auditor: [
    ...[{}, 'auditor', ['jobs', 'tickets', 'projects', 'desk', 'system', 'developer']],
    ...[['/jobs/new', '/tickets/import'], []],
  ],
} as const;
/** What adds something on a page. */
const ADDING: Readonly<Record<string, string>> = {
  ...{ '/jobs': 'Convert files', '/tickets': 'Import a CSV', '/projects': 'Add a project' },
  '/developer/webhooks': 'Add a webhook',
};
const PARTS = ['jobs', 'tickets', 'projects', 'people', 'desk', 'system', 'developer'];
const isPart = (name: string): boolean => PARTS.includes(name);
/** Somebody of the desk has to choose an organisation before these. */
const OF_ORGANISATION = /^\/(?:jobs|tickets|projects|developer\/webhooks)/;

describe('bad input of the console', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let kept: KeptPages;
  withConsole((running) => ({ server, browser, kept } = running));

  /** A browser of its own, for what ends its session. */
  const own = async (): Promise<ConsolePage> => {
    const one = await openConsole(browser, server);
    await beginSession(one, server);
    return one;
  };
  const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true });
  async function somebody(name: string, roles: object, deskRole: 'desk' | 'auditor' | null): Promise<string> {
    const { people } = server.context.people;
    const { organisationId } = await people.require(server.demo.console.personId);
    const person = await people.add('test', {
      ...{ name, email: null, language: 'en', deskRole, roles: roles as never, weighBridges: [] },
      organisationId: deskRole === null ? organisationId : null,
    });
    return person.id;
  }
  async function enter(id: string): Promise<ConsolePage> {
    const one = await kept.stranger();
    await beginSession(one, server, id);
    return one;
  }

  test('a role that is taken away while its page is open: said at once, and the page closes', async () => {
    const id = await somebody('Sam', { conversion: ['surveyor'] }, null);
    const one = await enter(id);
    const { page } = one;
    await one.open('/jobs/new');
    const { people } = server.context.people;
    await people.change('test', id, { roles: {} });
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.locator('h1', { hasText: 'not for your roles' }).waitFor();
    assert.equal(await page.locator('header.bar nav').getByRole('link', { name: 'Jobs' }).count(), 0);
    assert.deepEqual(await one.violations(), []);
  });

  describe('every page with every role', () => {
    for (const [name, [roles, deskRole, open, closed, adds]] of Object.entries(PERSONS))
      test(`${name}: what is offered opens, what is not says so`, async () => {
        const one = await enter(await somebody(name, roles, deskRole));
        const { page } = one;
        await one.open('/');
        const links = page.locator('header.bar nav a');
        const offered = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        assert.deepEqual(offered.slice(1), open);
        for (const place of [...PLACES, '/people']) {
          const part = place.split('/')[1]!;
          const isOpen =
            (!isPart(part) || (open as readonly string[]).includes(part)) &&
            !(closed as readonly string[]).includes(place);
          // Other pages of a closed part are closed by the same line.
          if (!isOpen && place.split('/').length > 2 && !(closed as readonly string[]).includes(place)) continue;
          await one.open(place);
          const isClosed = (await page.locator('h1', { hasText: 'not for your roles' }).count()) > 0;
          assert.equal(isClosed, !isOpen, place);
          const isUnchosen = (await page.locator('h1', { hasText: 'No organisation is chosen' }).count()) > 0;
          assert.equal(isUnchosen, isOpen && name === 'auditor' && OF_ORGANISATION.test(place), place);
          assert.deepEqual(await page.locator('main .problem').allInnerTexts(), [], place);
          const adding = ADDING[place];
          if (isOpen && adding !== undefined) {
            const found = page.locator('main').locator('a, button').filter({ hasText: adding });
            assert.equal((await found.count()) > 0, (adds as readonly string[]).includes(place), `${place}: ${adding}`);
          }
          // Two such pages in a row are the same one to the browser.
          if (isClosed || isUnchosen) await one.open('/me');
        }
        assert.deepEqual(one.faults, []);
      });
  });

  test('an auditor looks at an organisation, and is offered no change', async () => {
    const uuid = await sendTicket(server, 'A-1', { tareWeight: { quantity: -1, unit: 't' } });
    const one = await enter(await somebody('Olga', {}, 'auditor'));
    const { page } = one;
    await one.open('/desk/organisations');
    await page.locator('tbody a').first().click();
    await button(page, 'Work for this organisation').click();
    for (const place of ['/', '/jobs', '/tickets', '/tickets/findings', `/tickets/${uuid}`, '/projects']) {
      await one.open(place);
      const offered = await page.locator('main').locator('button, .button').allInnerTexts();
      const changes = offered.filter((text) => !/^(?:Print|Save as|Close|A-1$)/.test(text));
      assert.deepEqual(changes, [], place);
    }
    assert.deepEqual(one.faults, []);
  });

  test('webhooks are offered only to somebody who may see them', async () => {
    const one = await enter(await somebody('Sasha', { conversion: ['surveyor'] }, null));
    await one.open('/developer');
    await one.page.locator('main h1').waitFor();
    assert.equal(await one.page.getByRole('link', { name: 'Webhooks' }).count(), 0);
    await one.open('/developer/webhooks');
    await one.page.locator('h1', { hasText: 'not for your roles' }).waitFor();
    const other = await enter(await somebody('Dana', { conversion: ['developer'] }, null));
    await other.open('/developer');
    await other.page.getByRole('link', { name: 'Webhooks' }).click();
    await other.page.locator('main', { hasText: 'No webhook is set up' }).waitFor();
    assert.deepEqual(await other.page.locator('main select option').allTextContents(), ['Jobs']);
    assert.deepEqual([...one.faults, ...other.faults], []);
  });

  describe('a double click on every button', () => {
    let one: ConsolePage;
    let sent: string[] = [];
    before(async () => {
      one = await own();
      one.page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
      });
    });
    after(() => one?.context.close());
    for (const place of PLACES)
      test(`of ${place} sends nothing twice`, async () => {
        const { page } = one;
        await one.open(place);
        sent = [];
        const buttons = page.locator('main button:visible:enabled');
        const seen = new Set<string>();
        for (let i = 0; i < (await buttons.count()); i++) {
          // Those of a list with the same label are one button of the source.
          const label = await buttons.nth(i).innerText();
          if (label !== '' && seen.has(label)) continue;
          seen.add(label);
          await buttons.nth(i).dblclick();
          // Some dialogs open when their data is there.
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
          await page.keyboard.press('Escape');
          if (new URL(page.url()).pathname !== place) await one.open(place);
        }
        assert.deepEqual(sent, [...new Set(sent)]);
        assert.deepEqual(one.faults, []);
      });
  });

  test('two tabs: who signs out in one is out in the other, and in again in both', async () => {
    const one = await enter(server.demo.console.personId);
    const other = await one.context.newPage();
    await one.open('/projects');
    await other.goto(`${addressOf(server)}/jobs`);
    await other.locator('h1', { hasText: 'Jobs' }).waitFor();
    await one.page.locator('.menu summary').click();
    await button(one.page, 'Sign out').click();
    for (const page of [one.page, other]) await button(page, 'Sign in').waitFor();
    await signInAsDemo({ ...one, page: await one.context.newPage() }, server);
    await other.locator('h1', { hasText: 'Jobs' }).waitFor();
    // The token of the new session is known to the tab that was there before.
    await one.page.locator('h1', { hasText: 'Welcome' }).waitFor();
    await one.open('/projects');
    await button(one.page, 'Add a project').click();
    await one.page.locator('dialog').getByLabel('Number', { exact: true }).fill('T-2');
    await one.page.locator('dialog').getByLabel('Name').fill('Two tabs');
    await button(one.page.locator('dialog'), 'Save').click();
    await one.page.locator('tbody', { hasText: 'Two tabs' }).waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('two tabs: both are live, and the second one still is when the first is closed', async () => {
    const one = await own();
    await one.open('/tickets');
    const other = await one.context.newPage();
    await other.goto(`${addressOf(server)}/tickets`);
    const isLive = (page: Page): Locator => page.locator('.badge', { hasText: 'live' });
    for (const page of [one.page, other]) await isLive(page).waitFor();
    await sendTicket(server, 'TABS-1');
    for (const page of [one.page, other]) await page.locator('tbody', { hasText: 'TABS-1' }).waitFor();
    await one.page.close();
    // Sent at once, it may be before the stream of the second tab begins.
    await sendTicket(server, 'TABS-2');
    await other.locator('tbody', { hasText: 'TABS-2' }).waitFor();
    await isLive(other).waitFor();
    assert.deepEqual(one.faults, []);
    await one.context.close();
  });

  test('a disk that is full: said in words, the file stays, and it is sent again when there is room', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/jobs/new');
    const { disk } = server.context;
    const room = disk.require.bind(disk);
    disk.require = () => room(Number.MAX_SAFE_INTEGER);
    await page.locator('input[type=file]').setInputFiles(FILE);
    const problem = page.locator('main .problem');
    await problem.getByText('The disk of the server is nearly full').waitFor();
    assert.match(await problem.innerText(), /disk-full/);
    assert.deepEqual(await one.violations(), []);
    disk.require = room;
    await button(problem, 'Try again').click();
    await button(page, 'Import the file').waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('a slow server: what is under way says so, is not begun twice, and is done when the answer comes', async () => {
    const one = await kept.lend();
    const { page } = one;
    await one.open('/projects');
    const held: Route[] = [];
    await page.route('**/project/v1/sandbox/projects', (route) =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    );
    await button(page, 'Add a project').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('S-1');
    await dialog.getByLabel('Name').fill('Slow');
    await button(dialog, 'Save').dblclick();
    await dialog.locator('button[aria-busy=true]').waitFor();
    await dialog.getByLabel('Name').press('Enter');
    assert.equal(held.length, 1);
    await held[0]!.continue();
    await page.locator('tbody', { hasText: 'Slow' }).waitFor();
    assert.equal(held.length, 1);
    assert.deepEqual(one.faults, []);
  });
});
