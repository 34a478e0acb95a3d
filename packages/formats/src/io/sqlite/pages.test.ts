import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../byte-source.ts';
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

  it('hold the same while other threads read ahead, late, early or in vain', async () => {
    const file = fileOf({ pageSize: 65536, pages: 60 });
    for (const way of ['at once', 'late', 'never', 'in vain'] as const) {
      const whole = new MemorySource(file);
      const waiting: (() => void)[] = [];
      const source: ByteSource = {
        ...{ name: '', size: file.length, close: () => {} },
        readInto: (target, at, length, position) => whole.readInto(target, at, length, position),
        readAhead: (target, at, length, position, done) => {
          const act = (): void => {
            if (way === 'in vain') {
              // Half of it came, then an error.
              whole.readInto(target, at, length >> 1, position);
              done(0);
            } else done(whole.readInto(target, at, length, position));
          };
          if (way === 'at once') act();
          else if (way !== 'never') waiting.push(act);
        },
      };
      const pages = new Pages(source);
      for (const page of [...Array.from({ length: 60 }, (_, i) => i + 1), 3, 59, 1, 30, 31, 32]) {
        assert.equal(contentOf(pages, page)[200], page % 251, `${way}, page ${page}`);
        if (page % 7 === 0) {
          for (const act of waiting.splice(0)) act();
          await setImmediate();
        }
      }
    }
  });

  it('are asked for a megabyte at a time, each once and before they are needed', () => {
    const file = fileOf({ pageSize: 65536, pages: 60 });
    const whole = new MemorySource(file);
    const asked: number[][] = [];
    const source: ByteSource = {
      ...{ name: '', size: file.length, close: () => {} },
      readInto: (target, at, length, position) => whole.readInto(target, at, length, position),
      readAhead: (target, at, length, position, done) => {
        asked.push([position / 65536 + 1, length / 65536]);
        done(whole.readInto(target, at, length, position));
      },
    };
    const pages = new Pages(source);
    const before: number[] = [];
    for (let page = 1; page <= 60; page++) {
      pages.load(page);
      before.push(asked.length);
    }
    // Blocks of four pages, groups of four blocks; the last group has three.
    assert.deepEqual(asked, [
      [17, 16],
      [33, 16],
      [49, 12],
    ]);
    assert.deepEqual([before[3], before[4], before[19], before[20], before[36]], [0, 1, 1, 2, 3]);
    for (const page of [3, 2, 50, 10, 40]) pages.load(page);
    assert.equal(asked.length, 3, 'nothing is asked for by those who jump about');
  });

  it('hold what the file holds in whatever order, when other threads bring all, a part or nothing, at once or later', async () => {
    const file = fileOf({ pageSize: 65536, pages: 90 });
    const whole = new MemorySource(file);
    const run = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 40 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(run, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.constantFrom(0, 0.3, 0.5, 0.7, 1), fc.nat(9)), { minLength: 1, maxLength: 9 }),
        async (runs, ways) => {
          const coming: { after: number; act: () => void }[] = [];
          let asked = 0;
          const source: ByteSource = {
            ...{ name: '', size: file.length, close: () => {} },
            readInto: (target, at, length, position) => whole.readInto(target, at, length, position),
            readAhead: (target, at, length, position, done) => {
              const [share, after] = ways[asked++ % ways.length]!;
              const act = (): void => done(whole.readInto(target, at, Math.floor(length * share), position));
              coming.push({ after, act });
            },
          };
          const pages = new Pages(source);
          for (const [from, count] of runs)
            for (let page = from; page < Math.min(91, from + count); page++) {
              const at = pages.load(page);
              // What other threads bring must not touch the page that is being looked at.
              for (const one of coming.filter(({ after }) => after === page % 10)) {
                coming.splice(coming.indexOf(one), 1);
                one.act();
              }
              const found = pages.bytes.subarray(at, at + 65536);
              const expected = file.subarray((page - 1) * 65536, page * 65536);
              assert.ok(found.equals(expected), `page ${page}`);
            }
        },
      ),
      { numRuns: 40 },
    );
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
    gone = true;
    // Eight blocks of four pages later: it comes to lie where the first block does.
    assert.throws(() => pages.load(33), PageFault);
    gone = false;
    assert.equal(contentOf(pages, 1)[200], 1, 'what lay in its place is read anew');
    assert.equal(contentOf(pages, 33)[0], 33);
  });
});
