import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { pageChecksum } from './page-checksum.ts';

/** The Adler-32 of bytes by another program: the end of what zlib packs. */
const adler = (bytes: Uint8Array): number => deflateSync(bytes, { level: 0 }).subarray(-4).readUInt32BE();

test('the checksum of pages that begins with 1 is the Adler-32 of zlib, of any length and place', () => {
  const bytes = Uint8Array.from({ length: 12_000 }, (_, i) => crc32(String(i)) >>> 24);
  const highest = new Uint8Array(12_000).fill(255);
  for (const length of [0, 1, 3, 87, 88, 89, 3783, 3784, 3785, 3871, 3872, 7568, 11_990])
    for (const from of [0, 5])
      for (const all of [bytes, highest])
        assert.equal(pageChecksum(1, all, from, from + length), adler(all.subarray(from, from + length)), `${length}`);
});

test('it continues from any other sum', () => {
  const bytes = new Uint8Array(9000).fill(255);
  const sum = pageChecksum(1, bytes, 0, 9000);
  assert.equal(pageChecksum(pageChecksum(1, bytes, 0, 100), bytes, 100, 9000), sum);
});
