import { addressOf, openConsole } from '@fieldbridge/console/testing/console-page.ts';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { launchBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, Page } from 'playwright-core';
import type { Measurement } from '../../row.ts';

/** Somebody at the console of a demonstration, in Chromium on the machine of the server. */
export class Person {
  readonly server: TestServer;
  readonly #browser: Browser;

  private constructor(server: TestServer, browser: Browser) {
    this.server = server;
    this.#browser = browser;
  }

  /** With a converter that waits, as by default. */
  static async start(): Promise<Person> {
    const server = await startTestServer({ warmConverters: 1 }, { sample: true, demoRecords: true });
    return new Person(server, await launchBrowser());
  }

  /** The address of a page. @param path beginning with `/` */
  at(path: string): string {
    return addressOf(this.server) + path;
  }

  /** Measures in a new profile of the browser: signed in, and no file of the console is stored yet. */
  async inPage(measure: (page: Page) => Promise<Measurement>): Promise<Measurement> {
    const { page, context } = await openConsole(this.#browser, this.server);
    try {
      const { token } = await this.server.context.people.links.make(this.server.demo.console.personId, 'sign-in');
      const data = { method: 'link', token };
      const answer = await context.request.post(this.at('/console/v1/session'), { data });
      if (!answer.ok()) throw new Error(await answer.text());
      return await measure(page);
    } finally {
      await context.close();
    }
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.server[Symbol.asyncDispose]();
  }
}

/** Milliseconds from the start of a page until an expression about it is true, looked at before each frame. */
export function timeOf(page: Page, isThere: string): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    const look = () => ((${isThere}) ? done(performance.now()) : requestAnimationFrame(look));
    look();
  })`);
}
