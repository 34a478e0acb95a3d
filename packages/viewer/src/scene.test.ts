import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeChunk, VIEW_VERSION, type ViewManifest } from '@fieldbridge/view-wire';
import { Camera } from './camera.ts';
import { type Fault, Scene } from './scene.ts';
import type { ViewSource } from './source.ts';

/** Chunks side by side, 100 wide, each with one line; stated with as many items as a third of what a phone keeps. */
const CHUNKS = 10;
const [ITEMS, KEPT] = [400_000, 1_200_000];

const CHUNK = encodeChunk({
  ...{ kind: 'paths', head: { kind: 0, step: 1, easting: 0, northing: 0, elevation: 0 } },
  ...{ plan: Int32Array.of(0, 0, 1, 1), height: null, ends: Uint32Array.of(2), flags: Uint8Array.of(0) },
  ...{ arcs: new Uint32Array(0), bulges: new Float32Array(0) },
  ...{ table: Uint8Array.of(1), row: Uint32Array.of(0), pen: Uint16Array.of(0) },
});

const MANIFEST: ViewManifest = {
  ...{ version: VIEW_VERSION, name: 'long', revision: '1' },
  segments: [
    {
      ...{ version: VIEW_VERSION, id: 's', unit: 'metre', crs: 'local', counts: { lines: CHUNKS } },
      ...{ whole: [0, 0, 100 * CHUNKS, 100], main: [0, 0, 100 * CHUNKS, 100], strays: [], strayCount: 0 },
      ...{ unplaced: 0, repenned: 0, heights: null, layers: [], lineTypes: [''], codes: [''] },
      ...{ pens: [[-1, -1, 0, -1]], surfaces: [] },
      levels: [
        {
          ...{ kind: 'paths', tolerance: 0 },
          chunks: Array.from({ length: CHUNKS }, (_, n) => ({
            ...{ box: [100 * n + 1, 0, 100 * n + 99, 100] as const, bytes: CHUNK.length, items: ITEMS },
          })),
        },
      ],
    },
  ],
};

/** A scene, what it asked for, and what it gave up. */
function sceneOf(chunk: ViewSource['chunk'] = () => Promise.resolve(CHUNK)) {
  const [asked, faults]: [number[], Fault[]] = [[], []];
  let released = 0;
  let arrived = (): void => undefined;
  const source: ViewSource = {
    manifest: () => Promise.resolve(MANIFEST),
    feature: () => Promise.resolve(null),
    chunk: (segment, level, n) => {
      asked.push(n);
      return chunk(segment, level, n);
    },
  };
  const scene = new Scene(
    MANIFEST,
    source,
    () => arrived(),
    (fault) => faults.push(fault),
    () => released++,
  );
  /** Draws the chunks from one to another, once they are there. @returns how many */
  const look = async (first: number, last = first): Promise<number> => {
    const camera = Object.assign(new Camera(), { width: 100 * (last - first + 1) - 10, height: 100, scale: 1 });
    Object.assign(camera, { easting: 50 * (first + last + 1), northing: 50 });
    for (;;) {
      const next = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const drawn = scene.visible(camera).length;
      if (scene.isComplete) return drawn;
      await next;
    }
  };
  return { scene, asked, faults, look, released: () => released };
}

describe('the chunks that a phone keeps', () => {
  const { matchMedia } = globalThis;
  before(() => Object.assign(globalThis, { matchMedia: () => ({ matches: true }) }));
  after(() => Object.assign(globalThis, { matchMedia }));

  it('are at most as many items as it has room for; those unused for longest go first', async () => {
    const { scene, asked, look, released } = sceneOf();
    for (let n = 0; n < CHUNKS; n++) {
      assert.equal(await look(n), 1);
      assert.ok(scene.kept <= KEPT, `${scene.kept} items`);
    }
    assert.deepEqual([asked, released()], [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], CHUNKS - KEPT / ITEMS]);
    await look(8);
    assert.equal(asked.length, CHUNKS, 'the one before is still there');
    assert.equal(await look(0), 1);
    assert.deepEqual(asked.slice(CHUNKS), [0], 'the first one is fetched again');
  });

  it('are all visible ones, even if there are more', async () => {
    const { scene, asked, look } = sceneOf();
    assert.equal(await look(0, 7), 8);
    assert.deepEqual([asked.length, scene.kept], [8, 8 * ITEMS]);
    assert.equal(await look(0), 1);
    assert.ok(scene.kept <= KEPT);
  });

  it('are requested once if they are unavailable, and reported', async () => {
    const { asked, faults, look } = sceneOf((_segment, _level, n) =>
      n === 1 ? Promise.reject(new TypeError('network error')) : Promise.resolve(CHUNK),
    );
    assert.equal(await look(0, 2), 2);
    assert.equal(await look(0, 2), 2);
    assert.deepEqual(
      [asked.toSorted(), faults.map(({ chunk, error }) => [chunk, String(error)])],
      [[0, 1, 2], [['0/0/1', 'TypeError: network error']]],
    );
  });
});
