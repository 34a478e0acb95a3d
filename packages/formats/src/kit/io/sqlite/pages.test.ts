import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../../../core/byte-source.ts';
import { PageFault } from './page-fault.ts';
import { Pages } from './pages.ts';

interface FileHead {
  readonly pageSize?: number;
  readonly pages?: number;
  /** The page counts that the header states, if not the true ones. */
  readonly counted?: number;
  readonly stated?: number;
  readonly changes?: readonly [number, number];
  readonly reserved?: number;
  readonly encoding?: number;
}

/** A file of pages, each filled with its own number. Source: sqlite.org/fileformat2.html §1.3. */
function fileOf(file: FileHead = {}): Buffer {
  const { pageSize = 512, pages = 8, changes = [1, 1], reserved = 0, encoding = 1 } = file;
  const { counted = pages, stated = pageSize === 65536 ? 1 : pageSize } = file;
  const bytes = Buffer.alloc(pageSize * pages);
  for (let page = 0; page < pages; page++) bytes.fill((page + 1) % 251, page * pageSize, (page + 1) * pageSize);
  bytes.fill(0, 0, Math.min(100, bytes.length));
  bytes.write('SQLite format 3\0', 'latin1');
  bytes.writeUInt16BE(stated, 16);
  bytes[20] = reserved;
  bytes.writeUInt32BE(changes[0], 24);
  bytes.writeUInt32BE(counted, 28);
  bytes.writeUInt32BE(encoding, 56);
  bytes.writeUInt32BE(changes[1], 92);
  return bytes;
}

/** A source that returns at most `most` bytes at a time. */
function inPieces(bytes: Uint8Array, most: number): ByteSource {
  const whole = new MemorySource(bytes);
  return {
    ...{ name: '', size: bytes.length, close: () => {} },
    readInto: (target, at, length, position) => whole.readInto(target, at, Math.min(length, most), position),
  };
}
const contentOf = (pages: Pages, page: number): Uint8Array => {
  const at = pages.load(page);
  return Uint8Array.from(pages.bytes.subarray(at, at + pages.size));
};

describe('the pages of a database', () => {
  it('are of the size that the header states, less the bytes reserved in each', () => {
    for (const pageSize of [512, 1024, 4096, 32768, 65536]) {
      const pages = new Pages(new MemorySource(fileOf({ pageSize, reserved: 16 })));
      assert.deepEqual([pages.size, pages.usable, pages.count, pages.utf8], [pageSize, pageSize - 16, 8, true]);
    }
    for (const encoding of [2, 3]) assert.equal(new Pages(new MemorySource(fileOf({ encoding }))).utf8, false);
    // At least 480 bytes of the smallest page must be usable.
    assert.equal(new Pages(new MemorySource(fileOf({ reserved: 32 }))).usable, 480);
  });

  it('do not exist if the header has values that no database has', () => {
    for (const stated of [0, 2, 100, 256, 511, 513, 65535])
      assert.throws(() => new Pages(new MemorySource(fileOf({ stated }))), PageFault, String(stated));
    assert.throws(() => new Pages(new MemorySource(fileOf({ reserved: 33 }))), PageFault);
    assert.throws(() => new Pages(new MemorySource(fileOf().subarray(0, 99))), PageFault);
    assert.throws(() => new Pages(new MemorySource(new Uint8Array(0))), PageFault);
  });

  it('are as many as both the header and the file have; the count is used only while the change counters agree', () => {
    const count = (file: FileHead): number => new Pages(new MemorySource(fileOf(file))).count;
    assert.equal(count({ pages: 8 }), 8);
    assert.equal(count({ pages: 8, counted: 5 }), 5);
    assert.equal(count({ pages: 8, counted: 500 }), 8);
    assert.equal(count({ pages: 8, counted: 5, changes: [1, 2] }), 8);
    assert.equal(count({ pages: 8, counted: 0 }), 8);
    assert.equal(new Pages(new MemorySource(Buffer.concat([fileOf(), Buffer.alloc(511)]))).count, 8);
  });

  it('do not exist before the first and after the last', () => {
    const pages = new Pages(new MemorySource(fileOf()));
    for (const page of [0, -1, 9, 2 ** 31, 2 ** 32, Number.NaN, 1.5e300])
      assert.throws(() => pages.load(page), PageFault, String(page));
    assert.ok(pages.load(8) >= 0);
  });

  it('have the bytes of the file, in any order of access and with reads of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        fc.constantFrom(1000, 70_000, 2 ** 30),
        (order, most) => {
          // 60 pages of 64 KiB are 15 blocks: more than are cached.
          const file = fileOf({ pageSize: 65536, pages: 60 });
          const pages = new Pages(inPieces(file, most));
          for (const page of order) {
            const found = contentOf(pages, page);
            assert.ok(
              Buffer.from(found.buffer).equals(file.subarray((page - 1) * 65536, page * 65536)),
              `page ${page}`,
            );
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('that are loaded apart have the bytes of the file, too, and evict no block', () => {
    const file = fileOf({ pageSize: 65536, pages: 90 });
    const whole = new MemorySource(file);
    let read: number[] = [];
    const source: ByteSource = {
      ...{ name: '', size: file.length, close: () => {} },
      readInto: (target, at, length, position) => {
        read.push(position / 65536 + 1);
        return whole.readInto(target, at, length, position);
      },
    };
    const page = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), page), { maxLength: 60 }), (order) => {
        const pages = new Pages(source);
        for (const [apart, number] of order) {
          const at = apart ? pages.loadApart(number) : pages.load(number);
          const expected = file.subarray((number - 1) * 65536, number * 65536);
          assert.ok(pages.bytes.subarray(at, at + 65536).equals(expected), `page ${number}`);
        }
      }),
      { numRuns: 60 },
    );
    const pages = new Pages(source);
    pages.load(9);
    read = [];
    assert.equal(pages.bytes[pages.loadApart(70) + 200], 70);
    assert.equal(pages.bytes[pages.loadApart(70) + 200], 70);
    assert.equal(pages.bytes[pages.loadApart(11) + 200], 11, 'of a cached block');
    pages.load(9);
    pages.load(12);
    assert.deepEqual(read, [70]);
    for (const none of [0, 91]) assert.throws(() => pages.loadApart(none), PageFault);
  });

  it('of a file that was truncated meanwhile are refused', () => {
    const whole = new MemorySource(fileOf({ pageSize: 65536, pages: 40 }));
    let gone = false;
    const source: ByteSource = {
      ...{ name: '', size: whole.size, close: () => {} },
      // Of a block whose end is gone some bytes can still be read.
      readInto: (target, at, length, position) =>
        gone && position % 2 ** 18 !== 0 ? 0 : whole.readInto(target, at, gone ? 1000 : length, position),
    };
    const pages = new Pages(source);
    assert.equal(contentOf(pages, 2)[0], 2);
    for (const page of [5, 9, 13]) pages.load(page);
    gone = true;
    // Four blocks of four pages later: its place is that of the first block.
    assert.throws(() => pages.load(17), PageFault);
    assert.throws(() => pages.loadApart(38), PageFault);
    gone = false;
    assert.equal(contentOf(pages, 1)[200], 1, 'the block that was in its place is read again');
    assert.equal(contentOf(pages, 17)[0], 17);
    assert.equal(pages.bytes[pages.loadApart(38)], 38);
  });
});
