import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { DATA_BLOCKS, SYSTEM_BLOCKS } from '../writing/encode-blocks.ts';
import { inSumOrder, mirroredSum, normalSum } from './checksum-2007.ts';
import { Filling, hiddenNumber } from './filling-2007.ts';
import { HEADER_START, lastSums } from './header-sums-2007.ts';
import { unpack2007 } from './lz77-2007.ts';
import { interleavedData, SYSTEM_CODE } from './reed-solomon.ts';
import { sections2007 } from './sections-2007.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const sample = (): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(CORPUS, 'dwg/sample_AC1021.dwg')));

/** Places in the file with another checksum than is stated, and whether anything was lost. */
function faultsOf(bytes: Uint8Array): { altered: (number | undefined)[]; lost: number; repaired: number } {
  const altered: (number | undefined)[] = [];
  let lost = 0;
  const { repaired } = sections2007(bytes, DEFAULT_LIMITS, {
    lost: () => lost++,
    altered: (at) => altered.push(at),
    objectAltered: () => {},
  });
  return { altered, lost, repaired };
}

test('both polynomials are known ones: with other starts their sums are CRC-64/WE and CRC-64/REDIS', () => {
  const digits = new TextEncoder().encode('123456789');
  const all = (1n << 64n) - 1n;
  assert.equal(normalSum(digits, all), 0x62ec59e3f1a4f00an);
  assert.equal(mirroredSum(digits, 0n), 0xe9c6d914c4b8d9can);
});

test('bytes are taken in pairs from the last to the first of eight, then of four', () => {
  const ordered = (size: number): number[] => [
    ...inSumOrder(
      Uint8Array.from({ length: size + 1 }, (_, i) => i - 1),
      1,
      size + 1,
    ),
  ];
  assert.deepEqual(ordered(3), [0, 1, 2]);
  assert.deepEqual(ordered(7), [2, 3, 0, 1, 4, 5, 6]);
  assert.deepEqual(ordered(17), [6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9, 16]);
});

describe('a drawing of 2007 whose bytes fit their check bytes', () => {
  test('has the right checksums everywhere as AutoCAD wrote it', () => {
    assert.deepEqual(faultsOf(sample()), { altered: [], lost: 0, repaired: 0 });
  });

  test('is reported with the place of the header, of each map and of a page where one was changed', () => {
    const [header, pageMap, page] = [0x80, 0x480, 0x480 + 0xc940];
    for (const [start, blocks, at, code] of [
      [header, 3, 700, SYSTEM_BLOCKS],
      [header, 3, 9, SYSTEM_BLOCKS],
      [pageMap, 6, 3, SYSTEM_BLOCKS],
      [page, 85, 10_000, DATA_BLOCKS],
    ] as const) {
      const bytes = sample();
      const data = new Uint8Array(blocks * code.data);
      for (let i = 0; i < data.length; i++)
        data[i] = bytes[start + (i % code.data) * blocks + Math.floor(i / code.data)]!;
      code.encode(data, data.length, true, bytes, start);
      assert.deepEqual(bytes, sample());
      data[at]! ^= 1;
      code.encode(data, data.length, true, bytes, start);
      // A repetition of the fields counts for nothing.
      const isCounted = at !== 700;
      try {
        assert.deepEqual(faultsOf(bytes).altered, isCounted ? [start] : [], `${start} ${at}`);
      } catch (error) {
        assert.equal((error as { code: string }).code, 'dwg-damaged', String(error));
        assert.equal(start, pageMap);
      }
    }
  });

  test('states of its last values the checksums that follow from the others', () => {
    const bytes = sample();
    for (let at = 0x80 + 0x3d8; at < 0x480 - 8; at += 3) {
      const changed = sample();
      changed[at]! ^= 1;
      assert.deepEqual(faultsOf(changed).altered, [0x80], String(at));
    }
    const last = new DataView(bytes.buffer, 0x80 + 0x3d8);
    const value = (i: number): bigint => last.getBigUint64(8 * i, true);
    assert.deepEqual(lastSums(value(2), value(3)), { normal: value(0), mirrored: value(1) });
  });

  test('fills gaps with the numbers of its seed and hides a 0 in others', () => {
    const bytes = sample();
    const data = interleavedData(bytes.subarray(0x80), 3, 239, 717, SYSTEM_CODE, () => {});
    const fields = new Uint8Array(0x110);
    unpack2007(data, HEADER_START, HEADER_START + new DataView(data.buffer).getInt32(24, true), fields, 0, 0x110);
    const view = new DataView(fields.buffer);
    const filling = new Filling(view.getBigUint64(0x100, true));
    // Behind the last check byte of a page.
    assert.deepEqual(bytes.subarray(0x480 + 0xc940 + 85 * 255, 0x480 + 0xc940 + 0x54c0), filling.bytes.subarray(0, 21));
    const hidden = [0x20, 0xe0, 0xf8].map((at) => view.getBigUint64(at, true));
    assert.deepEqual(hidden.map(hiddenNumber), [0, 0, 0]);
    const last = new DataView(bytes.buffer, 0x80 + 0x3d8);
    // AutoCAD took some numbers before: these five follow each other.
    const expected = [hidden[1], hidden[0], last.getBigUint64(16, true), last.getBigUint64(24, true)];
    while (filling.hiddenZero() !== expected[0]);
    assert.equal(filling.hiddenZero(), expected[1]);
    assert.equal(filling.value(), expected[2]);
    assert.equal(filling.value(), expected[3]);
    assert.equal(filling.hiddenZero(), last.getBigUint64(32, true));
    assert.equal(filling.hiddenZero(), hidden[2]);
  });
});
