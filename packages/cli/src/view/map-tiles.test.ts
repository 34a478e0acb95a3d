import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import type { TileMap } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { NO_WEBGL2, ViewPage, type ViewPageOptions } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { runWords } from '../../testing/run-words.ts';
import { QUARTERS, startTileServer, type TileServer } from '../../testing/tile-server.ts';
import { serveView } from './local-server.ts';

/** 9° E and 50° N in UTM 32 of ETRS89: on its central meridian, 0.9996 times the length of the meridian. */
const [E, N] = [500_000, 5_538_630.7027];
const [NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST] = QUARTERS;

function jobOf(crs: number | undefined, size: number): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre', ...(crs !== undefined && { crs: { kind: 'epsg', code: crs } as const }) });
  for (const [i, k] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    builder.point(Object.assign(new Feature(), { name: 'P' }), E + (i * size) / 2, N + (k * size) / 2, 0);
  return builder.job;
}

describe('fieldbridge view --map', () => {
  for (const [words, said] of [
    [['--map', 'Streets'], /NAME\|ADDRESS\|ATTRIBUTION/],
    [['--map', 'Streets|ftp://t.example/{z}/{x}/{y}'], /begins with https/],
    [['--map', 'Streets|https://t.example/{z}/{x}/{y}', '--html', 'a.html'], /contacts no other host/],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      const { code, err } = await runWords(['view', 'a.dxf', ...words]);
      assert.equal(code, 2);
      assert.match(err, said);
    });
});

describe('a map below a job, in the browser', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  let tiles: TileServer;
  before(async () => {
    browser = await startBrowser();
    tiles = await startTileServer(9, 50);
  });
  after(async () => {
    await browser?.close();
    await tiles?.[Symbol.asyncDispose]();
  });

  const xyz = (): TileMap => ({
    ...{ name: 'Quarters', address: `${tiles.origin}/{z}/{x}/{y}.png`, attribution: '© The quarters' },
  });
  /** Opens a job with maps to choose from, does something, and closes it. */
  async function withView(
    job: FieldJob,
    maps: readonly TileMap[],
    look: (view: ViewPage) => Promise<void>,
    options: ViewPageOptions = {},
  ): Promise<void> {
    tiles.asked.length = 0;
    Object.assign(tiles, { deepest: 22, isOpen: true });
    const { server, url } = await serveView(new FileView(job, 'job'), await viewerScript(), 0, { maps });
    try {
      const view = await ViewPage.open(browser, url, options);
      await look(view);
      await view.close();
    } finally {
      server.close();
    }
  }
  async function choose(view: ViewPage, name: string): Promise<void> {
    if (!(await view.evaluate<boolean>("!!shadow.querySelector('aside select')"))) await view.press('Layers');
    await view.page.getByLabel('Map below the job').selectOption(name);
  }
  /** The colours a few pixels to the four sides of the place where the map's colours meet. */
  async function assertQuarters(view: ViewPage, pixels: number): Promise<void> {
    await view.settled();
    for (const [i, k, colour] of [
      [-1, 1, NORTH_WEST],
      [1, 1, NORTH_EAST],
      [-1, -1, SOUTH_WEST],
      [1, -1, SOUTH_EAST],
    ] as const) {
      const seen = await view.evaluate<number[]>(`(() => {
        const copy = document.createElement('canvas');
        copy.width = viewer.canvas.width; copy.height = viewer.canvas.height;
        const context = copy.getContext('2d');
        context.drawImage(viewer.canvas, 0, 0);
        const [x, y] = camera.toScreen(${E}, ${N});
        return [...context.getImageData(Math.round(x + ${i * pixels}), Math.round(y - ${k * pixels}), 1, 1).data].slice(0, 3);
      })()`);
      const off = Math.max(...seen.map((part, axis) => Math.abs(part - colour[axis]!)));
      assert.ok(off < 12, `${i} ${k}: ${seen} instead of ${colour}`);
    }
  }

  it('nothing is asked of another host before a map is chosen', async () => {
    await withView(jobOf(25832, 1000), [xyz()], async (view) => {
      await view.press('Layers');
      await view.page.getByLabel('Map below the job').waitFor();
      await view.settled();
      assert.deepEqual(tiles.asked, []);
      assert.deepEqual(await view.violations(), []);
    });
  });

  for (const [name, size] of [
    ['a site', 400],
    ['a town', 10_000],
    ['a country', 800_000],
  ] as const)
    it(`lies in its place below ${name}, within two pixels, from afar and near`, async () => {
      await withView(jobOf(25832, size), [xyz()], async (view) => {
        await choose(view, 'Quarters');
        await assertQuarters(view, 3);
        await view.evaluate(`(camera.easting = ${E}, camera.northing = ${N}, camera.zoom(40), viewer.redraw())`);
        await assertQuarters(view, 3);
        assert.match(await view.panel(), /UTM zone 32N: within .* m; the operation itself is accurate to 1 m/);
        for (const { headers } of tiles.asked) assert.equal(headers['cookie'], undefined);
      });
    });

  it('is there in other systems, without WebGL 2, and as a WMS', async () => {
    const wms = { name: 'WMS', address: `${tiles.origin}/ows?LAYERS=quarters`, attribution: '' };
    await withView(jobOf(25832, 1000), [wms], async (view) => {
      await choose(view, 'WMS');
      await assertQuarters(view, 3);
      assert.ok(tiles.asked.every(({ path }) => path.includes('REQUEST=GetMap')));
    });
    await withView(
      jobOf(25832, 1000),
      [xyz()],
      async (view) => {
        await choose(view, 'Quarters');
        await assertQuarters(view, 3);
      },
      { before: NO_WEBGL2 },
    );
  });

  it('shows coarser tiles where there are no finer ones, and fades', async () => {
    await withView(
      jobOf(25832, 200),
      [xyz()],
      async (view) => {
        tiles.deepest = 15;
        await choose(view, 'Quarters');
        await assertQuarters(view, 12);
        await view.evaluate(
          "(() => { const one = shadow.querySelector('aside section section input[type=range], aside input[type=range][min=\"0.1\"]'); one.value = '0.5'; one.dispatchEvent(new Event('input')); })()",
        );
        await view.settled();
        const [red] = await view.colourAt(E - 20, N + 20);
        assert.ok(Math.abs(red - (220 + 251) / 2) < 8, `${red}`);
      },
      { expected: /404/ },
    );
  });

  it('says whose map it is, in the picture and on paper', async () => {
    await withView(jobOf(25832, 1000), [xyz()], async (view) => {
      await choose(view, 'Quarters');
      await view.settled();
      assert.equal(await view.evaluate('viewer.backdrop.attribution'), '© The quarters');
      await view.evaluate('(globalThis.print = () => {})');
      await view.press('Print');
      await view.page.locator('aside').getByRole('button', { name: 'Print' }).click();
      await view.page.waitForSelector('.fieldbridge-sheet', { state: 'attached' });
      const words = await view.evaluate<string>("document.querySelector('.fieldbridge-sheet').textContent");
      assert.match(words, /© The quarters/);
    });
  });

  it('says what keeps a map from being shown', async () => {
    const closed = { expected: /CORS|ERR_FAILED|Content Security|violates/ };
    await withView(
      jobOf(25832, 1000),
      [xyz()],
      async (view) => {
        tiles.isOpen = false;
        await choose(view, 'Quarters');
        await view.settled();
        assert.match(await view.panel(), /No answer from 127\.0\.0\.1:\d+: .*CORS/);
      },
      closed,
    );
    await using other = await startTileServer(9, 50);
    // An address that is typed is asked only if the page may.
    await withView(
      jobOf(25832, 1000),
      [],
      async (view) => {
        await choose(view, 'Another address …');
        const address = view.page.getByLabel('Address of the tiles (XYZ, WMTS or WMS)');
        await address.fill('tiles.example/{z}/{x}/{y}');
        await view.press('Show the map');
        assert.match(await view.panel(), /begins with https/);
        await address.fill(`${other.origin}/{z}/{x}/{y}.png`);
        await view.press('Show the map');
        await view.settled();
        assert.match(await view.panel(), /may not load anything from 127\.0\.0\.1:\d+/);
        assert.deepEqual(other.asked, []);
      },
      closed,
    );
    await withView(jobOf(undefined, 1000), [xyz()], async (view) => {
      await view.press('Layers');
      assert.equal(
        await view.evaluate("shadow.querySelector('aside select')"),
        null,
        'a job without a system has no map',
      );
    });
  });
});
