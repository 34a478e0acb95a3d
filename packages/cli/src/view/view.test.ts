import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Feature, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { decodeChunk } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, Page } from 'playwright-core';
import { runWords } from '../../testing/run-words.ts';
import { serveView } from './local-server.ts';
import { FileView } from './view-of-file.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'view-'));
after(() => rmSync(folder, { recursive: true }));

/** Far from the origin: two lines that cross on two layers, a point with attributes, a stray, a surface. */
const [E, N] = [504_700, 6_959_000];
function site(): FileView {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const kerb = builder.layer(layerOf('Kerb', { colour: 0xcc0000 }));
  const fence = builder.layer(layerOf('Fence', { colour: 0x0000cc, lineType: 'DASHED' }));
  const line = (layer: number, ...vertices: [number, number, number][]): void => {
    const path = new Path();
    for (const [e, n, z] of vertices) path.vertex(E + e, N + n, z);
    builder.line(Object.assign(new Feature(), { layer, name: layer === kerb ? 'K1' : 'F1' }), path);
  };
  line(kerb, [0, 0, 10], [100.1234, 0, 11]);
  line(fence, [50, -50, 1], [50, 50, 2]);
  const attributes = ['species', 'oak'];
  builder.point(
    Object.assign(new Feature(), { layer: fence, name: 'T1', code: 'TREE', attributes }),
    E + 20,
    N + 30,
    5,
  );
  for (let i = 0; i < 8; i++) builder.point(Object.assign(new Feature(), { layer: kerb }), E + 90, N + 40 + i, 5);
  builder.point(Object.assign(new Feature(), { name: 'lost' }), 0, 0, 0);
  const corners = Float64Array.of(E + 60, N - 40, 0, E + 90, N - 40, 5, E + 90, N - 10, 10);
  builder.surface(surfaceOf('Ground', corners, Int32Array.of(0, 1, 2)));
  return new FileView(builder.job, 'site <1>');
}

/** An answer of the local server. @param host as the browser would name it */
function get(url: string, path: string, host?: string, method = 'GET'): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    request(new URL(path, url), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('the server of a view', () => {
  let [server, url]: [Server | undefined, string] = [undefined, ''];
  before(async () => ({ server, url } = await serveView(site(), 'script', 0)));
  after(() => server?.close());

  it('serves page, script, manifest, chunks and features', async () => {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.match((await get(url, '/')).body.toString(), /<title>site &lt;1&gt;<\/title>/);
    assert.equal(gunzipSync((await get(url, '/viewer.js')).body).toString(), 'script');
    const manifest = JSON.parse((await get(url, '/view')).body.toString());
    assert.deepEqual([manifest.name, manifest.segments[0].strayCount], ['site <1>', 1]);
    const levels: { kind: string }[] = manifest.segments[0].levels;
    const chunk = await get(url, `/view/0/${levels.findIndex(({ kind }) => kind === 'points')}/0`);
    assert.equal(decodeChunk(gunzipSync(chunk.body)).kind, 'points');
    const { fields, vertices } = JSON.parse((await get(url, '/view/0/feature/points/0')).body.toString());
    assert.deepEqual(vertices, [[E + 20, N + 30, 5]]);
    assert.deepEqual(new Map(fields).get('species'), 'oak');
  });

  const REFUSED: readonly (readonly [string, string | undefined, string, number])[] = [
    ['/nothing', undefined, 'GET', 404],
    ['/view/0/9/9', undefined, 'GET', 404],
    ['/view/0/feature/points/9999', undefined, 'GET', 404],
    ['/view/0/feature/constructor/0', undefined, 'GET', 404],
    ['/view/../../etc/passwd', undefined, 'GET', 404],
    ['/view', 'evil.example:80', 'GET', 421],
    ['/view', undefined, 'POST', 405],
  ];
  for (const [path, host, method, status] of REFUSED)
    it(`answers ${status} to ${method} ${path}${host === undefined ? '' : ` for ${host}`}`, async () => {
      assert.equal((await get(url, path, host, method)).status, status);
    });
});

describe('fieldbridge view', () => {
  it('--html writes one page, and does not replace a file without --force', async () => {
    const [points, page] = [join(folder, 'points.csv'), join(folder, 'points.html')];
    writeFileSync(
      points,
      'name,easting,northing,elevation,code\nA,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n',
    );
    assert.equal((await runWords(['view', points, '--html', page])).code, 0);
    const text = readFileSync(page, 'utf8');
    assert.match(text, /id="view\/feature\/points\/0"/);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)/);
    assert.equal((await runWords(['view', points, '--html', page])).code, 1);
    assert.equal((await runWords(['view', points, '--html', page, '--force'])).code, 0);
  });

  it('says what is wrong with its words', async () => {
    for (const words of [[], ['a', 'b'], ['a', '--port', '70000'], ['a', '--port', 'x']])
      assert.equal((await runWords(['view', ...words])).code, 2);
  });
});

const missing = missingChromium();
describe('a view in the browser', { skip: missing ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Server | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    ({ server, url } = await serveView(site(), await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Opens a page with the view drawn; fails on anything the page complains of. */
  async function open(address: string, width = 800, height = 600): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height } });
    page.on('pageerror', (error) => assert.fail(error));
    page.on('console', (message) => {
      if (message.type() === 'error') assert.fail(message.text());
    });
    await page.goto(address);
    await until(page, VIEWER);
    await page.evaluate(SETTLED);
    return page;
  }
  const VIEWER = 'document.querySelector("fieldbridge-view")?.viewer';
  const SHADOW = 'document.querySelector("fieldbridge-view").shadowRoot';
  /** Waits until an expression is true in the page, whose policy forbids what Playwright would do. */
  const until = (page: Page, expression: string): Promise<void> =>
    page.evaluate(`new Promise((done) => {
      const look = () => (${expression} ? done() : requestAnimationFrame(look));
      look();
    })`);
  /** Resolves when everything is drawn. */
  const SETTLED = `new Promise((done) => {
    const { viewer } = document.querySelector('fieldbridge-view');
    viewer.addEventListener('complete', () => done(), { once: true });
    viewer.redraw();
  })`;
  /** Place of a position of the site in the page. */
  const placeOf = (page: Page, e: number, n: number): Promise<[number, number]> =>
    page.evaluate(`(() => {
      const { viewer } = document.querySelector('fieldbridge-view');
      const { left, top } = viewer.canvas.getBoundingClientRect();
      const [x, y] = viewer.camera.toScreen(${E + e}, ${N + n});
      return [x + left, y + top];
    })()`);
  /** Colour of the picture within three pixels of a position: the one furthest from the paper. */
  const colourAt = (page: Page, e: number, n: number): Promise<[number, number, number]> =>
    page.evaluate(`(() => {
      const { viewer } = document.querySelector('fieldbridge-view');
      const copy = document.createElement('canvas');
      copy.width = viewer.canvas.width; copy.height = viewer.canvas.height;
      const context = copy.getContext('2d');
      context.drawImage(viewer.canvas, 0, 0);
      const [x, y] = viewer.camera.toScreen(${E + e}, ${N + n});
      const { data } = context.getImageData(Math.round(x) - 3, Math.round(y) - 3, 7, 7);
      let best = [255, 255, 255], least = 1e9;
      for (let i = 0; i < data.length; i += 4) {
        const sum = data[i] + data[i + 1] + data[i + 2];
        if (sum < least) { least = sum; best = [data[i], data[i + 1], data[i + 2]]; }
      }
      return best;
    })()`);
  const panel = (page: Page): Promise<string> =>
    page.evaluate(`document.querySelector('fieldbridge-view').shadowRoot.querySelector('aside').innerText`);
  const note = (page: Page): Promise<string> =>
    page.evaluate(`document.querySelector('fieldbridge-view').shadowRoot.querySelector('.note').innerText`);
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('shows the site and not the stray, lines where they are, in the colours of their layers', async () => {
    const page = await open(url);
    const [x, y] = await placeOf(page, 50, 0);
    assert.ok(x > 200 && x < 600 && y > 100 && y < 500, `${x}, ${y}`);
    const [red, green] = await colourAt(page, 25, 0);
    assert.ok(red! > 150 && green! < 90, 'the kerb is red');
    const [r, , blue] = await colourAt(page, 50, 25);
    assert.ok(blue! > 150 && r! < 90, 'the fence is blue');
    assert.ok(Math.min(...(await colourAt(page, 10, -20))) > 200, 'paper elsewhere');
    await page.close();
  });

  it('shows exact figures and attributes of what is clicked', async () => {
    const page = await open(url);
    await page.mouse.click(...(await placeOf(page, 20, 30)));
    await until(page, `${SHADOW}.querySelector('aside td')`);
    const shown = await panel(page);
    for (const text of ['species', 'oak', 'TREE', '504720', '6959030', 'Fence']) assert.ok(shown.includes(text), shown);
    await page.close();
  });

  it('measures between vertices that are snapped to, exactly, and Escape takes back', async () => {
    const page = await open(url);
    await press(page, 'Distance');
    const near = async (e: number, n: number): Promise<void> => {
      const [x, y] = await placeOf(page, e, n);
      await page.mouse.click(x + 3, y - 2);
    };
    await near(0, 0);
    await near(100.1234, 0);
    await until(page, `${SHADOW}.querySelector('.note').innerText.includes('100.123 m')`);
    assert.match(await note(page), /Height difference\s+1\.000 m/);
    await page.keyboard.press('Escape');
    await until(page, `${SHADOW}.querySelector('.note').innerText.includes('0.000 m')`);
    await page.close();
  });

  it('snaps to where two lines cross', async () => {
    const page = await open(url);
    const [x, y] = await placeOf(page, 50, 0);
    const snapped = await page.evaluate(`(() => {
      const { viewer } = document.querySelector('fieldbridge-view');
      const { left, top } = viewer.canvas.getBoundingClientRect();
      const { kind, easting, northing } = viewer.snap(${x + 3} - left, ${y + 4} - top);
      return [kind, easting, northing];
    })()`);
    // The crossing is the middle of both lines, too; either name is right, the place is what counts.
    assert.deepEqual(
      (snapped as unknown[]).slice(1).map((value) => Math.round((value as number) * 1e3) / 1e3),
      [E + 50, N],
    );
    await page.close();
  });

  it('hides a layer, and picks nothing of it', async () => {
    const page = await open(url);
    await press(page, 'Layers');
    assert.match(await panel(page), /Kerb[\s\S]*Fence/);
    await page.getByLabel('Kerb', { exact: true }).uncheck();
    await page.evaluate(SETTLED);
    assert.ok(Math.min(...(await colourAt(page, 25, 0))) > 200);
    const hits = await page.evaluate(`(() => {
      const { viewer } = document.querySelector('fieldbridge-view');
      return viewer.pick(...viewer.camera.toScreen(${E + 25}, ${N})).length;
    })()`);
    assert.equal(hits, 0);
    await page.close();
  });

  it('draws again after the graphics card was lost', async () => {
    const page = await open(url);
    await page.evaluate(`(async () => {
      const { viewer } = document.querySelector('fieldbridge-view');
      const lose = viewer.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      const happened = (name) => new Promise((done) => viewer.addEventListener(name, done, { once: true }));
      const lost = happened('lost');
      lose.loseContext();
      await lost;
      // The browser allows it once the event is over.
      await new Promise((next) => setTimeout(next));
      const restored = happened('restored');
      lose.restoreContext();
      await restored;
    })()`);
    await page.evaluate(SETTLED);
    assert.ok((await colourAt(page, 25, 0))[0]! > 150, 'the kerb is there again');
    await page.close();
  });

  it('draws without WebGL 2, and says so', async () => {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await page.addInitScript(`{
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
      };
    }`);
    await page.goto(url);
    await until(page, VIEWER);
    await page.evaluate(SETTLED);
    assert.ok((await colourAt(page, 25, 0))[0]! > 150);
    assert.match(await note(page), /no WebGL 2/);
    await page.close();
  });

  it('fits a phone', async () => {
    const page = await open(url, 360, 640);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(wide, 360);
    const [x] = await placeOf(page, 100, 0);
    assert.ok(x < 360);
    await page.close();
  });

  it('of a mailed page needs no server', async () => {
    const page = join(folder, 'bris.html');
    const { code } = await runWords(['view', join(CORPUS, 'topcon/tps-bris.tp3'), '--html', page]);
    assert.equal(code, 3, 'something in it cannot be read');
    const opened = await open(pathToFileURL(page).href);
    const [counts, feature] = (await opened.evaluate(`(async () => {
      const { viewer } = document.querySelector('fieldbridge-view');
      const { counts } = viewer.manifest.segments[0];
      return [counts, await viewer.feature({ segment: 0, table: 'points', row: 591 })];
    })()`)) as [Record<string, number>, { row: number }];
    assert.deepEqual([counts['points'], counts['triangles'], feature.row], [592, 1083, 591]);
    await opened.close();
  });
});
