import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { VIEW_LIMITS, type ViewSegment } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { serveView } from './local-server.ts';

const [E, N] = [440_000, 5_600_000];

/** A job of its own making. */
function jobOf(fill: (builder: JobBuilder) => void): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  fill(builder);
  return builder.job;
}
const point = (builder: JobBuilder, e: number, n: number, z = 0, name = ''): void =>
  builder.point(Object.assign(new Feature(), { name }), e, n, z);
function line(builder: JobBuilder, feature: Partial<Feature>, ...vertices: [number, number, number][]): void {
  const path = new Path();
  for (const vertex of vertices) path.vertex(...vertex);
  builder.line(Object.assign(new Feature(), feature), path);
}

/** A job as it is seen: its segment, the page, the words in the status bar and over the picture. */
interface Seen {
  readonly segment: ViewSegment;
  readonly view: ViewPage;
  readonly status: string;
  readonly note: string;
}

interface OddJob {
  readonly name: string;
  readonly job: FieldJob;
  readonly look: (seen: Seen) => Promise<void>;
}

const MEGABYTE = 'Kerb stone '.repeat(100_000);

const JOBS: readonly OddJob[] = [
  {
    name: 'nothing at all',
    job: jobOf(() => {}),
    look: async ({ segment, note }) => {
      assert.deepEqual([segment.main, segment.levels], [null, []]);
      assert.equal(note, 'Nothing in this job has a position.');
    },
  },
  {
    name: 'one point',
    job: jobOf((builder) => point(builder, E, N, 12, 'only')),
    look: async ({ segment, view, note }) => {
      assert.deepEqual([segment.main, note], [[E, N, E, N], '']);
      // In the middle, at ten pixels a metre.
      assert.deepEqual(await view.evaluate('[camera.easting, camera.northing, camera.scale]'), [E, N, 10]);
      assert.ok(Math.max(...(await view.colourAt(E, N))) < 120, 'a dot is there');
      assert.equal(await view.evaluate('viewer.pick(...camera.toScreen(440000, 5600000)).length'), 1);
    },
  },
  {
    name: 'a point at 0, 0 and the rest at 5 600 000',
    job: jobOf((builder) => {
      point(builder, 0, 0);
      for (let i = 0; i < 50; i++) point(builder, E + i, N + 2 * i);
    }),
    look: async ({ segment, view }) => {
      assert.deepEqual([segment.strayCount, segment.main], [1, [E, N, E + 49, N + 98]]);
      const [left, top] = await view.placeOf(E, N + 98);
      const [right, bottom] = await view.placeOf(E + 49, N);
      assert.ok(right - left > 200 || bottom - top > 400, 'the rest fills the picture');
      await view.press('1 far away');
      await view.press('Visit');
      await view.settled();
      assert.deepEqual(await view.evaluate('[camera.easting, camera.northing]'), [0, 0]);
      assert.ok(Math.max(...(await view.colourAt(0, 0))) < 120, 'the stray is a dot where it is');
    },
  },
  {
    name: 'positions and heights that are not numbers',
    job: jobOf((builder) => {
      point(builder, Number.NaN, N);
      point(builder, E, Number.POSITIVE_INFINITY);
      line(builder, {}, [E, N, 1], [Number.NaN, N, 1], [E + 5, N, 1]);
      line(builder, {}, [E, N, Number.NaN], [E + 10, N, Number.NEGATIVE_INFINITY]);
      line(builder, {}, [E, N + 5, 100], [E + 4, N + 5, 101], [E + 10, N + 5, 1e300]);
      point(builder, E + 5, N + 5, Number.NaN, 'no height');
    }),
    look: async ({ segment, view, status }) => {
      assert.deepEqual([segment.unplaced, segment.main], [3, [E, N, E + 10, N + 5]]);
      assert.deepEqual(segment.heights, [100, 101]);
      assert.match(status, /3 without a position/);
      assert.ok(Math.max(...(await view.colourAt(E + 2, N))) < 120, 'the line with a position is there');
      await view.press('3-D');
      await view.settled();
    },
  },
  {
    name: 'the farthest positions that are drawn',
    job: jobOf((builder) => {
      line(builder, {}, [-1e12, -1e12, 0], [1e12, 1e12, 0]);
      point(builder, 1.1e12, 0);
    }),
    look: async ({ segment, view }) => {
      assert.deepEqual([segment.unplaced, segment.whole], [1, [-1e12, -1e12, 1e12, 1e12]]);
      assert.ok(Math.max(...(await view.colourAt(0, 0))) < 120, 'the line crosses the middle');
    },
  },
  {
    name: '50 000 layers',
    job: jobOf((builder) => {
      for (let i = 0; i < 50_000; i++) {
        const layer = builder.layer(layerOf(`Layer ${i}`, { colour: i * 331 }));
        line(builder, { layer }, [E + (i % 250), N + Math.floor(i / 250), 0], [E + (i % 250) + 0.8, N + i / 250, 0]);
      }
    }),
    look: async ({ segment, view }) => {
      assert.deepEqual([segment.layers.length, segment.pens.length, segment.repenned], [50_000, 50_000, 0]);
      await view.press('Layers');
      assert.match(await view.panel(), /50000 of 50000 layers in the list[\s\S]*and 49700/);
      await view.page.getByLabel('Find a layer').fill('layer 49999');
      await view.page.locator('aside').getByRole('button', { name: 'only' }).click();
      await view.settled();
      const [east, north] = [E + 249, N + 199];
      assert.ok(Math.min(...(await view.colourAt(E + 100, N + 100))) > 200, 'the others are hidden');
      assert.equal(await view.evaluate(`viewer.pick(...camera.toScreen(${east}, ${north})).length`), 1);
    },
  },
  {
    name: 'more layers and pens than a view has',
    job: jobOf((builder) => {
      for (let i = 0; i < VIEW_LIMITS.layers + 10; i++) {
        const layer = builder.layer(layerOf(`Layer ${i}`));
        point(builder, E, N);
        line(builder, { layer }, [E, N, 0], [E + 1, N + i, 0]);
      }
    }),
    look: async ({ segment }) => {
      assert.equal(segment.layers.length, VIEW_LIMITS.layers);
      assert.ok(segment.repenned > 0, 'what has another pen is counted');
    },
  },
  {
    name: 'a text of one megabyte',
    job: jobOf((builder) => {
      const label = { text: MEGABYTE, easting: E, northing: N, elevation: 0, height: 2, rotation: 0 };
      builder.text(new Feature(), { ...label, justification: 'left', verticalJustification: 'baseline' });
      line(builder, { name: MEGABYTE, attributes: ['remark', MEGABYTE] }, [E, N - 5, 0], [E + 20, N - 5, 0]);
    }),
    look: async ({ segment, view }) => {
      const bytes = segment.levels.flatMap(({ chunks }) => chunks.map((chunk) => chunk.bytes));
      assert.ok(Math.max(...bytes) < 10_000, `${bytes}`);
      await view.page.mouse.click(...(await view.placeOf(E + 10, N - 5)));
      await view.until("shadow.querySelector('aside td')");
      assert.ok((await view.panel()).includes('Kerb stone Kerb stone'));
    },
  },
];

describe('an odd job', { skip: missingChromium() ?? false }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const { name, job, look } of JOBS)
    it(`of ${name} is shown`, async () => {
      const made = new FileView(job, name);
      const { server, url } = await serveView(made, await viewerScript(), 0);
      try {
        const view = await ViewPage.open(browser, url);
        const status = await view.evaluate<string>("shadow.querySelector('.status').innerText");
        await look({ segment: made.manifest.segments[0]!, view, status, note: await view.note() });
        await view.close();
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

  /** What a chunk becomes on its way, and what the view says. */
  const DAMAGES: readonly (readonly [name: string, damage: (bytes: Buffer) => Buffer, says: RegExp])[] = [
    ['cut off', (bytes) => bytes.subarray(0, bytes.length >> 1), /Part 0\/\d\/0 .*: .*bytes/],
    ['a page of a proxy', () => Buffer.from('<html>Sign in first</html>'), /Part 0\/\d\/0 .* cannot be shown/],
    ['empty', () => Buffer.alloc(0), /Part 0\/\d\/0 .* cannot be shown/],
  ];
  for (const [name, damage, says] of DAMAGES)
    it(`whose lines are ${name} on their way shows the rest, and says so`, async () => {
      const job = jobOf((builder) => {
        point(builder, E, N + 4, 0, 'P');
        line(builder, {}, [E, N, 0], [E + 10, N, 0]);
      });
      const made = new FileView(job, name);
      const level = made.manifest.segments[0]!.levels.findIndex(({ kind }) => kind === 'paths');
      const { server, url } = await serveView(made, await viewerScript(), 0);
      try {
        const view = await ViewPage.open(browser, 'about:blank', { isDrawn: false });
        await view.page.route(`**/view/0/${level}/0`, async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ body: damage(await answer.body()), contentType: 'application/octet-stream' });
        });
        await view.page.goto(url);
        await view.until("viewer && shadow.querySelector('.note').innerText.includes('Part')");
        assert.match((await view.note()).replaceAll('\n', ' '), says);
        await view.settled();
        assert.ok(Math.max(...(await view.colourAt(E, N + 4))) < 120, 'the point is there');
        await view.page.unrouteAll();
        await view.press('Load it again');
        await view.until("viewer && shadow.querySelector('.note').innerText === ''");
        await view.settled();
        assert.ok(Math.max(...(await view.colourAt(E + 5, N))) < 120, 'the line is there');
        await view.close();
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

  it('whose lines break off on the wire shows the rest, says so, and shows them when they come whole', async () => {
    const job = jobOf((builder) => {
      point(builder, E, N + 4, 0, 'P');
      for (let i = 0; i < 500; i++) line(builder, {}, [E, N, 0], [E + 10 + 0.0007 * i * i, N + 0.0013 * i, 0]);
    });
    const made = new FileView(job, 'broken off');
    const level = made.manifest.segments[0]!.levels.findIndex(({ kind }) => kind === 'paths');
    const { server, url } = await serveView(made, await viewerScript(), 0);
    let isBroken = true;
    // The length of the whole, half of the bytes, and the end of the connection.
    server.prependListener('request', ({ url: path }, response) => {
      if (!isBroken || path !== `/view/0/${level}/0`) return;
      const { end } = response;
      response.end = ((bytes: Uint8Array) => {
        response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
        response.end = end;
        return response;
      }) as typeof end;
      response.setHeader('content-length', made.chunk(level, 0)!.length);
    });
    try {
      const view = await ViewPage.open(browser, url, { expected: /ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE/ });
      await view.until("shadow.querySelector('.note').innerText.includes('Part')");
      assert.match(await view.note(), /Part 0\/\d\/0 of the view cannot be shown/);
      assert.ok(Math.max(...(await view.colourAt(E, N + 4))) < 120, 'the point is there');
      isBroken = false;
      await view.press('Load it again');
      await view.until("viewer && shadow.querySelector('.note').innerText === ''");
      await view.settled();
      assert.ok(Math.max(...(await view.colourAt(E + 5, N))) < 120, 'the lines are there');
      await view.close();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
