import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';

/** Longest that any step may take before the journey has failed. */
const MOST_MS = 120_000;

/** How long each step of a newcomer took, in seconds since the command that starts the demonstration. */
export interface Journey {
  readonly served: number;
  /** Signed in by the printed address. */
  readonly signedIn: number;
  /** The own drawing is read, with its content to choose from. */
  readonly reported: number;
  /** It is on the screen. */
  readonly shown: number;
  /** It is on the disk in another format. */
  readonly exported: number;
}

/**
 * Starts the demonstration of a checkout, as `npm start` does, and drops a drawing of one's own.
 * @param root folder of the checkout
 * @param command the program and its arguments
 * @param drawing path of a DXF
 * @throws AssertionError unless a TP3 comes out
 */
export async function travel(
  browser: Browser,
  root: string,
  [program, ...args]: readonly [string, ...string[]],
  drawing: string,
): Promise<Journey> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const server = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  try {
    const address = await addressPrinted(server);
    const served = seconds();
    const page = await context.newPage();
    page.setDefaultTimeout(MOST_MS);
    await page.goto(address);
    await page.locator('header.bar').waitFor();
    const signedIn = seconds();
    await page.goto(new URL('/jobs/new', address).href);
    await page.locator('input[type=file]').setInputFiles(drawing);
    await page.locator('.tree').waitFor();
    const reported = seconds();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('fieldbridge-view canvas').first().waitFor();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    const shown = seconds();
    await page.getByRole('link', { name: 'Export' }).last().click();
    await page.locator('.card', { hasText: '.tp3' }).getByRole('button').click();
    let step = 'was not pressed';
    page.on('response', (answer) => {
      if (/\/astp3/.test(answer.url())) step += `, was answered with ${answer.status()}`;
    });
    const [download] = await Promise.all([
      page.waitForEvent('download').catch(async (error: Error) => {
        const shown = await page.locator('body').innerText({ timeout: 10_000 });
        throw new Error(`${error.message}\nThe button ${step}. The page shows: ${shown}`);
      }),
      page
        .getByRole('button', { name: 'Download' })
        .click()
        .then(() => (step = 'was pressed')),
    ]);
    const made = await readFile(await download.path());
    const exported = seconds();
    assert.match(download.suggestedFilename(), /\.tp3$/);
    assert.ok(made.length > 100, `${made.length} bytes`);
    return { served, signedIn, reported, shown, exported };
  } finally {
    await context.close();
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  }
}

/** A journey in one line. */
export function lineOf(journey: Journey): string {
  return Object.entries(journey)
    .map(([step, seconds]: [string, number]) => `${step} ${seconds.toFixed(1)} s`)
    .join(', ');
}

/** The address that signs in, as the start prints it. @throws Error if the server ends before */
async function addressPrinted(server: ChildProcess): Promise<string> {
  const printed: string[] = [];
  for await (const line of createInterface(server.stdout!)) {
    printed.push(line);
    const found = /http:\/\/localhost:\d+\S*#token=\S+/.exec(line);
    if (found === null) continue;
    server.stdout!.resume();
    return found[0];
  }
  throw new Error(`The start printed no address:\n${printed.join('\n')}`);
}
