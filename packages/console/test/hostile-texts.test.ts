import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { addressOf, type ConsolePage, openConsole, signInAsDemo } from '../testing/console-page.ts';
import { sendTicket } from '../testing/send-ticket.ts';

// Texts that nobody expects, in every form of every page, on a phone: they run nothing, leave the layout as it was, are
// taken or refused in words, and stay in the form.

const skip = missingChromium();
const HTML = '<img src=x onerror="hit=1">"\'&amp;\u202e';
/** They are typed one after the other; the last is sent. */
const TEXTS = {
  // Words of any length break nothing.
  'of 500 characters': `${`${HTML}${'Ä'.repeat(300)} ${'m '.repeat(250)}`.slice(0, 499)}!`,
  'of HTML, written from right to left': `${HTML} المشروع`,
};
const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=date], [type=number], [type=file], [disabled]), textarea';

/** A form: where it is, and what opens it. */
interface Form {
  /** A path, or what makes one. */
  readonly at: string | ((place: Places) => string | Promise<string>);
  /** Names of the buttons or summaries that are pressed, one after another. */
  readonly press?: readonly string[];
  /** What encloses its fields; a dialog unless stated. */
  readonly within?: string;
  /** The button that sends it; without one, what is typed is looked for. */
  readonly send?: string;
  /** Nobody is signed in. */
  readonly isOpen?: boolean;
}

/** Things of the demonstration that have pages. */
interface Places {
  readonly organisation: string;
  readonly job: string;
  readonly invitation: () => Promise<string>;
  readonly ticket: () => Promise<string>;
}

const organisation = ({ organisation }: Places): string => organisation;
const ticket = ({ ticket }: Places): Promise<string> => ticket();
const FORMS: Readonly<Record<string, Form>> = {
  'to sign in': { at: '/sign-in', within: 'form', send: 'Sign in', isOpen: true },
  'of an invitation': {
    ...{ at: ({ invitation }) => invitation(), within: '.alone', send: 'Set the password and sign in', isOpen: true },
  },
  'of the search': { at: '/', press: ['Find and go anywhere (Ctrl K)'] },
  'of the list of jobs': { at: '/jobs', within: 'main' },
  'of an export': { at: ({ job }) => `${job}?tab=export`, press: ['Export …'], send: 'Download' },
  'of the formats': { at: ({ job }) => `${job}?tab=export`, within: 'main' },
  'of a comparison': { at: ({ job }) => `${job}?tab=compare`, within: 'main' },
  'of the filters of tickets': { at: '/tickets', press: ['Filters'], within: 'main' },
  'of the filters of totals': { at: '/tickets/totals', press: ['Filters'], within: 'main' },
  'of a correction': { at: ticket, press: ['Correct'], send: 'Correct' },
  'of a deletion': { at: ticket, press: ['Delete'], send: 'Delete' },
  'of a settlement': { at: '/tickets/findings', press: ['Settle'], send: 'Settle' },
  'of a project': { at: '/projects', press: ['Add a project'], send: 'Save' },
  'of the filters of projects': { at: '/projects', within: 'main' },
  'of a declined request': { at: '/desk/requests', press: ['Decline'], send: 'Decline' },
  'of an organisation': { at: '/desk/organisations', press: ['Add an organisation'], send: 'Add an organisation' },
  'of a credential': { at: organisation, press: ['Issue a credential'], send: 'Issue a credential' },
  'of a company': { at: organisation, press: ['Set up'], send: 'Save' },
  'of quotas': { at: organisation, press: ['Change'], send: 'Save' },
  'of a weigh bridge': { at: organisation, press: ['Weigh bridge'], send: 'Save' },
  'of a division': { at: organisation, press: ['Division'], send: 'Save' },
  'of a person': { at: '/desk/people', press: ['Add a person'], send: 'Save' },
  'of a webhook': { at: '/developer/webhooks', press: ['Add a webhook'], send: 'Add a webhook' },
  'of an operation': { at: '/developer/try?operation=GET%20%2Fweighing', within: 'main', send: 'Send' },
  'of the body of an operation': { at: '/developer/try?operation=POST%20%2Fweighing', within: 'main', send: 'Send' },
  'of a password': { at: '/me', press: ['Choose another password'], send: 'Save' },
};

describe('texts that nobody expects, in the form', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let places: Places;
  const pages: { in?: ConsolePage; out?: ConsolePage } = {};
  before(async () => {
    server = await startTestServer({}, { sample: true, demoRecords: true });
    browser = await startBrowser();
    const { people, links } = server.context.people;
    const { personId } = server.demo.console;
    const { organisationId } = await people.change('test', personId, { email: 'demo@example.org' });
    pages.in = await openConsole(browser, server, { size: 'phone' });
    await signInAsDemo(pages.in, server);
    pages.out = await openConsole(browser, server, { size: 'phone' });
    for (const { page, faults } of [pages.in, pages.out])
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
    let tickets = 0;
    let invited = 0;
    places = {
      organisation: `/desk/organisations/${organisationId}`,
      job: `/jobs/${server.demo.conversion.sampleJobId}`,
      async invitation() {
        const person = await people.add('test', {
          ...{
            organisationId,
            name: HTML,
            email: `h-${++invited}@example.org`,
            language: 'en',
            deskRole: null,
            roles: {},
            weighBridges: [],
          },
        });
        return `/welcome#token=${(await links.make(person.id, 'invitation')).token}`;
      },
      ticket: async () => `/tickets/${await sendTicket(server, `H-${++tickets}`)}`,
    };
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Nothing is wider than the page, nothing ran. */
  async function assertHarmless({ page, faults }: ConsolePage, when: string): Promise<void> {
    const wide = await page.evaluate<number[]>(`[document.documentElement, ...document.querySelectorAll('dialog')]
      .map((one) => one.scrollWidth - one.clientWidth)`);
    assert.ok(
      wide.every((pixels) => pixels <= 0),
      `${when}: ${wide} pixels too wide`,
    );
    assert.equal(await page.locator('img[src="x"]').count(), 0, when);
    assert.equal(await page.evaluate<boolean>('"hit" in window'), false, when);
    assert.deepEqual(faults, [], when);
  }
  const named = (page: Page, name: string): Locator =>
    page.getByRole('button', { name, exact: true }).or(page.locator('summary', { hasText: name }));

  for (const [name, { at, press = [], within = 'dialog', send, isOpen = false }] of Object.entries(FORMS))
    test(name, async () => {
      const one = (isOpen ? pages.out : pages.in)!;
      const { page } = one;
      if (isOpen) await one.context.clearCookies();
      const place = addressOf(server) + (typeof at === 'string' ? at : await at(places));
      // A new page, because the one before may have a dialog open.
      await page.goto('about:blank');
      await page.goto(place);
      for (const button of press) await named(page, button).first().click();
      const form = page.locator(within).last();
      const fields = form.locator(FIELDS).filter({ visible: true });
      await fields.first().waitFor();
      let typed = '';
      for (const [kind, text] of Object.entries(TEXTS)) {
        for (const field of await fields.all()) await field.fill(text);
        // A field takes as much as it may.
        typed = await fields.first().inputValue();
        assert.ok(text.startsWith(typed) && typed.length > HTML.length - 1, typed);
        await assertHarmless(one, `typed, ${kind}`);
      }
      if (send === undefined) {
        await fields.first().press('Enter');
        await page.locator('.loading').waitFor({ state: 'detached' });
        return assertHarmless(one, 'looked for');
      }
      const button = form.getByRole('button', { name: send, exact: true });
      if (await button.isEnabled()) await button.click();
      // Refused by the form, by the server, or taken: then it is gone, or has an answer.
      await page
        .locator(
          `:is(${within}) :is(:invalid, [aria-invalid=true], .problem, button:disabled[aria-busy=false]), .secret, section[aria-live]`,
        )
        .or(page.locator(`body:not(:has(${within}))`))
        .first()
        .waitFor({ state: 'attached' });
      if (await button.isVisible()) assert.equal(await fields.first().inputValue(), typed, 'what was typed stays');
      await assertHarmless(one, 'sent');
      // If the server has taken it, the page shows it.
      await page.reload();
      await page.locator('h1').first().waitFor();
      await page.locator('.loading').waitFor({ state: 'detached' });
      await assertHarmless(one, 'shown');
    });
});
