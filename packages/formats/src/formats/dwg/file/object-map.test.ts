import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { Checksums, checksum } from '../bits/checksum.ts';
import { fileOf } from '../testing/file-of.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { dwgRelease } from '../version.ts';
import { openDrawing } from './drawing-file.ts';
import { findObjects } from './find-objects.ts';
import { readObjectMap } from './object-map.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');

/** A block of the map: its size (high byte first, itself included), pairs at seven bits a byte, a checksum. */
const block = (...bytes: readonly number[]): number[] => [
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 255,
  ...bytes,
  0xaa,
  0xbb,
];
const END = [0, 2, 0, 0];
const pairsOf = (...bytes: readonly number[]): number[][] => {
  const { handles, offsets } = readObjectMap(Uint8Array.from(bytes));
  return Array.from(handles, (handle, i) => [handle, offsets[i]!]);
};

describe('the object map', () => {
  it('holds handles and offsets as differences, of any length, also negative', () => {
    assert.deepEqual(pairsOf(...END), []);
    assert.deepEqual(pairsOf(...block(1, 5, 2, 0x45), ...END), [
      [1, 5],
      [3, 0],
    ]);
    assert.deepEqual(pairsOf(...block(0x85, 0x01, 0x80, 0x80, 0x01), ...block(3, 4), ...END), [
      [3, 4],
      [133, 16384],
    ]);
  });

  it('may have blocks of 2035 bytes, and ends where no block follows', () => {
    const pairs = new Array<number>(2032).fill(1);
    assert.equal(pairsOf(...block(0x81, 0, ...pairs.slice(1)), ...END).length, 1016);
    assert.equal(pairsOf(...block(1, 5), 0, 1).length, 1);
    assert.equal(pairsOf(...block(1, 5).slice(0, 3)).length, 1);
  });

  it('is intact when its blocks have the right checksums and an empty one ends it', () => {
    const [pairs, last] = [
      [0, 4, 1, 5],
      [0, 2],
    ].map((bytes) => {
      const crc = checksum(Uint8Array.from(bytes), 0, bytes.length);
      return [...bytes, crc >> 8, crc & 255];
    }) as [number[], number[]];
    const isIntact = (...bytes: readonly number[]): boolean => readObjectMap(Uint8Array.from(bytes)).isIntact;
    assert.ok(isIntact(...pairs, ...last));
    assert.ok(!isIntact(...pairs));
    assert.ok(!isIntact(...block(1, 5), ...last));
    assert.ok(!isIntact(...pairs, ...last.slice(0, 3)));
  });

  it('finds every handle that it holds, in any order', () => {
    const handles = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(handles, fc.array(fc.integer({ min: 0, max: 1001 })), (all, asked) => {
        const sorted = [...all].sort((a, b) => a - b);
        const steps = sorted.flatMap((handle, i) => {
          const step = handle - (sorted[i - 1] ?? 0);
          return [...(step > 127 ? [(step & 127) | 128, step >> 7] : [step]), 1];
        });
        const map = readObjectMap(Uint8Array.from([...block(...steps), ...END]));
        for (const handle of asked) assert.equal(map.indexOf(handle), sorted.indexOf(handle));
      }),
    );
  });

  it('of arbitrary bytes is read to an end', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readObjectMap(bytes)));
  });
});

test('the checksum of any part of some bytes is the same whether it is reckoned alone or with others', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) >> 7);
  const checksums = new Checksums(bytes);
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(bytes.length), (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      assert.equal(checksums.of(from, to), checksum(bytes, from, to));
    }),
  );
});

describe('the objects that are found by their checksums are those of the map', () => {
  for (const name of readdirSync(join(CORPUS, 'dwg')).filter((file) => file.endsWith('.dwg')))
    test(JSON.stringify(name), () => {
      const bytes = Uint8Array.from(readFileSync(join(CORPUS, 'dwg', name)));
      const { map, objects, release } = openDrawing(fileOf(bytes), dwgRelease(bytes)!, DEFAULT_LIMITS, NO_FAULTS);
      const found = findObjects(objects, release);
      assert.ok(map.count > 500);
      assert.deepEqual(found.handles, map.handles);
      assert.deepEqual(found.offsets, map.offsets);
    });
});
