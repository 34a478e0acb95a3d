import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser } from 'playwright-core';
import { addressOf, beginSession, type ConsolePage, loaded, openConsole } from '../testing/console-page.ts';
import { FORMS, named, type Places, placesOf } from '../testing/forms.ts';
import { HTML } from '../testing/hostile-data.ts';
import { withConsole } from '../testing/with-console.ts';

// Texts that nobody expects, in every form of every page, on a phone: they run nothing, leave the layout as it was, are
// taken or refused in words, and stay in the form.

const skip = missingChromium();
/** They are typed one after the other; the last is sent. */
const TEXTS = {
  // Words of any length break nothing.
  'of 500 characters': `${`${HTML}${'Ä'.repeat(300)} ${'m '.repeat(250)}`.slice(0, 499)}!`,
  'of HTML, written from right to left': `${HTML} المشروع`,
};
const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=date], [type=number], [type=file], [disabled]), textarea';

describe('texts that nobody expects, in the form', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let places: Places;
  const pages: { in?: ConsolePage; out?: ConsolePage } = {};
  /** Those that are as they were loaded. */
  const reloaded = new Set<ConsolePage>();
  /** The changes that the pages asked for. */
  const sent: string[] = [];
  withConsole((running) => ({ server, browser } = running), {}, { sample: true, demoRecords: true });
  before(async () => {
    places = await placesOf(server, HTML);
    pages.in = await openConsole(browser, server, { size: 'phone' });
    await beginSession(pages.in, server);
    pages.out = await openConsole(browser, server, { size: 'phone' });
    for (const { page, faults } of [pages.in, pages.out]) {
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
      });
    }
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
  for (const [name, { at, press = [], within = 'dialog', send, isOpen = false }] of Object.entries(FORMS))
    test(name, async () => {
      const one = (isOpen ? pages.out : pages.in)!;
      const { page } = one;
      if (isOpen) await one.context.clearCookies();
      const place = typeof at === 'string' ? at : await at(places);
      // A page may have a dialog open, unless it was loaded again after that.
      if (reloaded.delete(one)) await one.open(place);
      else await page.goto(addressOf(server) + place);
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
        await loaded(page);
        return assertHarmless(one, 'looked for');
      }
      const button = form.getByRole('button', { name: send, exact: true });
      // Twice, as fast as a hand can.
      sent.length = 0;
      if (await button.isEnabled()) await button.dblclick();
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
      assert.deepEqual(sent, [...new Set(sent)], 'sent once');
      // If the server has taken it, the page shows it.
      await page.reload();
      await page.locator('h1').first().waitFor();
      await loaded(page);
      await assertHarmless(one, 'shown');
      reloaded.add(one);
    });
});
