import { after, before, describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { NO_WEBGL2, ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { assertPicture } from '../../testing/compare-picture.ts';
import { areasJob, dashesJob, linesJob, pointsJob, surfaceJob } from '../../testing/picture-site.ts';
import { serveView } from './local-server.ts';

// Drawings of our own beside pictures that were looked at and stored. WRITE_PICTURES=1 writes them again.

/** A picture: its job, and what is set before it is taken. */
const PICTURES: readonly (readonly [name: string, job: FieldJob, set?: string, isFlat?: boolean])[] = [
  ['lines', linesJob()],
  ['lines-dark', linesJob(), "viewer.settings.theme = 'dark'"],
  ['lines-near', linesJob(), '(camera.zoom(4), camera.pan(-400, -360))'],
  ['lines-turned', linesJob(), '(camera.turn = 0.5)'],
  ['lines-flat', linesJob(), undefined, true],
  ['dashes', dashesJob()],
  ['dashes-near', dashesJob(), '(camera.zoom(3), camera.pan(150, 0))'],
  ['dashes-flat', dashesJob(), undefined, true],
  ['areas', areasJob()],
  ['areas-flat', areasJob(), undefined, true],
  ['points', pointsJob()],
  ['surface-height', surfaceJob()],
  ['surface-slope', surfaceJob(), "viewer.settings.surfaces = 'slope'"],
  ['surface-contours', surfaceJob(), "Object.assign(viewer.settings, { surfaces: 'contours', contours: 2 })"],
  ['surface-mesh', surfaceJob(), "viewer.settings.surfaces = 'mesh'"],
  ['surface-side', surfaceJob(), 'Object.assign(camera, { tilt: 0.6, turn: 0.5 })'],
];

describe('the viewer draws as it did', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());

  for (const [name, job, set, isFlat = false] of PICTURES)
    it(name, async () => {
      const { server, url } = await serveView(new FileView(job, name), await viewerScript(), 0);
      try {
        const view = await ViewPage.open(browser, url, {
          ...{ viewport: { width: 330, height: 330 }, colorScheme: 'light' as const },
          ...(isFlat && { before: NO_WEBGL2 }),
        });
        if (set !== undefined) await view.evaluate(`(${set}, viewer.restyle())`);
        await view.settled();
        await assertPicture(view, name);
        await view.close();
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
});
