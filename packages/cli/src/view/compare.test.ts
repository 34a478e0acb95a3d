import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { comparedJob, Feature, type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { serveView } from './local-server.ts';

const [E, N] = [504_700, 6_959_000];

/** A kerb, two points and, of one job only, a line and a point. */
function jobOf(moved: number, isDesign: boolean): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const layer = builder.layer(layerOf('Kerb'));
  const line = (...places: readonly [number, number][]): void => {
    const path = new Path();
    for (const [e, n] of places) path.vertex(E + e, N + n, 10);
    builder.line(Object.assign(new Feature(), { layer }), path);
  };
  line([0, 0], [100, 0]);
  if (isDesign) line([0, 50], [100, 50]);
  builder.point(Object.assign(new Feature(), { layer, name: 'P1' }), E + 20, N + 20, 5);
  builder.point(Object.assign(new Feature(), { layer, name: 'P2' }), E + 80 + moved, N + 20, 5);
  if (!isDesign) builder.point(Object.assign(new Feature(), { layer, name: 'P3' }), E + 50, N + 30, 5);
  return builder.job;
}

describe('two jobs over each other in the browser', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Server | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    const { job, diff } = comparedJob(jobOf(0, true), jobOf(0.25, false), 0.0005);
    const view = new FileView(job, 'design – built', { names: ['design.dxf', 'built.dxf'], diff });
    ({ server, url } = await serveView(view, await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  it('lists what differs, chooses by how, and goes there; what is only in A is red', async () => {
    const view = await ViewPage.open(browser, url);
    await view.until(`view.shadowRoot.querySelector('aside section')`);
    const text = await view.panel();
    for (const wanted of ['A: design.dxf', 'B: built.dxf', '3 differences', 'moved 0.25 m', 'at most 0.0005 m'])
      assert.ok(text.includes(wanted), `${wanted} in ${text}`);
    const rows = () =>
      view.evaluate<string[]>(`[...shadow.querySelectorAll('aside div table tbody tr')]
      .map((row) => row.cells[0].innerText)`);
    assert.deepEqual(await rows(), ['point · P2 · Kerb', 'point · P3 · Kerb', 'line · Kerb']);
    await view.page.getByLabel('Listed differences').selectOption('onlyB');
    assert.deepEqual(await rows(), ['point · P3 · Kerb']);
    await view.page.getByRole('button', { name: 'Visit: point · P3 · Kerb' }).click();
    const [easting, northing] = await view.evaluate<[number, number]>('[camera.easting, camera.northing]');
    assert.ok(Math.hypot(easting - (E + 50), northing - (N + 30)) < 1e-6, `${easting} ${northing}`);
    await view.evaluate('viewer.fit()');
    await view.settled();
    const [red, , blue] = await view.colourAt(E + 10, N + 50);
    assert.ok(red > 150 && blue < 90, `${red} ${blue}`);
    assert.deepEqual(await view.violations(), []);
    await view.close();
  });

  it('leaves the picture its room on a narrow screen until it is asked for', async () => {
    const view = await ViewPage.open(browser, url, { viewport: { width: 360, height: 640 } });
    assert.equal(await view.evaluate("shadow.querySelector('aside').hidden"), true);
    await view.press('Differences');
    await view.until(`view.shadowRoot.querySelector('aside section')`);
    await view.close();
  });
});
