import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { E, N, site } from '../../testing/view-site.ts';
import { serveView } from './local-server.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const;

describe('a view in the hand', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Awaited<ReturnType<typeof serveView>>['server'] | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    ({ server, url } = await serveView(site(), await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** A finger on the screen. */
  async function finger(view: ViewPage) {
    const session = await view.page.context().newCDPSession(view.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    return {
      down: (x: number, y: number) => touch('touchStart', { x, y }),
      move: (x: number, y: number) => touch('touchMove', { x, y }),
      up: () => touch('touchEnd'),
    };
  }

  /** Whether the middle of the glass, above a place of the page, shows something in the colour of the kerb. */
  const glassAt = (view: ViewPage, x: number, y: number): Promise<boolean> =>
    view.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const [, labels] = shadow.querySelectorAll('canvas');
      const ratio = labels.width / camera.width;
      const { left, top } = labels.getBoundingClientRect();
      // It stays inside of the picture.
      const x = Math.max(62, Math.min(camera.width - 62, ${x} - left));
      const at = [x * ratio - 56, (${y} - 104 - top) * ratio - 56, 112, 112].map(Math.round);
      const { data } = labels.getContext('2d').getImageData(...at);
      let found = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > 150 && data[i + 1] < 140 && data[i + 3] === 255) found++;
      done(found > 20);
    })))`);

  it('measures by touch: a finger that rests has a glass above it, and lifting it sets the place', async () => {
    const view = await ViewPage.open(browser, url, PHONE);
    await view.page.getByRole('button', { name: 'Distance', exact: true }).tap();
    const hand = await finger(view);
    const before = await view.evaluate<number>('camera.easting');
    for (const e of [0, 100.1234]) {
      const [x, y] = await view.placeOf(E + e, N);
      await hand.down(x + (e === 0 ? 30 : -30), y + 12);
      await view.page.waitForTimeout(450);
      await hand.move(x + (e === 0 ? 8 : -8), y + 6);
      assert.ok(await glassAt(view, x, y + 6), 'the glass shows the kerb');
      assert.ok(!(await view.page.locator('.note').isVisible()), 'the figures are not over the glass');
      await hand.up();
      await view.until("shadow.querySelector('.note').innerText.length > 0");
      assert.ok(!(await glassAt(view, x, y + 6)), 'the glass is gone');
    }
    await view.until("shadow.querySelector('.note').innerText.includes('100.123 m')");
    assert.equal(await view.evaluate('camera.easting'), before, 'the picture has not moved');
    await view.close();
  });

  it('moves the picture by a finger that does not rest, also while measuring', async () => {
    const view = await ViewPage.open(browser, url, PHONE);
    await view.page.getByRole('button', { name: 'Distance', exact: true }).tap();
    const hand = await finger(view);
    const before = await view.evaluate<number>('camera.easting');
    await hand.down(200, 300);
    for (let i = 1; i <= 6; i++) await hand.move(200 - 12 * i, 300);
    await hand.up();
    const moved = (await view.evaluate<number>('camera.easting')) - before;
    assert.ok(moved > 10, `${moved}`);
    assert.match(await view.note(), /Click or tap/, 'no place was set');
    await view.close();
  });

  it('copies what was measured and what is selected', async () => {
    const view = await ViewPage.open(browser, url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = view;
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await view.press('Distance');
    for (const e of [0, 100.1234]) await page.mouse.click(...(await view.placeOf(E + e, N)));
    await view.until("shadow.querySelector('.note').innerText.includes('100.123 m')");
    await view.press('Copy');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await copied(), /^Distance\t100\.123 m\n[\s\S]*Height difference\t1\.000 m/);
    await page.keyboard.press('Escape');
    await view.press('Distance');
    await page.mouse.click(...(await view.placeOf(E + 20, N + 30)));
    await page.locator('aside').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await copied(), /code\tTREE\n[\s\S]*504720\t6959030\t5/);
    await view.close();
  });

  for (const [name, options] of [
    ['a phone, light', { ...PHONE, colorScheme: 'light' }],
    ['a phone, dark', { ...PHONE, colorScheme: 'dark' }],
    ['a desk, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['a desk, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ] as const)
    it(`violates no rule of accessibility on ${name}`, async () => {
      const view = await ViewPage.open(browser, url, options);
      // The same page in the dark: only rules about colours can judge otherwise.
      const kind = options.colorScheme === 'dark' ? 'colours' : undefined;
      assert.deepEqual(await view.violations(kind), []);
      for (const panel of ['Layers', '1 far away', 'Print', 'Area']) {
        await view.press(panel);
        await view.settled();
        assert.deepEqual(await view.violations(kind), [], panel);
      }
      await view.close();
    });
});
