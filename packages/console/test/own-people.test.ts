import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { signInAtDesk } from '@fieldbridge/server/testing/browser.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import { beginSession, type ConsolePage, type KeptPages } from '../testing/console-page.ts';
import { withConsole } from '../testing/with-console.ts';

// The people of an organisation, in the hands of its manager.

const skip = missingChromium();
const PASSWORD = 'gravel under the moon';
const MANAGER = { 'weighing-production': ['manager'], 'weighing-sandbox': ['manager'] } as const;

describe('the people of an organisation', { skip }, () => {
  let server: TestServer;
  let kept: KeptPages;
  let organisationId: string;
  withConsole((running) => ({ server, kept } = running), { interfaces: 'project,weighing,operator,console' });
  before(async () => {
    const { people } = server.context.people;
    organisationId = (await people.require(server.demo.console.personId)).organisationId!;
  });

  const add = (name: string, roles: Record<string, readonly string[]>) =>
    server.context.people.people.add('test', {
      ...{ organisationId, name, email: null, language: 'en', deskRole: null, weighBridges: [] },
      roles: roles as never,
    });
  async function enter(id: string, size: 'phone' | 'laptop' = 'laptop'): Promise<ConsolePage> {
    const one = await kept.stranger({ size });
    await beginSession(one, server, id);
    return one;
  }

  test('a manager adds somebody, passes the invitation on, changes the roles and removes the person', async () => {
    const { id } = await add('Mary', MANAGER);
    await add('Surveyor Sam', { conversion: ['surveyor'] });
    const mary = await enter(id);
    const { page } = mary;
    await mary.open('/');
    await page.locator('header.bar').getByRole('link', { name: 'People' }).click();
    await page.locator('h1', { hasText: 'People' }).waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.locator('dialog');
    assert.equal(await dialog.getByLabel('Organisation').count(), 0);
    assert.equal(await dialog.getByLabel(/Surveyor/).count(), 0, 'no role above the own ones');
    await dialog.getByLabel('Name').fill('Grace');
    await dialog.getByLabel('E-mail address').fill('grace@example.org');
    await dialog.getByLabel('Weigh bridge: tickets').last().check();
    await dialog.getByRole('group', { name: 'Only these' }).getByRole('checkbox').first().check();
    assert.deepEqual(await mary.violations(), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const card = page.locator('.card', { hasText: 'grace@example.org' });
    await card.waitFor();
    const [bridge, ...others] = (await server.context.people.people.byEmail('grace@example.org'))!.weighBridges;
    assert.ok(server.demo.weighing.locationIds.includes(bridge!) && others.length === 0);
    await card.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Weigh bridge: tickets').last().uncheck();
    await dialog.getByLabel('Weigh bridge: tickets').first().check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { roles } = (await server.context.people.people.byEmail('grace@example.org'))!;
    assert.deepEqual(roles, { 'weighing-production': ['bridge'], 'weighing-sandbox': [] });
    await card.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const invitation = (await page.locator('.secret code').innerText()).replace('127.0.0.1', 'localhost');
    await page.getByRole('button', { name: 'I have kept it' }).click();

    const grace = await kept.stranger();
    await grace.page.goto(invitation);
    await grace.page.getByLabel('Choose a password').fill(PASSWORD);
    await grace.page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await grace.page.locator('h1', { hasText: 'Welcome, Grace' }).waitFor();
    assert.equal(await grace.page.getByRole('link', { name: 'People' }).count(), 0);
    assert.equal((await grace.page.getByRole('link', { name: 'Tickets' }).count()) > 0, true);

    await card.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await card.waitFor({ state: 'detached' });
    // Somebody with more rights is seen, and left alone.
    const sam = page.locator('.card', { hasText: 'Surveyor Sam' });
    assert.equal(await sam.getByRole('button').count(), 0);
    assert.deepEqual([...mary.faults, ...grace.faults], []);
  });

  test('the last manager stays one, and what was typed stays in the form', async () => {
    const desk = await signInAtDesk(server);
    const { body: made } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Lone works' });
    const person = await server.context.people.people.add('test', {
      ...{ organisationId: made.id, name: 'Lone', email: null, language: 'en', deskRole: null, weighBridges: [] },
      roles: MANAGER as never,
    });
    const lone = await enter(person.id, 'phone');
    const { page } = lone;
    await lone.open('/people');
    assert.deepEqual(await lone.violations(), []);
    await page.locator('.card', { hasText: 'Lone' }).getByRole('button', { name: 'Change' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Name').fill('Lone Ranger');
    const checked = dialog.locator('input[type=checkbox]:checked');
    while ((await checked.count()) > 0) await checked.first().uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('is the last manager').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Lone Ranger');
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(wide <= 0, `${wide} px too wide`);
    assert.deepEqual(lone.faults, []);
  });
});
