import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { lineOf, travel } from '../testing/newcomer.ts';

// The first minute: `npm start`, the printed address, an own drawing on the screen, and out as TP3.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DRAWING = join(ROOT, '../shared/corpus/dxf/colors.dxf');

test('a newcomer sees an own drawing and exports it as TP3', { skip: missingChromium() }, async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'fieldbridge-newcomer-'));
  const browser = await startBrowser();
  try {
    const start = join(ROOT, 'tools/start.mjs');
    const options = ['serve', '--demo', '--data', data, '--port', '0', '--log-level', 'warn'];
    const journey = await travel(browser, ROOT, [process.execPath, start, ...options], DRAWING);
    // How long it takes on a machine without other work is measured by `npm run campaign:newcomer`.
    t.diagnostic(`seconds since the start: ${lineOf(journey)}`);
  } finally {
    await browser.close();
    await rm(data, { recursive: true, force: true });
  }
});
