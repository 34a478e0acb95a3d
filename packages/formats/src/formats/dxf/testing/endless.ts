import assert from 'node:assert/strict';
import type { ByteSource } from '../../../core/byte-source.ts';
import { LimitError } from '../../../core/failure.ts';
import { readSource } from './reading.ts';

const SIZE = 1_000_000_000;

/**
 * Reads a drawing that ends in a text of a thousand million bytes, and asserts that the limit recordBytes refuses it
 * while the process stays small.
 * @param head the drawing up to that text
 */
export async function assertEndlessTextRefused(head: Uint8Array): Promise<void> {
  const source: ByteSource = {
    name: 'long.dxf',
    size: SIZE,
    readInto: (target, at, length, position) => {
      const count = Math.max(0, Math.min(length, SIZE - position));
      target.fill(65, at, at + count);
      if (position < head.length) target.set(head.subarray(position, position + count), at);
      return count;
    },
    close: () => {},
  };
  const before = process.memoryUsage().rss;
  await assert.rejects(
    readSource(source),
    (error: unknown) => error instanceof LimitError && error.limit === 'recordBytes',
  );
  assert.ok(process.memoryUsage().rss - before < 300e6);
}
