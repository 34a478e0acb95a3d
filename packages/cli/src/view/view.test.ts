import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { decodeChunk } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { NO_WEBGL2, ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { runWords } from '../../testing/run-words.ts';
import { E, N, site } from '../../testing/view-site.ts';
import { serveView } from './local-server.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
/** For a page that is there already; only what hangs takes so long. */
const SOON = { timeout: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'view-'));
after(() => rmSync(folder, { recursive: true }));

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
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)[\w[]/);
    assert.equal((await runWords(['view', points, '--html', page])).code, 1);
    assert.equal((await runWords(['view', points, '--html', page, '--force'])).code, 0);
  });

  it('compares two files: a layer for each outcome, and a tolerance', async () => {
    const [a, b, page] = [join(folder, 'a.csv'), join(folder, 'b.csv'), join(folder, 'compared.html')];
    const head = 'name,easting,northing,elevation,code\n';
    writeFileSync(a, `${head}A,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n`);
    writeFileSync(b, `${head}A,500000.01,5540000,100,TREE\nC,500020,5540020,101,KERB\n`);
    const layers = async (...words: string[]): Promise<number[]> => {
      const { code, err } = await runWords(['view', a, b, '--html', page, '--force', ...words]);
      assert.equal(code, 0, err);
      const [, text] = /id="view\/segment">([^<]+)</.exec(readFileSync(page, 'utf8'))!;
      const { counts, pens, layers } = JSON.parse(gunzipSync(Buffer.from(text!, 'base64')).toString());
      assert.deepEqual(
        layers.map(({ name }: { name: string }) => name),
        ['same', 'only in A', 'only in B', 'changed, as in A', 'changed, as in B'],
      );
      return [counts.points, ...new Set<number>(pens.map(([layer]: number[]) => layer!))];
    };
    assert.deepEqual((await layers()).toSorted(), [1, 2, 3, 4, 4]);
    assert.match(readFileSync(page, 'utf8'), /id="view\/differences">/);
    assert.deepEqual((await layers('--tolerance', '0.02')).toSorted(), [0, 1, 2, 3]);
  });

  it('says what is wrong with its words', async () => {
    for (const words of [[], ['a', 'b', 'c'], ['a', '--port', '70000'], ['a', '--port', 'x']])
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

  const open = (address: string, width = 800, height = 600): Promise<ViewPage> =>
    ViewPage.open(browser, address, { viewport: { width, height } });

  it('shows the site and not the stray, lines where they are, in the colours of their layers', async () => {
    const view = await open(url);
    const [x, y] = await view.placeOf(E + 50, N);
    assert.ok(x > 200 && x < 600 && y > 100 && y < 500, `${x}, ${y}`);
    const [red, green] = await view.colourAt(E + 25, N);
    assert.ok(red! > 150 && green! < 90, 'the kerb is red');
    const [r, , blue] = await view.colourAt(E + 50, N + 25);
    assert.ok(blue! > 150 && r! < 90, 'the fence is blue');
    assert.ok(Math.min(...(await view.colourAt(E + 10, N - 20))) > 200, 'paper elsewhere');
    await view.close();
  });

  it('shows colours by kind with what they mean, and keeps them when it loads again', async () => {
    const view = await open(url);
    const choose = (label: string, value: string) => view.page.getByLabel(label, { exact: true }).selectOption(value);
    const legend = (): Promise<string> => view.evaluate("shadow.querySelector('.kinds').innerText");
    const swatches = (): Promise<string> =>
      view.evaluate("[...shadow.querySelectorAll('.layers .swatch')].map((one) => one.style.background).join()");
    await view.press('Layers');
    const before = await swatches();
    await choose('Colours', 'layer');
    await view.until("shadow.querySelector('.layers .swatch').style.background !== 'rgb(0, 0, 204)'");
    assert.notEqual(await swatches(), before, 'the list of layers follows');
    await choose('Colours', 'kind');
    await view.until("shadow.querySelector('.kinds').childElementCount === 2");
    await view.settled();
    const kerb = await view.colourAt(E + 25, N);
    assert.deepEqual(await view.colourAt(E + 50, N + 25), kerb, 'lines are alike');
    const tree = await view.colourAt(E + 20, N + 30);
    assert.ok(
      tree.some((part, i) => Math.abs(part - kerb[i]!) > 80),
      `a point ${tree} is not like a line ${kerb}`,
    );
    assert.match(await legend(), /^\s*points\s+lines\s*$/);
    await choose('Surfaces', 'mesh');
    await view.until("shadow.querySelector('.kinds').childElementCount === 3");
    assert.match(await legend(), /surfaces/);
    await view.evaluate('view.reload()');
    await view.settled();
    assert.deepEqual(await view.colourAt(E + 25, N), kerb);
    assert.equal(await view.evaluate("shadow.querySelector('[aria-label=Colours]').value"), 'kind');
    await view.until("shadow.querySelector('.kinds').childElementCount === 2");
    assert.deepEqual(await view.violations(), []);
    await view.close();
  });

  it('shows exact figures and attributes of what is clicked', async () => {
    const view = await open(url);
    await view.page.mouse.click(...(await view.placeOf(E + 20, N + 30)));
    await view.until("shadow.querySelector('aside td')");
    const shown = await view.panel();
    for (const text of ['species', 'oak', 'TREE', '504720', '6959030', 'Fence']) assert.ok(shown.includes(text), shown);
    await view.close();
  });

  it('measures between vertices that are snapped to, exactly, and Escape takes back', async () => {
    const view = await open(url);
    await view.press('Distance');
    const near = async (e: number, n: number): Promise<void> => {
      const [x, y] = await view.placeOf(E + e, N + n);
      await view.page.mouse.click(x + 3, y - 2);
    };
    await near(0, 0);
    await near(100.1234, 0);
    await view.until("shadow.querySelector('.note').innerText.includes('100.123 m')");
    assert.match(await view.note(), /Height difference\s+1\.000 m/);
    await view.page.keyboard.press('Escape');
    await view.until("shadow.querySelector('.note').innerText.includes('0.000 m')");
    await view.close();
  });

  it('snaps to where two lines cross', async () => {
    const view = await open(url);
    const [x, y] = await view.placeOf(E + 50, N);
    const snapped = await view.evaluate<unknown[]>(`(() => {
      const { left, top } = viewer.canvas.getBoundingClientRect();
      const { kind, easting, northing } = viewer.snap(${x + 3} - left, ${y + 4} - top);
      return [kind, easting, northing];
    })()`);
    // The crossing is the middle of both lines, too; either name is right, the place is what counts.
    assert.deepEqual(
      snapped.slice(1).map((value) => Math.round((value as number) * 1e3) / 1e3),
      [E + 50, N],
    );
    await view.close();
  });

  it('hides a layer, and picks nothing of it', async () => {
    const view = await open(url);
    await view.press('Layers');
    assert.match(await view.panel(), /Fence[\s\S]*Kerb/);
    await view.page.getByLabel('Kerb', { exact: true }).uncheck();
    await view.settled();
    assert.ok(Math.min(...(await view.colourAt(E + 25, N))) > 200);
    assert.equal(await view.evaluate(`viewer.pick(...camera.toScreen(${E + 25}, ${N})).length`), 0);
    await view.close();
  });

  it('groups layers by the parts of their names', async () => {
    const builder = new JobBuilder();
    for (const [i, name] of ['A-ROOF', 'A-ROOF-DRNS', 'A-WALL', 'Trees'].entries()) {
      const path = new Path();
      for (const east of [0, 10]) path.vertex(E + east, N + i, 0);
      builder.line(Object.assign(new Feature(), { layer: builder.layer(layerOf(name)) }), path);
    }
    const served = await serveView(new FileView(builder.job, 'tree'), await viewerScript(), 0);
    try {
      const view = await open(served.url);
      await view.press('Layers');
      const box = (name: string) => view.page.getByLabel(name, { exact: true });
      const shown = () =>
        view.evaluate<string[]>('[...viewer.layers.values()].flatMap(({ name, visible }) => (visible ? [name] : []))');
      const mixed = (name: string) =>
        view.evaluate(`shadow.querySelector('input[aria-label="${name}"]').indeterminate`);
      await box('A-ROOF-DRNS').uncheck(SOON);
      assert.deepEqual(await shown(), ['A-ROOF', 'A-WALL', 'Trees']);
      assert.deepEqual([await mixed('A-ROOF: 2 layers'), await mixed('A: 3 layers')], [true, true]);
      await box('A: 3 layers').check(SOON);
      assert.deepEqual([(await shown()).length, await mixed('A: 3 layers')], [4, false]);
      await box('A-ROOF: 2 layers').uncheck(SOON);
      assert.deepEqual(await shown(), ['A-WALL', 'Trees']);
      await view.page.getByTitle('Show only A-ROOF', { exact: true }).first().click(SOON);
      assert.deepEqual(await shown(), ['A-ROOF', 'A-ROOF-DRNS']);
      await box('Opacity of A').fill('0.5', SOON);
      assert.deepEqual(
        await view.evaluate('[...viewer.layers.values()].map(({ opacity }) => opacity)'),
        [0.5, 0.5, 0.5, 1],
      );
      await view.press('Layers in A-ROOF');
      assert.equal(await box('A-ROOF-DRNS').isVisible(), false);
      await view.page.getByLabel('Find a layer').fill('wall', SOON);
      assert.match(await view.panel(), /1 of 4 layers in the list/);
      assert.equal(await box('A-WALL').isVisible(), true);
      assert.deepEqual(await view.violations(), []);
      await view.close();
    } finally {
      served.server.closeAllConnections();
      served.server.close();
    }
  });

  it('names kinds and fields in the language of the browser', async () => {
    const view = await ViewPage.open(browser, url, { locale: 'de-DE' });
    assert.match(await view.evaluate("viewer.canvas.getAttribute('aria-label')"), /10 Punkte, .*2 Linien/);
    await view.page.mouse.click(...(await view.placeOf(E + 20, N + 30)));
    await view.until("shadow.querySelector('aside td')");
    assert.match(await view.panel(), /Punkte, Zeile 1\s+Name\s+T1\s+Code\s+TREE\s+Layer\s+Fence\s+species\s+oak/);
    await view.close();
  });

  it('draws a grid of round eastings and northings, whose step follows the zoom', async () => {
    const view = await open(url);
    await view.press('Grid');
    await view.evaluate(`(() => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      view.written = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        view.written.push(text);
        fillText.call(this, text, ...place);
      };
    })()`);
    const written = async (): Promise<string[]> => {
      await view.evaluate('(view.written.length = 0)');
      await view.settled();
      return view.evaluate('[...new Set(view.written)].filter((text) => /^([EN] \\d|Grid )/.test(text)).sort()');
    };
    const wide = await written();
    assert.ok(wide.includes(`E ${E + 50}`) && wide.includes(`N ${N}`) && wide.includes('Grid 50 m'), `${wide}`);
    await view.evaluate('camera.zoom(100)');
    const near = await written();
    assert.ok(near.includes('Grid 0.5 m') && near.every((text) => /^Grid |\.\d$/.test(text)), `${near}`);
    await view.close();
  });

  it('writes codes and elevations at points', async () => {
    const view = await open(url);
    const written = (kind: string): Promise<string[]> =>
      view.evaluate(`(async () => {
        const select = shadow.querySelector('select[aria-label="Texts of points"]');
        const { fillText } = CanvasRenderingContext2D.prototype;
        const texts = [];
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
          texts.push(text);
          fillText.call(this, text, ...place);
        };
        select.value = '${kind}';
        select.onchange();
        await new Promise((done) => viewer.addEventListener('complete', done, { once: true }));
        CanvasRenderingContext2D.prototype.fillText = fillText;
        return texts;
      })()`);
    for (const [kind, text] of [
      ['name', 'T1'],
      ['code', 'TREE'],
      ['both', 'T1 TREE'],
      ['height', '5.00'],
    ] as const)
      assert.ok((await written(kind)).includes(text), kind);
    assert.deepEqual(await written('off'), ['20 m', 'N']);
    await view.close();
  });

  const LOSE = `(async () => {
    const lose = viewer.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const happened = (name) => new Promise((done) => viewer.addEventListener(name, done, { once: true }));
    const lost = happened('lost');
    lose.loseContext();
    await lost;
    view.restore = async () => {
      const restored = happened('restored');
      lose.restoreContext();
      await restored;
    };
    // The browser allows it once the event is over.
    await new Promise((next) => setTimeout(next));
  })()`;

  it('draws again after the graphics card was lost', async () => {
    const view = await open(url);
    await view.evaluate(LOSE);
    assert.match(await view.note(), /graphics card has stopped/);
    await view.evaluate('view.restore()');
    await view.settled();
    assert.ok((await view.colourAt(E + 25, N))[0]! > 150, 'the kerb is there again');
    assert.equal(await view.note(), '');
    await view.close();
  });

  it('begins again, where it was, if the graphics card does not come back', async () => {
    const view = await open(url);
    await view.evaluate('camera.zoom(2)');
    const before = await view.evaluate<number>('camera.scale');
    await view.evaluate(LOSE);
    await view.press('Load it again');
    await view.until('viewer && viewer.camera.scale > 1');
    await view.settled();
    assert.equal(await view.evaluate('camera.scale'), before);
    assert.ok((await view.colourAt(E + 25, N))[0]! > 150, 'the kerb is there again');
    await view.close();
  });

  it('draws without WebGL 2, and says so', async () => {
    const view = await ViewPage.open(browser, url, { before: NO_WEBGL2 });
    assert.ok((await view.colourAt(E + 25, N))[0]! > 150);
    assert.match(await view.note(), /no WebGL 2/);
    await view.close();
  });

  it('says that the job has changed, and loads it again', async () => {
    const view = await ViewPage.open(browser, 'about:blank', { isDrawn: false, expected: /404/ });
    const { page } = view;
    await page.route('**/view/0/*/*', (route) => route.fulfill({ status: 404 }));
    await page.goto(url);
    await page.getByText('The job has changed since it was opened here.').waitFor();
    await page.unrouteAll();
    await view.press('Load it again');
    await view.until("viewer && shadow.querySelector('.note').innerText === ''");
    await view.settled();
    assert.ok((await view.colourAt(E + 25, N))[0]! > 150);
    await view.close();
  });

  it('says why a server refuses', async () => {
    const view = await ViewPage.open(browser, 'about:blank', { isDrawn: false, expected: /507/ });
    const { page } = view;
    const body = JSON.stringify({ detail: 'The disk is full.' });
    await page.route('**/view', (route) =>
      route.fulfill({ status: 507, contentType: 'application/problem+json', body }),
    );
    await page.goto(url);
    await page.getByText('This job cannot be shown: The disk is full.').waitFor();
    await view.close();
  });

  for (const [locale, fit] of [
    ['de-DE', 'Einpassen'],
    ['nl-NL', 'Passend'],
    ['fr-FR', 'Fit'],
  ] as const)
    it(`speaks to a browser of ${locale}`, async () => {
      const view = await ViewPage.open(browser, url, { locale });
      await view.page.getByRole('button', { name: fit, exact: true }).waitFor();
      await view.close();
    });

  it('fits a phone', async () => {
    const view = await open(url, 360, 640);
    assert.equal(await view.page.evaluate('document.documentElement.scrollWidth'), 360);
    const [x] = await view.placeOf(E + 100, N);
    assert.ok(x < 360);
    await view.close();
  });

  it('of a mailed page needs no server', async () => {
    const page = join(folder, 'bris.html');
    const { code } = await runWords(['view', join(CORPUS, 'topcon/tps-bris.tp3'), '--html', page]);
    assert.equal(code, 3, 'something in it cannot be read');
    const view = await open(pathToFileURL(page).href);
    const [counts, feature] = await view.evaluate<[Record<string, number>, { row: number }]>(
      "[viewer.manifest.segments[0].counts, await viewer.feature({ segment: 0, table: 'points', row: 591 })]",
    );
    assert.deepEqual([counts['points'], counts['triangles'], feature.row], [592, 1083, 591]);
    await view.close();
  });
});
