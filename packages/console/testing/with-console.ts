import { after, afterEach, before } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser } from 'playwright-core';
import { KeptPages } from './console-page.ts';

/** A server and a browser that looks at its console. */
interface RunningConsole {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly kept: KeptPages;
}

/**
 * Starts a server and a browser before the tests of a suite and ends them after it; what a test leaves in lent pages is
 * gone before the next one.
 * @param take called with them before the first test
 * @param start how the server is started
 * @returns takes note of a server that a test has started in place of the first, which it has stopped
 */
export function withConsole(
  take: (running: RunningConsole) => void,
  ...start: Parameters<typeof startTestServer>
): (next: TestServer) => TestServer {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  let kept: KeptPages | undefined;
  before(async () => {
    server = await startTestServer(...start);
    browser = await startBrowser();
    kept = new KeptPages(browser, server);
    take({ server, browser, kept });
  });
  afterEach(() => kept?.takeBack());
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });
  return (next) => (server = next);
}
