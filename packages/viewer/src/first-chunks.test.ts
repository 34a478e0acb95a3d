import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewManifest } from '@fieldbridge/view-wire';
import { fetchFirst } from './first-chunks.ts';
import type { ViewSource } from './source.ts';

const box = [0, 0, 1000, 1000] as const;
const chunk = { box, bytes: 1, items: 10 };
const manifest = {
  segments: [
    {
      ...{ id: 'r1', main: box, whole: box },
      levels: [
        { kind: 'paths', tolerance: 1, chunks: [chunk] },
        { kind: 'paths', tolerance: 0, chunks: [chunk, chunk] },
        // Of two pixels, and of twenty.
        {
          kind: 'texts',
          tolerance: 0,
          chunks: [
            { ...chunk, size: 2 },
            { ...chunk, size: 20 },
          ],
        },
      ],
    },
  ],
} as unknown as ViewManifest;

test('the chunks of a first picture are fetched ahead, each once, and no text that is too small', async () => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  const asked: string[] = [];
  const source = {
    chunk: async (...place: unknown[]) => {
      asked.push(place.join('/'));
      return new Uint8Array(0);
    },
  } as unknown as ViewSource;
  // A pixel is more than a unit: the coarse level is fine enough, and a text of two units is too small to draw.
  const ahead = fetchFirst(manifest, source, 1200, 700);
  assert.deepEqual(asked, ['r1/0/0', 'r1/2/1']);
  await ahead.chunk('r1', 0, 0);
  assert.equal(asked.length, 2, 'it was on its way');
  await ahead.chunk('r1', 0, 0);
  await ahead.chunk('r1', 1, 1);
  assert.deepEqual(
    asked.slice(2),
    ['r1/0/0', 'r1/1/1'],
    'chunks that were used already, or not predicted, are requested',
  );
});
