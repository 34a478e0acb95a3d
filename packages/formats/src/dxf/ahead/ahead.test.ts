import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { FormatError } from '../../failure.ts';
import { FileSource, MemorySource } from '../../io/byte-source.ts';
import type { Limits } from '../../limits.ts';
import { aheadHere } from '../testing/ahead-here.ts';

import { randomDrawing } from '../testing/random-drawing.ts';
import { asciiOf, corpusFiles, type Read, readSource } from '../testing/reading.ts';
import { type BeginAhead, EntitiesAhead } from './entities-ahead.ts';

// A drawing is the same whether its entities are recorded by the thread that draws them or by another one.

const OPTIONS = { space: 'both', extendedData: true, hidden: true } as const;
const ALONE: BeginAhead = () => undefined;
const THREAD: BeginAhead = (source, context) => EntitiesAhead.begin(source, context, { size: 0, rest: 0, waits: true });

/** All that a user sees of a reading, or of its failure. */
async function seen(read: Promise<Read>): Promise<unknown> {
  try {
    const { job, tally, issues, version } = await read;
    return structuredClone({ job: plainJob(job), tally: tally.rows(), told: issues.places(), version });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { name, code, message, offset } = error;
    return { name, code, message, offset };
  }
}
const seenOf = (bytes: Uint8Array, begin: BeginAhead, limits: Partial<Limits> = {}): Promise<unknown> =>
  seen(readSource(new MemorySource(bytes, 'a.dxf'), OPTIONS, limits, begin));

async function seenOfFile(path: string, begin: BeginAhead): Promise<unknown> {
  const source = new FileSource(path);
  try {
    return await seen(readSource(source, OPTIONS, {}, begin));
  } finally {
    source.close();
  }
}
test('random drawings are the same in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(randomDrawing(), fc.integer({ min: 1, max: 200 }), async (groups, size) => {
      const bytes = asciiOf(groups);
      const { begin, used } = aheadHere(size);
      assert.deepEqual(await seenOf(bytes, begin), await seenOf(bytes, ALONE));
      assert.equal(used(), true);
    }),
    { numRuns: 150 },
  );
});

test('every drawing of the corpus is the same by a thread', async () => {
  for (const path of corpusFiles())
    assert.deepEqual(await seenOfFile(path, THREAD), await seenOfFile(path, ALONE), basename(path));
});
