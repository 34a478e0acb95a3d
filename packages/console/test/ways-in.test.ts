import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Company } from '@fieldbridge/server/testing/company.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { addressOf, type ConsolePage, type KeptPages, openConsole } from '../testing/console-page.ts';
import { withConsole } from '../testing/with-console.ts';

// How people get in: asked for, approved, invited with a passkey; through their company; and what a hasty hand does.

const skip = missingChromium();
/** What the form takes for the speed of a robot. */
const SOONEST_MS = 2000;

/** What matters here of an organisation or a credential. */
interface Listed {
  readonly id: string;
  readonly name: string;
}

describe('ways in', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  const open = (): Promise<ConsolePage> => kept.stranger();
  let kept: KeptPages;
  const demo = (): Promise<ConsolePage> => kept.lend();
  withConsole((running) => ({ server, browser, kept } = running), {
    interfaces: 'project,conversion,operator,console',
  });

  const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true });

  /** A device that makes passkeys without asking anybody. */
  async function giveDevice({ context, page }: ConsolePage): Promise<void> {
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
  }

  test('asked for with the form, approved, invited, a passkey; and the credential gives a token', async () => {
    const stranger = await open();
    await stranger.page.goto(`${addressOf(server)}/`);
    await stranger.page.getByRole('link', { name: 'Ask for access' }).click();
    await stranger.page.getByLabel('Access to').selectOption('project-sandbox');
    await stranger.page.getByLabel('Organisation').fill('Polder Works');
    await stranger.page.getByLabel('Email').fill('ada@example.org');
    // A person needs longer than that; a robot is refused.
    await stranger.page.waitForTimeout(SOONEST_MS);
    await button(stranger.page, 'Send').click();
    await stranger.page.locator('h1', { hasText: 'Request received' }).waitFor();

    const desk = await demo();
    await desk.open('/desk/requests');
    await button(desk.page.locator('.card', { hasText: 'Polder Works' }), 'Approve').click();
    await button(desk.page.locator('dialog'), 'Approve').click();
    // No mail server is set up here: the letter is for the desk to send, and shown once.
    const letter = await desk.page.locator('.secret code').innerText();
    await button(desk.page, 'I have kept it').click();
    await desk.page.getByText('There are no such requests').waitFor();
    const [, clientId] = /Client ID: +(\S+)/.exec(letter) ?? [];
    const [collect] = /http\S+collections\S+/.exec(letter) ?? [];
    await stranger.page.goto(collect!.replace('127.0.0.1', 'localhost'));
    await stranger.page.getByRole('button').click();
    const [clientSecret] = /fbcs_[\w-]+/.exec(await stranger.page.locator('body').innerText()) ?? [];
    const token = await fetch(`${server.url}/project/v1/sandbox/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id: clientId!, client_secret: clientSecret! },
      }),
    });
    assert.equal(token.status, 200, await token.text());

    await desk.open('/desk/people');
    await button(desk.page, 'Add a person').click();
    await desk.page.getByLabel('Name').fill('Ada');
    await desk.page.getByLabel('E-mail address').fill('ada@example.org');
    await desk.page.getByLabel('Organisation').selectOption({ label: 'Polder Works' });
    await desk.page.getByLabel('Manager').last().check();
    await button(desk.page, 'Save').click();
    await button(desk.page.locator('.card', { hasText: 'Ada' }), 'Invite').click();
    await button(desk.page.locator('dialog'), 'Invite').click();
    const invitation = (await desk.page.locator('.secret code').innerText()).replace('127.0.0.1', 'localhost');

    // Its device stays with it.
    const ada = await openConsole(browser, server);
    await giveDevice(ada);
    await ada.page.goto(invitation);
    await button(ada.page, 'Make a passkey').click();
    await ada.page.locator('h1', { hasText: 'Welcome, Ada' }).waitFor();
    await ada.context.clearCookies();
    await ada.page.goto(addressOf(server));
    await button(ada.page, 'Sign in with a passkey').click();
    await ada.page.locator('h1', { hasText: 'Welcome, Ada' }).waitFor();
    assert.deepEqual([...stranger.faults, ...desk.faults, ...ada.faults], []);
  });

  test('with the company, whose groups decide on the roles, until the company ends it', async () => {
    await using company = await Company.open(`${addressOf(server)}/console/v1/company/callback`);
    const desk = await demo();
    await desk.open('/desk/organisations');
    await button(desk.page, 'Add an organisation').click();
    await desk.page.getByLabel('Name').fill('Quay Company');
    await button(desk.page.locator('dialog'), 'Add an organisation').click();
    const card = desk.page.locator('section', { hasText: 'Company sign-in' });
    await button(card, 'Set up').click();
    const form = desk.page.locator('dialog');
    await form.getByLabel('Address of the OpenID provider').fill(company.issuer);
    await form.getByLabel('client_id').fill(company.client.clientId);
    await form.getByLabel('client_secret').fill(company.client.clientSecret);
    await form.getByLabel('Group', { exact: true }).fill('surveyors');
    await form.getByLabel('Surveyor: jobs').check();
    await button(form, 'Save').click();
    const address = await card.locator('dd code').first().innerText();

    company.groups.set('ben', ['surveyors']);
    const ben = await open();
    await ben.page.goto(address.replace('127.0.0.1', 'localhost'));
    await ben.page.locator('input[name=login]').fill('ben');
    await ben.page.locator('input[name=password]').fill('any');
    await ben.page.locator('button[type=submit]').click();
    await ben.page.locator('button[type=submit]', { hasText: 'Continue' }).click();
    await ben.page.locator('h1', { hasText: 'Welcome, ben of the company' }).waitFor();

    const organisation = address.split('/').at(-1);
    const ended = await fetch(`${server.url}/console/v1/company/${organisation}/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: await company.logoutToken('ben') }),
    });
    assert.equal(ended.status, 204);
    // Not a click of the mouse: the page may have noticed by itself, and the dialog is in front then.
    await ben.page.locator('header.bar a', { hasText: 'Jobs' }).dispatchEvent('click');
    await ben.page.locator('dialog', { hasText: 'Your session has ended' }).waitFor();
    assert.deepEqual(desk.faults, []);
  });

  test('by a link to one job, for somebody without any access, until it is taken back', async () => {
    const owner = await demo();
    const headers = {
      ...{ 'x-clientid': server.demo.conversion.clientId, 'x-clientsecret': server.demo.conversion.clientSecret },
      'content-type': 'application/json',
    };
    const at = `${server.url}/conversion/job`;
    const made = await fetch(`${at}/mjf`, { method: 'POST', headers, body: '{"name":"Quay wall"}' });
    const { jobId } = (await made.json()) as { jobId: string };
    const points = 'name,northing,easting,elevation,code\nA,5000,1000,12.3,KERB\nB,5010,1010,12.2,TREE\n';
    await fetch(`${at}/${jobId}/csv?filename=points.csv`, { method: 'PUT', headers, body: points });
    await fetch(`${at}/${jobId}/status?wait=60`, { headers });
    await owner.open(`/jobs/${jobId}`);
    await button(owner.page, 'Share').click();
    const dialog = owner.page.locator('dialog');
    await dialog.getByLabel('Until it expires').selectOption({ label: '7 days' });
    await dialog.getByLabel('The job may also be downloaded').check();
    await button(dialog, 'Make a link').click();
    const link = (await owner.page.locator('.secret code').innerText()).replace('127.0.0.1', 'localhost');
    await button(owner.page, 'I have kept it').click();

    const guest = await open();
    await guest.page.goto(link);
    await guest.page.locator('h1', { hasText: 'Quay wall' }).waitFor();
    await guest.page.locator('fieldbridge-view canvas').first().waitFor();
    assert.equal(new URL(guest.page.url()).hash, '', 'the secret is in no history');
    assert.deepEqual(await guest.violations(), []);
    await guest.page.getByRole('link', { name: 'Contents' }).click();
    await guest.page.locator('.kinds', { hasText: '2 points' }).first().waitFor();
    await guest.page.getByRole('link', { name: 'Check' }).click();
    await guest.page.locator('.card, .empty').first().waitFor();
    assert.deepEqual(await guest.violations(), []);
    await guest.page.getByRole('link', { name: 'Export' }).click();
    const card = guest.page.locator('.card', { hasText: 'GeoJSON' });
    const [download] = await Promise.all([
      guest.page.waitForEvent('download'),
      card.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Quay wall.geojson');
    assert.deepEqual(await guest.violations(), []);
    await guest.page.reload();
    await guest.page.locator('h1', { hasText: 'Quay wall' }).waitFor();

    await button(owner.page, 'Share').click();
    await dialog.getByText('viewing and downloading').waitFor();
    assert.deepEqual(await owner.violations(), []);
    await button(dialog, 'Revoke').click();
    await owner.page.locator('dialog').last().getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('Nobody has a link').waitFor();
    await guest.page.reload();
    await guest.page.getByText('was revoked').waitFor();
    assert.deepEqual([...owner.faults, ...guest.faults], []);
  });

  const enter = async (field: Locator): Promise<void> => {
    await field.focus();
    // Of the keyboard, not of the field: that one waits for the field, which the first press may close.
    const { keyboard } = field.page();
    await Promise.all([keyboard.press('Enter'), keyboard.press('Enter')]);
  };
  for (const [how, press] of [
    ['a double click', (_field: Locator, yes: Locator) => yes.dblclick()],
    ['two presses of Enter', enter],
  ] as const) {
    test(`${how} adds one organisation, one credential`, async () => {
      const one = await demo();
      const { page } = one;
      const name = `Once by ${how}`;
      await one.open('/desk/organisations');
      await button(page, 'Add an organisation').click();
      const dialog = page.locator('dialog');
      await dialog.getByLabel('Name').fill(name);
      await press(dialog.getByLabel('Name'), button(dialog, 'Add an organisation'));
      await page.locator('h1', { hasText: name }).waitFor();
      await button(page, 'Issue a credential').click();
      await press(dialog.getByLabel('Label'), button(dialog, 'Issue a credential'));
      await page.locator('.secret').first().waitFor();
      // One that comes too late does not take away what is shown only once.
      await page.keyboard.press('Enter');
      await button(page, 'I have kept it').click();
      const ask = async (path: string): Promise<Listed[]> =>
        ((await (await page.request.get(`${addressOf(server)}/operator/v1${path}`)).json()) as { items: Listed[] })
          .items;
      const made = (await ask('/organisations')).filter((each) => each.name === name);
      assert.equal(made.length, 1);
      assert.equal((await ask(`/organisations/${made[0]!.id}/credentials`)).length, 1);
      assert.deepEqual(one.faults, []);
    });
  }
});
