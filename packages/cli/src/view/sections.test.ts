import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { ROAD_E as E, ROAD_N as N, roadSite } from '../../testing/road-site.ts';
import { serveView } from './local-server.ts';

/** Elevation of the ground. */
const ground = (e: number, n: number): number => 90 + 0.05 * e + 0.1 * n;

const missing = missingChromium();
describe('alignments in the browser', { skip: missing ?? false }, () => {
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

  const open = (width = 1000, height = 800): Promise<ViewPage> =>
    ViewPage.open(browser, url, { viewport: { width, height } });

  /** The texts that the next picture has. */
  const written = (view: ViewPage): Promise<string[]> =>
    view.evaluate(`(async () => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      const texts = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        texts.push(text);
        fillText.call(this, text, ...place);
      };
      viewer.redraw();
      await new Promise((done) => viewer.addEventListener('complete', done, { once: true }));
      CanvasRenderingContext2D.prototype.fillText = fillText;
      return texts.filter((text) => /^\\d+\\+/.test(text));
    })()`);

  const output = (view: ViewPage): Promise<string> =>
    view.evaluate("shadow.querySelector('.plot output')?.textContent ?? ''");
  const untilOutput = (view: ViewPage, pattern: RegExp): Promise<void> =>
    view.until(`${pattern}.test(shadow.querySelector('.plot output')?.textContent)`);
  const choose = (view: ViewPage, text: string) => view.page.getByLabel('Section along').selectOption({ label: text });
  /** Rows of the table of figures, once the surfaces are cut. */
  const rows = async (view: ViewPage): Promise<string[][]> => {
    await view.until("shadow.querySelector('.plot .hint').textContent === ''");
    await view.evaluate("(shadow.querySelector('.plot details').open = true)");
    await view.until("shadow.querySelector('.plot tbody')");
    return view.evaluate(
      "[...shadow.querySelectorAll('.plot tr')].map((row) => [...row.cells].map((c) => c.textContent))",
    );
  };

  it('have their stations beside them, closer together the nearer one comes', async () => {
    const view = await open();
    let wide: string[] = [];
    while (wide.length === 0) wide = await written(view);
    assert.ok(wide.includes('1+000') && wide.includes('1+200') && wide.length < 12, `${wide}`);
    await view.evaluate(`(camera.easting = ${E + 100}, camera.northing = ${N}, camera.zoom(40))`);
    const near = await written(view);
    assert.ok(near.includes('1+100') && near.includes('1+102') && !near.includes('1+000'), `${near}`);
    await view.close();
  });

  it('give station, side and height above the profile of what is clicked, exactly', async () => {
    const view = await open();
    await view.press('Station');
    await view.page.mouse.click(...(await view.placeOf(E + 150, N - 20)));
    await view.until("shadow.querySelector('.note').innerText.includes('1+150.000')");
    // The point is snapped to: 99 m, where the profile is at 101.5 m.
    assert.match(await view.note(), /A1 1\+150\.000[\s\S]*20\.000 right m[\s\S]*-2\.500 m/);
    // On the radius at 45° of the arc, 30 m inside: at 1200 + 25 π.
    const on = 70 * Math.SQRT1_2;
    await view.evaluate(`(camera.easting = ${E + 200 + on}, camera.northing = ${N - 100 + on}, camera.zoom(200))`);
    await view.settled();
    await view.page.mouse.click(...(await view.placeOf(E + 200 + on, N - 100 + on)));
    await view.until("shadow.querySelector('.note').innerText.includes('1+278')");
    assert.match(await view.note(), /1\+278\.5[34]\d[\s\S]*(30\.00\d|29\.99\d) right m/);
    assert.match(
      await view.evaluate("shadow.querySelector('.status').innerText"),
      /A1\s+1\+278\.5\d+\s+30\.0\d+ right m/,
    );
    await view.close();
  });

  it('are drawn as a long section with the ground, to the figure; the cursor is in plot and plan', async () => {
    const view = await open();
    await view.press('Sections');
    const [head, ...table] = await rows(view);
    assert.deepEqual(head, ['Station', 'A1 (design)', 'Ground']);
    const last = table.at(-1)!;
    assert.deepEqual(table[0], ['1+000.000', '100.000', '90.000']);
    assert.deepEqual(last, ['1+357.080', '103.571', ground(300, -100).toFixed(3)]);
    // Where the axis leaves one triangle for the other: on the diagonal from (-50, -150) to (350, 50).
    assert.ok(table.every(([station]) => /^1\+\d{3}\.\d{3}$/.test(station!)));
    // From the plan to the plot …
    await view.page.mouse.move(...(await view.placeOf(E + 120, N + 15)));
    await untilOutput(view, /1\+1[12]\d/);
    const [, station, design, surface] = /1\+(\S+) · A1 \(design\) (\S+) m · Ground (\S+) m/.exec(await output(view))!;
    assert.ok(Math.abs(Number(station) - 120) < 1, `${station}`);
    assert.equal(design, (100 + Number(station) / 100).toFixed(3));
    assert.ok(Math.abs(Number(surface) - ground(Number(station), 0)) < 0.0011, surface);
    // … and by keys in the plot.
    await view.evaluate("shadow.querySelector('svg.section').focus()");
    await view.page.keyboard.press('Home');
    await untilOutput(view, /^1\+000\.000 · A1 \(design\) 100\.000 m · Ground 90\.000 m$/);
    await view.page.keyboard.press('End');
    await untilOutput(view, /^1\+357\.080 .* Ground 95\.000 m$/);
    await view.close();
  });

  it('have cross sections: the stored design and the ground, at any station', async () => {
    const view = await open();
    await view.press('Sections');
    await choose(view, 'Cross sections: A1');
    const table = await rows(view);
    assert.deepEqual(table[0], ['Station', 'Design (design)', 'Ground']);
    // To the right of a road that goes east is the south.
    assert.deepEqual(
      table.filter(([offset]) => ['-25.000', '-6.000', '0.000', '6.000', '25.000'].includes(offset!)),
      [
        ['-25.000', '', ground(100, 25).toFixed(3)],
        ['-6.000', '100.850', ground(100, 6).toFixed(3)],
        ['0.000', '101.000', ground(100, 0).toFixed(3)],
        ['6.000', '100.850', ground(100, -6).toFixed(3)],
        ['25.000', '', ground(100, -25).toFixed(3)],
      ],
    );
    await view.page.getByLabel('Station', { exact: true }).fill('1150');
    await view.page.keyboard.press('Enter');
    await view.until("shadow.querySelector('.plot tr').cells.length === 2");
    assert.deepEqual((await rows(view)).slice(0, 2), [
      ['Station', 'Ground'],
      ['-25.000', ground(150, 25).toFixed(3)],
    ]);
    await view.close();
  });

  it('are drawn at every station, however soon the next is asked for', async () => {
    const view = await open(700, 500);
    await view.press('Sections');
    await choose(view, 'Cross sections: A1');
    await rows(view);
    // Only the first has a stored design, which is drawn at once; the cut may follow within the same frame, or later.
    const empty = await view.evaluate<number[]>(`(async () => {
      const input = shadow.querySelector('[aria-label=Station]');
      const panel = shadow.querySelector('.plot');
      const empty = [];
      for (let i = 0; i < 10; i++)
        for (const station of [1100, 1101 + i]) {
          const drawn = new Promise((done) => panel.addEventListener('drawn', done, { once: true }));
          input.value = station;
          input.dispatchEvent(new Event('change'));
          await drawn;
          // Sizes are looked at in a frame; the next change comes after one.
          await new Promise(requestAnimationFrame);
          await new Promise((done) => setTimeout(done));
          if (panel.querySelector('.legend').textContent === '') empty.push(station);
        }
      return empty;
    })()`);
    assert.deepEqual(empty, []);
    await view.close();
  });

  it('a click in the long section opens the cross section there', async () => {
    const view = await open();
    await view.press('Sections');
    await rows(view);
    const box = (await view.page.locator('svg.section').boundingBox())!;
    await view.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await view.until("/^cross/.test(shadow.querySelector('.bar select').value)");
    const station = await view.page.getByLabel('Station', { exact: true }).inputValue();
    assert.ok(Math.abs(Number(station) - 1178) < 8, station);
    await view.close();
  });

  it('a line that is drawn over a surface has its heights where it crosses the edges', async () => {
    const view = await open();
    await view.press('Sections');
    await choose(view, 'Drawn line');
    // From the end of the wall to its other end: both are snapped to.
    for (const e of [20, 80]) await view.page.mouse.click(...(await view.placeOf(E + e, N + 10)));
    assert.deepEqual(await rows(view), [
      ['Station', 'Ground'],
      ['0.000', ground(20, 10).toFixed(3)],
      ['60.000', ground(80, 10).toFixed(3)],
    ]);
    // A place further on, beyond the diagonal edge: it is a row of its own.
    await view.page.mouse.click(...(await view.placeOf(E + 150, N - 20)));
    await view.until("shadow.querySelectorAll('.plot tr').length === 4");
    const table = await rows(view);
    assert.deepEqual(table.at(-1), [(60 + Math.hypot(70, 30)).toFixed(3), ground(150, -20).toFixed(3)]);
    await view.page.keyboard.press('Escape');
    await view.until("shadow.querySelectorAll('.plot tr').length === 3");
    await view.close();
  });

  for (const [width, height] of [
    [360, 740],
    [3840, 2160],
  ] as const)
    it(`plots fit a screen of ${width} pixels`, async () => {
      const view = await open(Math.min(width, 1000), Math.min(height, 800));
      await view.press('Sections');
      await rows(view);
      // Frames of this size take seconds where the processor draws: only those after all is there.
      await view.page.setViewportSize({ width, height });
      await view.settled();
      assert.equal(await view.evaluate('innerWidth'), width);
      const isInside = "shadow.querySelector('.plot').getBoundingClientRect().right <= innerWidth";
      assert.ok(await view.evaluate(isInside));
      assert.ok(await view.evaluate("shadow.querySelector('.picture').clientHeight > 150"));
      await view.close();
    });
});
