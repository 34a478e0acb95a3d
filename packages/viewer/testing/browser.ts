import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's: the one without windows needs less than half of the other's time for a page. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const CHROMIUM = process.env['CHROMIUM'] ?? DEBIAN.find((path) => existsSync(path)) ?? DEBIAN[1];

/** Why no browser can be started here; undefined if one can. CI sets NEEDS_CHROMIUM, so that nothing is left out. */
export function missingChromium(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  if (process.env['NEEDS_CHROMIUM'] !== undefined)
    throw new Error(`${CHROMIUM} is not there, and NEEDS_CHROMIUM is set`);
  return `${CHROMIUM} is not installed: nothing is looked at in a browser`;
}

/** WebGL is drawn by software, everywhere alike; the rest of a page without it, which takes a sixth of the time. */
export const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
];

/** A browser that draws WebGL by software, as it does everywhere alike. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
