import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why no browser can be started here; undefined if one can. CI sets NEEDS_CHROMIUM, so that nothing is left out. */
export function missingChromium(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  if (process.env['NEEDS_CHROMIUM'] !== undefined)
    throw new Error(`${CHROMIUM} is not there, and NEEDS_CHROMIUM is set`);
  return `${CHROMIUM} is not installed: nothing is looked at in a browser`;
}

/** WebGL is drawn by software, everywhere alike. */
export const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A browser that draws WebGL by software, as it does everywhere alike. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
