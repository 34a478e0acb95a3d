import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** How a page is opened. */
export interface PageOptions extends BrowserContextOptions {
  /** Runs in the page before anything else. */
  readonly before?: string;
}

/** Pages that tests have returned, by how they were opened. */
const kept = new WeakMap<Browser, Map<string, Page[]>>();

/**
 * A page as in a new context: one that an earlier test has returned, if it was opened in the same way. A new one
 * starts a process, which takes most of the processor time of a short test.
 * @returns the page, and a function that returns it: empty, without cookies, storage and routes
 */
export async function lendPage(
  browser: Browser,
  { before, viewport = { width: 800, height: 600 }, ...options }: PageOptions,
): Promise<[page: Page, giveBack: () => Promise<void>]> {
  const kind = JSON.stringify([before, options]);
  const pages = kept.get(browser) ?? new Map<string, Page[]>();
  kept.set(browser, pages);
  const of = pages.get(kind) ?? [];
  pages.set(kind, of);
  let page = of.pop();
  // A browser that was closed meanwhile has ended its contexts.
  while (page?.isClosed() === true) page = of.pop();
  if (page === undefined) {
    page = await browser.newPage({ viewport, ...options });
    if (before !== undefined) await page.addInitScript(before);
  } else if (viewport !== null) await page.setViewportSize(viewport);
  const lent = page;
  const giveBack = async (): Promise<void> => {
    await lent.unrouteAll();
    await lent.evaluate('localStorage.clear()');
    await lent.context().clearCookies();
    await lent.goto('about:blank');
    of.push(lent);
  };
  return [page, giveBack];
}
