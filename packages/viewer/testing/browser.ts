import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's: the headless one needs less than half of the other's time for a page. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const CHROMIUM = process.env['CHROMIUM'] ?? DEBIAN.find((path) => existsSync(path)) ?? DEBIAN[1];

/** Why no browser can be started here; undefined if one can. CI sets NEEDS_CHROMIUM, so that no test is skipped. */
export function missingChromium(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  if (process.env['NEEDS_CHROMIUM'] !== undefined)
    throw new Error(`${CHROMIUM} does not exist, and NEEDS_CHROMIUM is set`);
  return `${CHROMIUM} is not installed: nothing is tested in a browser`;
}

/** WebGL is drawn by software, everywhere alike. */
export const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Longest time for a page in a test. It is meant for hanging pages: others take a fraction even on a busy machine. */
export const PATIENCE_MS = 240_000;

/** How long a browser waits for the next test file of its process; starting one costs a second of processor time. */
const IDLE_MS = 2000;
/** Unused browsers, by their flags. */
const idle = new Map<string, { readonly browser: Browser; readonly end: NodeJS.Timeout }>();

/**
 * A browser as `launchBrowser` starts it, or one that an earlier test file of this process has closed: closing it ends
 * its contexts, and the browser itself if none is requested soon.
 * @param flags further ones
 */
export async function startBrowser(...flags: readonly string[]): Promise<Browser> {
  const kind = flags.join(' ');
  const waiting = idle.get(kind);
  idle.delete(kind);
  clearTimeout(waiting?.end);
  if (waiting?.browser.isConnected() === true) return waiting.browser;
  const browser = await launchBrowser(...flags);
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (idle.has(kind) || !browser.isConnected()) return close();
    const end = setTimeout(() => {
      idle.delete(kind);
      void close();
    }, IDLE_MS);
    idle.set(kind, { browser, end });
  };
  return browser;
}

/**
 * A browser that draws WebGL in software, the same everywhere. Pages are composed without it, which takes a sixth of
 * the time.
 * @param flags further ones
 */
export function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, '--disable-gpu-compositing', ...flags] });
}
