import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import { serveView } from './local-server.ts';

/** A line on a layer, from 0, 0 to the east. */
function viewOf(length: number): FileView {
  const builder = new JobBuilder();
  const layer = builder.layer(layerOf('Kerb'));
  const path = new Path();
  path.vertex(0, 0, 0);
  path.vertex(length, 0, 0);
  builder.line(Object.assign(new Feature(), { layer }), path);
  return new FileView(builder.job, 'kerb');
}

it('a view that is loaded again shows what it showed, and all of what has grown', {
  skip: missingChromium() ?? false,
}, async () => {
  const browser = await startBrowser();
  const views = [viewOf(10), viewOf(1000)];
  const script = await viewerScript();
  const [small, grown] = await Promise.all(views.map((view) => serveView(view, script, 0)));
  try {
    const view = await ViewPage.open(browser, small!.url);
    // The job grows.
    await view.page.route('**/view', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${grown!.url}view` }) }),
    );
    const reload = () => view.evaluate('view.reload()');
    const width = () => view.evaluate<number>('camera.width / camera.scale');
    assert.ok((await width()) < 20);
    await reload();
    assert.ok((await width()) > 1000, 'all of it is seen');
    await view.evaluate("(camera.zoom(50), viewer.layers.get('kerb').visible = false, viewer.restyle())");
    const before = await view.evaluate('[camera.easting, camera.northing, camera.scale]');
    await reload();
    assert.deepEqual(await view.evaluate('[camera.easting, camera.northing, camera.scale]'), before);
    assert.equal(await view.evaluate("viewer.layers.get('kerb').visible"), false);
    await view.close();
  } finally {
    for (const { server } of [small!, grown!]) {
      server.closeAllConnections();
      server.close();
    }
    await browser.close();
  }
});

it('a view that the server refuses says why, and offers to ask again instead of another way to draw', {
  skip: missingChromium() ?? false,
}, async () => {
  const browser = await startBrowser();
  const { server, url } = await serveView(viewOf(10), await viewerScript(), 0);
  try {
    const view = await ViewPage.open(browser, url, { expected: /Failed to load resource/ });
    let isFull = true;
    await view.page.route('**/view', (route) =>
      isFull
        ? route.fulfill({ status: 422, json: { code: 'quota-exceeded', detail: 'No room is left. Delete jobs.' } })
        : route.continue(),
    );
    await view.evaluate("(view.setAttribute('still', 'still'), document.body.append(view))");
    const note = view.page.locator('fieldbridge-view .note');
    await note.getByText('No room is left. Delete jobs.').waitFor();
    assert.equal(await note.getByRole('button').innerText(), 'Load it again');
    isFull = false;
    await note.getByRole('button').click();
    await view.until('view.viewer');
    await view.close();
  } finally {
    server.closeAllConnections();
    server.close();
    await browser.close();
  }
});
