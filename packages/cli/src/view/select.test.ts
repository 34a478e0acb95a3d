import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { ROAD_E as E, ROAD_N as N, roadSite } from '../../testing/road-site.ts';
import { serveView } from './local-server.ts';

type Corner = readonly [east: number, north: number];

const missing = missingChromium();
describe('selecting in the browser', { skip: missing ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Server | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    ({ server, url } = await serveView(roadSite(), await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  const open = async (hasTouch = false): Promise<ViewPage> => {
    const view = await ViewPage.open(browser, url, { viewport: { width: 1100, height: 500 }, hasTouch });
    await view.press('Select');
    await view.until("shadow.querySelector('aside form')");
    // The picture is narrower beside the panel.
    await view.until('viewer.camera.width < 900');
    await view.evaluate('viewer.fit()');
    await view.settled();
    return view;
  };
  const at = (view: ViewPage, [e, n]: Corner): Promise<[number, number]> => view.placeOf(E + e, N + n);
  /** The count, and the first column of the list. */
  const listed = async (view: ViewPage, count: number): Promise<[string, string[]]> => {
    await view.until(`shadow.querySelector('aside [role=status]').textContent.startsWith('${count} selected')`);
    if (count > 0) await view.until("shadow.querySelector('.found tbody tr')");
    const rows = "[...shadow.querySelectorAll('.found tbody tr')].map((row) => row.cells[0].textContent).sort()";
    return [await view.evaluate("shadow.querySelector('aside [role=status]').textContent"), await view.evaluate(rows)];
  };
  const drag = async (view: ViewPage, from: Corner, to: Corner): Promise<void> => {
    await view.page.mouse.move(...(await at(view, from)));
    await view.page.mouse.down();
    await view.page.mouse.move(...(await at(view, [0, 0])), { steps: 3 });
    await view.page.mouse.move(...(await at(view, to)));
    await view.page.mouse.up();
  };
  const ALL = ['alignments 1', 'lines 1', 'points 1', 'surfaces 1'];

  it('by window: to the right what lies inside, to the left what crosses, too', async () => {
    const view = await open();
    const before = await view.evaluate('camera.easting');
    await view.press('Window');
    await drag(view, [10, 20], [160, -30]);
    assert.deepEqual(await listed(view, 2), ['2 selected · 1 lines, 1 points', ['lines 1', 'points 1']]);
    await drag(view, [160, -30], [10, 20]);
    assert.deepEqual((await listed(view, 4))[1], ALL);
    // Nothing of the wall's two ends is in it, only its middle.
    await drag(view, [60, 5], [40, 15]);
    assert.deepEqual((await listed(view, 2))[1], ['lines 1', 'surfaces 1']);
    await drag(view, [40, 15], [60, 5]);
    assert.deepEqual(await listed(view, 0), ['0 selected', []]);
    assert.equal(await view.evaluate('camera.easting'), before, 'the picture stays where it is');
    await view.close();
  });

  it('by two corners, with a finger', async () => {
    const view = await open(true);
    await view.press('Window');
    for (const corner of [
      [10, 20],
      [160, -30],
    ] as const)
      await view.page.touchscreen.tap(...(await at(view, corner)));
    assert.deepEqual((await listed(view, 2))[1], ['lines 1', 'points 1']);
    await view.close();
  });

  it('by polygon, which its first corner closes; Escape takes a corner back', async () => {
    const view = await open();
    await view.press('Polygon');
    // Around the point, not the wall, although both are in its box.
    for (const corner of [
      [10, -30],
      [160, -30],
      [160, 30],
      [300, 30],
    ] as const)
      await view.page.mouse.click(...(await at(view, corner)));
    await view.page.keyboard.press('Escape');
    await view.page.mouse.click(...(await at(view, [140, 30])));
    await view.page.mouse.click(...(await at(view, [10, -30])));
    assert.deepEqual((await listed(view, 1))[1], ['points 1']);
    await view.close();
  });

  it('by keys: what is in the picture', async () => {
    const view = await open();
    await view.page.getByRole('button', { name: 'In the picture' }).focus();
    await view.page.keyboard.press('Enter');
    assert.deepEqual((await listed(view, 4))[1], ALL);
    await view.evaluate(`(camera.easting = ${E + 150}, camera.northing = ${N - 20}, camera.zoom(20))`);
    await view.page.keyboard.press('Enter');
    assert.deepEqual((await listed(view, 1))[1], ['points 1']);
    await view.page.getByLabel('also things that cross the edge').check();
    await view.press('In the picture');
    assert.deepEqual((await listed(view, 2))[1], ['points 1', 'surfaces 1']);
    await view.close();
  });

  it('leaves out what is hidden', async () => {
    const view = await open();
    await view.evaluate("(viewer.layers.get('road').visible = false, viewer.restyle())");
    await view.press('In the picture');
    assert.deepEqual((await listed(view, 1))[1], ['surfaces 1']);
    await view.close();
  });

  describe('in one view, by', () => {
    let view: ViewPage;
    before(async () => {
      view = await open();
    });
    after(() => view?.close());
    // Neighbours find different numbers, so that no list is taken for the next one.
    for (const [label, value, rows] of [
      ['Code', 'wall', ['lines 1']],
      ['Layer', 'Road', ['alignments 1', 'lines 1', 'points 1']],
      ['Name', 't*', ['points 1']],
      ['Text in any attribute', 'nothing like it', []],
      ['Text in any attribute', 'tre', ['points 1']],
    ] as const)
      it(`${label.toLowerCase()}: ${value}`, async () => {
        const field = view.page.getByLabel(label, { exact: true });
        await field.fill(value);
        await view.page.keyboard.press('Enter');
        assert.deepEqual((await listed(view, rows.length))[1], rows);
        await field.fill('');
      });
  });

  it('by kind, and visits what it found', async () => {
    const view = await open();
    await view.page.locator('aside form select').selectOption('points');
    await view.press('Find');
    await listed(view, 1);
    await view.page.getByRole('button', { name: /^Visit: points 1, T1, TREE, Road/ }).click();
    const place = await view.evaluate<number[]>('[camera.easting, camera.northing]');
    assert.deepEqual(place, [E + 150, N - 20]);
    await view.close();
  });
});
