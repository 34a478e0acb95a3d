import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { type Drawing, Feature, JobBuilder, layerOf, NO_PLACEMENT, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { VIEW_LIMITS } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { NO_WEBGL2, ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { serveView } from './local-server.ts';

/** A PNG whose quarters are red, green (above), blue and yellow (below). */
function quarters(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isLeft = x < width / 2;
      const colour = y < height / 2 ? (isLeft ? [255, 0, 0] : [0, 160, 0]) : isLeft ? [0, 0, 255] : [200, 200, 0];
      rows.set(colour, y * (1 + 3 * width) + 1 + 3 * x);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))],
  ]);
}

function part(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const [E, N] = [504_700, 6_959_000];
/** The picture is 40 wide and 20 high about E, N, and turned by 30°. */
const TURN = Math.PI / 6;
const placed = (across: number, up: number): [number, number] => [
  E + across * Math.cos(TURN) - up * Math.sin(TURN),
  N + across * Math.sin(TURN) + up * Math.cos(TURN),
];

/** A job with a picture, which its placement turns and shifts, and a line. @param file of the picture */
function jobWith(file: Uint8Array, mediaType = 'image/png'): FileView {
  const scene = new JobBuilder();
  scene.describe({ unit: 'metre' });
  const path = new Path();
  for (const [x, y] of [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ] as const)
    path.vertex(x, y, Number.NaN);
  path.closed = true;
  scene.area(Object.assign(new Feature(), { layer: scene.layer(layerOf('Images')) }), path);
  const drawing: Drawing = {
    ...{ name: 'scan', fileName: 'scan.png', format: 'png', mediaType, read: () => file, size: file.length },
    sha256: createHash('sha256').update(file).digest('hex'),
    placement: {
      ...NO_PLACEMENT,
      ...{ kind: 'line', scale: 1 },
      from: [
        [0, 0],
        [40, 0],
      ],
      to: [placed(-20, -10), placed(20, -10)],
    },
    ...{ scene: scene.job, source: -1 },
  };
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  builder.drawing(drawing);
  const line = new Path();
  line.vertex(E - 30, N, 0);
  line.vertex(E + 30, N, 0);
  builder.line(Object.assign(new Feature(), { layer: builder.layer(layerOf('Kerb', { colour: 0 })) }), line);
  return new FileView(builder.job, 'scan');
}

describe('a picture of a background drawing', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  let [server, url]: [Awaited<ReturnType<typeof serveView>>['server'] | undefined, string] = [undefined, ''];
  before(async () => {
    browser = await startBrowser();
    ({ server, url } = await serveView(jobWith(quarters(256, 128)), await viewerScript(), 0));
  });
  after(async () => {
    await browser.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Middle of each quarter in the picture's own directions, and which colour is strong there. */
  const QUARTERS: readonly (readonly [across: number, up: number, colour: readonly boolean[]])[] = [
    [-10, 5, [true, false, false]],
    [10, 5, [false, true, false]],
    [-10, -5, [false, false, true]],
    [10, -5, [true, true, false]],
  ];
  for (const [name, options] of [
    ['WebGL 2', {}],
    ['a 2-D canvas', { before: NO_WEBGL2 }],
  ] as const)
    it(`is in its place, turned as it is placed, drawn by ${name}`, async () => {
      const view = await ViewPage.open(browser, url, options);
      for (const [across, up, wanted] of QUARTERS) {
        const colour = await view.colourAt(...placed(across, up));
        assert.deepEqual(
          colour.map((value) => value > 120),
          wanted,
          `${across}, ${up}: ${colour}`,
        );
      }
      // Outside of its corners is paper.
      assert.ok(Math.min(...(await view.colourAt(...placed(-19, 13)))) > 200);
      // The line is drawn over it.
      assert.ok(Math.max(...(await view.colourAt(E + 5, N))) < 80);
      await view.close();
    });

  it('is hidden with its layer', async () => {
    const view = await ViewPage.open(browser, url);
    await view.press('Layers');
    await view.page.getByLabel('scan - Images', { exact: true }).uncheck();
    await view.settled();
    assert.ok(Math.min(...(await view.colourAt(...placed(10, 5)))) > 200);
    await view.close();
  });

  it('is there again after the graphics card was lost', async () => {
    const view = await ViewPage.open(browser, url);
    await view.evaluate(`(async () => {
      const lose = viewer.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      const happened = (name) => new Promise((done) => viewer.addEventListener(name, done, { once: true }));
      const lost = happened('lost');
      lose.loseContext();
      await lost;
      await new Promise((next) => setTimeout(next));
      const restored = happened('restored');
      lose.restoreContext();
      await restored;
    })()`);
    await view.settled();
    assert.ok((await view.colourAt(...placed(-10, 5)))[0] > 200);
    await view.close();
  });
});

describe('a picture that is not taken', () => {
  /** Bytes and stated type of a picture; what is wrong. */
  const huge = quarters(2, 2);
  new DataView(huge.buffer, huge.byteOffset).setUint32(16, VIEW_LIMITS.imagePixels);
  const REFUSED: readonly (readonly [name: string, file: Uint8Array, mediaType: string])[] = [
    ['of more pixels than a browser should decode', huge, 'image/png'],
    ['of another kind than it says', quarters(4, 4), 'image/jpeg'],
    ['that is cut off', quarters(4, 4).subarray(0, 20), 'image/png'],
    ['that is a script', Buffer.from('<svg onload="alert(1)"/>'), 'image/png'],
  ];
  for (const [name, file, mediaType] of REFUSED)
    it(`${name} is counted, and its outline is drawn`, () => {
      const [segment] = jobWith(file, mediaType).manifest.segments;
      assert.deepEqual([segment!.images, segment!.imagesLeft], [[], 1]);
      assert.equal(segment!.counts['lines'], 1);
    });
});
