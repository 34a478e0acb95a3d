import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../../../core/byte-source.ts';
import { PageFault } from './page-fault.ts';
import { Pages } from './pages.ts';

interface FileHead {
  readonly pageSize?: number;
  readonly pages?: number;
  /** What the header says of them, if not the truth. */
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

/** A source of which only some bytes come at a time. */
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
  it('are of the size that the header states, less what other programs keep of each', () => {
    for (const pageSize of [512, 1024, 4096, 32768, 65536]) {
      const pages = new Pages(new MemorySource(fileOf({ pageSize, reserved: 16 })));
      assert.deepEqual([pages.size, pages.usable, pages.count, pages.utf8], [pageSize, pageSize - 16, 8, true]);
    }
    for (const encoding of [2, 3]) assert.equal(new Pages(new MemorySource(fileOf({ encoding }))).utf8, false);
    // 480 bytes must remain of the smallest page.
    assert.equal(new Pages(new MemorySource(fileOf({ reserved: 32 }))).usable, 480);
  });

  it('are none where the header says what no database has', () => {
    for (const stated of [0, 2, 100, 256, 511, 513, 65535])
      assert.throws(() => new Pages(new MemorySource(fileOf({ stated }))), PageFault, String(stated));
    assert.throws(() => new Pages(new MemorySource(fileOf({ reserved: 33 }))), PageFault);
    assert.throws(() => new Pages(new MemorySource(fileOf().subarray(0, 99))), PageFault);
    assert.throws(() => new Pages(new MemorySource(new Uint8Array(0))), PageFault);
  });

  it('are as many as the header counts and the file has; the count holds while both change counters agree', () => {
    const count = (file: FileHead): number => new Pages(new MemorySource(fileOf(file))).count;
    assert.equal(count({ pages: 8 }), 8);
    assert.equal(count({ pages: 8, counted: 5 }), 5);
    assert.equal(count({ pages: 8, counted: 500 }), 8);
    assert.equal(count({ pages: 8, counted: 5, changes: [1, 2] }), 8);
    assert.equal(count({ pages: 8, counted: 0 }), 8);
    assert.equal(new Pages(new MemorySource(Buffer.concat([fileOf(), Buffer.alloc(511)]))).count, 8);
  });

  it('beyond the last and before the first are not there', () => {
    const pages = new Pages(new MemorySource(fileOf()));
    for (const page of [0, -1, 9, 2 ** 31, 2 ** 32, Number.NaN, 1.5e300])
      assert.throws(() => pages.load(page), PageFault, String(page));
    assert.ok(pages.load(8) >= 0);
  });

  it('hold what the file holds, in whatever order they are asked for and however its bytes come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        fc.constantFrom(1000, 70_000, 2 ** 30),
        (order, most) => {
          // 60 pages of 64 KiB are 15 blocks: more than are kept.
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

  it('that are looked at in between hold what the file holds, too, and make no others give way', () => {
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
    assert.equal(pages.bytes[pages.loadApart(11) + 200], 11, 'of a block that is there');
    pages.load(9);
    pages.load(12);
    assert.deepEqual(read, [70]);
    for (const none of [0, 91]) assert.throws(() => pages.loadApart(none), PageFault);
  });

  it('of a file that became shorter meanwhile are told to be gone', () => {
    const whole = new MemorySource(fileOf({ pageSize: 65536, pages: 40 }));
    let gone = false;
    const source: ByteSource = {
      ...{ name: '', size: whole.size, close: () => {} },
      // Of a block of which the end is gone some bytes still come.
      readInto: (target, at, length, position) =>
        gone && position % 2 ** 18 !== 0 ? 0 : whole.readInto(target, at, gone ? 1000 : length, position),
    };
    const pages = new Pages(source);
    assert.equal(contentOf(pages, 2)[0], 2);
    for (const page of [5, 9, 13]) pages.load(page);
    gone = true;
    // Four blocks of four pages later: it comes to lie where the first block does.
    assert.throws(() => pages.load(17), PageFault);
    assert.throws(() => pages.loadApart(38), PageFault);
    gone = false;
    assert.equal(contentOf(pages, 1)[200], 1, 'what lay in its place is read anew');
    assert.equal(contentOf(pages, 17)[0], 17);
    assert.equal(pages.bytes[pages.loadApart(38)], 38);
  });
});
