import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result can depend on the colours of a page. */
const RULES = {
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
} as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * The findings of an accessibility checker on a page.
 * @param kind only rules about that
 * @param within selector of the parts to check
 */
export async function violationsOf(page: Page, kind?: keyof typeof RULES, within?: string): Promise<string[]> {
  // As a debugger does it: the page's own policy allows no other script.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  // Style sheets and sounds would be loaded first for a rule about autoplaying sounds, which no page has.
  // Selectors of all checked elements take a tenth of the time, and are not used here.
  const manner = { resultTypes: ['violations'], preload: false, selectors: false, ...(kind && RULES[kind]) };
  const words = [within ?? 'html', manner].map((word) => JSON.stringify(word)).join();
  const found = await page.evaluate<Violation[]>(`axe.run(${words}).then(({ violations }) => violations)`);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
