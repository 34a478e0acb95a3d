import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { violationsOf } from '@fieldbridge/viewer/testing/axe.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Widths and heights at which pages are looked at. */
export const SIZES = { phone: [360, 740], laptop: [1280, 800], wide: [3840, 2160] } as const;

/** Looks at a page that is loading, before its test goes on without it. */
const MOST_LOOKS = 200;
/** Looks for the next page, before it is loaded from its address instead. */
const MOST_LOOKS_FOR_NEXT = 500;

/** A page at which others rest. With another policy, or of another site, the next one would start another process. */
const NOTHING = { contentType: 'text/html', headers: { 'cross-origin-opener-policy': 'same-origin' }, body: '' };

/** How a page is opened. */
export interface PageOptions {
  readonly size?: keyof typeof SIZES;
  readonly dark?: boolean;
  readonly locale?: string;
}

/** A browser of one person, with everything that went wrong in it. */
export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, refusals of the content security policy, requests to other hosts. */
  readonly faults: string[];
  /** Opens a place of the console, as a link of the page does if there is one, and waits until it has loaded. */
  open(path: string): Promise<void>;
  /** Shows the page at another size, in light or dark. */
  look(size: keyof typeof SIZES, colours: 'light' | 'dark'): Promise<void>;
  /**
   * What a checker of accessibility finds on the page.
   * @param kind only rules about that
   * @param within selector of the parts that are looked at
   */
  violations(kind?: 'colours', within?: string): Promise<string[]>;
}

/** Waits until no part of a page says that it is loading. */
export const loaded = (page: Page): Promise<void> =>
  page.locator('body:not(:has(.loading))').waitFor({ state: 'attached' });

/** The address of a test's server as browsers see it: passkeys and secure contexts need the name. */
export function addressOf({ url }: Pick<TestServer, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** Opens a browser of a person who is not signed in. */
export async function openConsole(
  browser: Browser,
  server: TestServer,
  options: PageOptions = {},
): Promise<ConsolePage> {
  const { size = 'laptop', dark = false, locale = 'en-GB' } = options;
  const [width, height] = SIZES[size];
  const context = await browser.newContext({
    ...{ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', locale, acceptDownloads: true },
    hasTouch: size === 'phone',
  });
  // Only for what never comes: a machine may be slow.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const address = addressOf(server);
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // A refusal that the page handles is written there by the browser itself.
    if (message.type() === 'error' && !/Failed to load resource/.test(text)) faults.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(?:blob|data):/.test(request.url()))
      faults.push(`request: ${request.url()}`);
  });
  return {
    ...{ page, context, faults },
    async open(path) {
      if (!(await page.evaluate<boolean>(followed(address + path)))) await page.goto(address + path);
      await page.locator('h1').first().waitFor();
      for (let i = 0; i < MOST_LOOKS && (await page.locator('.loading').count()) > 0; i++)
        await page.waitForTimeout(50);
    },
    async look(size, colorScheme) {
      const [width, height] = SIZES[size];
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
    },
    violations: (kind, within) => violationsOf(page, kind, within),
  };
}

/** Browsers of people, kept from test to test: a new one starts a process. */
export class KeptPages {
  readonly #browser: Browser;
  readonly #server: TestServer;
  readonly #kept = new Map<string, ConsolePage[]>();
  #lent: { kind: string; options: PageOptions; isDemo: boolean; one: ConsolePage }[] = [];

  constructor(browser: Browser, server: TestServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** A browser in which somebody is signed in who may do everything, at the console's first page. */
  async lend(options: PageOptions = {}): Promise<ConsolePage> {
    return this.#lend(options, true);
  }

  /** A browser in which nobody is signed in. */
  stranger(options: PageOptions = {}): Promise<ConsolePage> {
    return this.#lend(options, false);
  }

  async #lend(options: PageOptions, isDemo: boolean): Promise<ConsolePage> {
    const kind = JSON.stringify([options, isDemo]);
    let one = this.#kept.get(kind)?.pop();
    if (one === undefined) {
      one = await openConsole(this.#browser, this.#server, options);
      if (isDemo) {
        await beginSession(one, this.#server);
        await this.#begin(one);
      }
    }
    this.#lent.push({ kind, options, isDemo, one });
    return one;
  }

  /** From the first page, the others are reached by links, which is less work than loading them. */
  async #begin({ page }: ConsolePage): Promise<void> {
    await page.goto(addressOf(this.#server));
    await page.locator('header.bar').waitFor();
  }

  /** Signs out, at an empty page. */
  async #rest({ page, context }: ConsolePage): Promise<void> {
    const rest = `${addressOf(this.#server)}/nothing`;
    await page.route(rest, (route) => route.fulfill(NOTHING));
    await page.goto(rest);
    await page.unroute(rest);
    await context.clearCookies();
  }

  /** After each test: what it left in its browsers is gone. One whose context it closed is not used again. */
  async takeBack(): Promise<void> {
    for (const { kind, options, isDemo, one } of this.#lent.splice(0)) {
      const { page, context, faults } = one;
      if (page.isClosed()) continue;
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.unrouteAll();
      if (page.url().startsWith(addressOf(this.#server))) await page.evaluate('localStorage.clear()');
      await page.emulateMedia({ media: null });
      await one.look(options.size ?? 'laptop', options.dark === true ? 'dark' : 'light');
      if (isDemo) await this.#begin(one);
      else await this.#rest(one);
      faults.length = 0;
      this.#kept.set(kind, [...(this.#kept.get(kind) ?? []), one]);
    }
  }
}

/**
 * Goes to a place without loading the console again, as its links do; far less work for the browser.
 * @returns a script whose result is false where that is not possible: the page must be loaded
 */
const followed = (to: string): string => `(async () => {
  const next = new URL(${JSON.stringify(to)});
  const main = document.querySelector('.body main');
  // Two tickets, two jobs: one page that stays and shows the other.
  const kindOf = ({ pathname }) => pathname.replace(/[^/]{20,}/g, 'id');
  if (main === null || location.origin !== next.origin || kindOf(location) === kindOf(next)) return false;
  history.pushState(null, '', next);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
  for (let i = 0; i < ${MOST_LOOKS_FOR_NEXT} && main.isConnected; i++) await new Promise(requestAnimationFrame);
  return !main.isConnected;
})()`;

/** Signs in by the link of the demonstration, or by one like it. */
export async function signIn({ page }: ConsolePage, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('header.bar').waitFor();
}

/** Signs in to the demonstration, with a link of its own. */
export async function signInAsDemo(one: ConsolePage, server: TestServer): Promise<void> {
  const { token } = await server.context.people.links.make(server.demo.console.personId, 'sign-in');
  await signIn(one, `${addressOf(server)}/welcome#token=${token}`);
}

/**
 * Signs in as the page for that does, without showing it: most tests are about other pages.
 * @param personId by default somebody who may do everything
 */
export async function beginSession(
  { context }: ConsolePage,
  server: TestServer,
  personId = server.demo.console.personId,
): Promise<void> {
  const { token } = await server.context.people.links.make(personId, 'sign-in');
  const answer = await context.request.post(`${addressOf(server)}/console/v1/session`, {
    data: { method: 'link', token },
  });
  if (!answer.ok()) throw new Error(`nobody is signed in: ${answer.status()} ${await answer.text()}`);
}
