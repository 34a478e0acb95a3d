import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { fileOf } from '../testing/file-of.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { openDrawing } from './drawing-file.ts';
import { BLOCK, DATA_CODE, SYSTEM_CODE } from './reed-solomon.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const sample = (): Uint8Array => Uint8Array.from(readFileSync(join(CORPUS, 'dwg/sample_AC1021.dwg')));
/** A block of the header: the first of three that are interleaved. */
const headerBlock = (): Uint8Array => {
  const bytes = sample();
  return Uint8Array.from({ length: BLOCK }, (_, i) => bytes[0x80 + 3 * i]!);
};
const places = (most: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.nat(BLOCK - 1), { minLength: 1, maxLength: most });

test('a block of the header is whole, and up to eight wrong bytes of it are repaired', () => {
  assert.equal(SYSTEM_CODE.repair(headerBlock()), 0);
  const whole = headerBlock();
  fc.assert(
    fc.property(places(8), fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 8 }), (wrong, masks) => {
      const block = whole.slice();
      for (const [i, place] of wrong.entries()) block[place]! ^= masks[i]!;
      assert.equal(SYSTEM_CODE.repair(block), wrong.length);
      assert.deepEqual(block, whole);
    }),
  );
});

test('any bytes are repaired to a whole block or left as not repairable', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: BLOCK, maxLength: BLOCK }), (block) => {
      for (const code of [SYSTEM_CODE, DATA_CODE]) {
        const copy = block.slice();
        if (code.repair(copy) >= 0) assert.equal(code.repair(copy), 0);
      }
    }),
  );
});

test('two wrong bytes of every block of a drawing are repaired and counted', () => {
  const open = (bytes: Uint8Array): ReturnType<typeof openDrawing> =>
    openDrawing(fileOf(bytes), '2007', DEFAULT_LIMITS, { ...NO_FAULTS, lost: (reason) => assert.fail(reason) });
  const whole = open(sample());
  assert.equal(whole.repaired, 0);
  const bytes = sample();
  // Blocks are interleaved, so that neighbouring bytes are of different blocks.
  for (let at = 0x80; at < bytes.length; at += 20_000) bytes[at]! ^= 0x5a;
  const damaged = open(bytes);
  assert.ok(damaged.repaired > 30, `${damaged.repaired} were repaired`);
  assert.deepEqual(damaged.objects, whole.objects);
  assert.deepEqual(damaged.map.offsets, whole.map.offsets);
});
