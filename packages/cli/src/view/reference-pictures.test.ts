import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { read } from '@fieldbridge/formats/library.ts';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { NO_WEBGL2, ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { assertPicture } from '../../testing/compare-picture.ts';
import { areasJob, dashesJob, linesJob, pointsJob, surfaceJob } from '../../testing/picture-site.ts';
import { serveView } from './local-server.ts';

// Drawings of our own, and some of the corpus, beside pictures that were looked at and stored. WRITE_PICTURES=1 writes
// them again.

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
/** Drawings of the corpus: they are looked at beside what ezdxf draws; their pictures are small ones without texts. */
const DRAWINGS = [
  'hatches_1',
  'colors',
  '6_closed_loop_with_arcs',
  '3_us_main',
  'dimension_in_block',
  'insert_bricscad_level_1',
  'multi_insert_with_attribs',
  '3dface',
  'sample_AC1009_ascii',
  'sample_AC1027_ascii',
] as const;

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

  /** @param side of the page in pixels */
  const compare = async (made: FileView, name: string, side: number, set?: string, isFlat = false): Promise<void> => {
    const { server, url } = await serveView(made, await viewerScript(), 0);
    try {
      const view = await ViewPage.open(browser, url, {
        ...{ viewport: { width: side, height: side }, colorScheme: 'light' as const },
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
  };

  for (const [name, job, set, isFlat] of PICTURES)
    it(name, () => compare(new FileView(job, name), name, 330, set, isFlat));

  for (const name of DRAWINGS) {
    const file = join(CORPUS, `dxf/${name}.dxf`);
    it(`${name} of the corpus`, { skip: existsSync(file) ? false : `${file} is not there` }, async () => {
      const { job } = await read(file, { options: { drawingUnit: 'm', space: 'model' } });
      await compare(new FileView(job, name), `corpus-${name}`, 260);
    });
  }
});
