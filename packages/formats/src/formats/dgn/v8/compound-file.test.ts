import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';
import { CompoundFile } from './compound-file.ts';

const END = 0xfffffffe;
const FREE = 0xffffffff;
const MINI = 64;
const CUTOFF = 4096;

interface Built {
  readonly file: Buffer;
  /** First sector of each stream, in plain or mini sectors. */
  readonly firsts: readonly number[];
  /** Position in the file of the table entry of a sector or mini sector. */
  readonly tableAt: (sector: number) => number;
  readonly miniTableAt: (sector: number) => number;
  readonly directoryAt: number;
}

/**
 * A hand-made compound file of version 3 or 4: one table sector, streams in the root, small ones in mini sectors
 * ([MS-CFB] 2).
 */
function built(streams: readonly Uint8Array[], shift: 9 | 12): Built {
  const sector = 1 << shift;
  const sectors: Buffer[] = [Buffer.alloc(sector, 0xff)];
  const table: number[] = [0xfffffffd];
  const add = (bytes: Uint8Array): number => {
    const first = sectors.length;
    const count = Math.ceil(bytes.length / sector);
    for (let i = 0; i < count; i++) {
      const part = Buffer.alloc(sector);
      part.set(bytes.subarray(i * sector, (i + 1) * sector));
      sectors.push(part);
      table.push(i + 1 < count ? first + i + 1 : END);
    }
    return count === 0 ? END : first;
  };
  const mini: Uint8Array[] = [];
  const miniTable: number[] = [];
  const firsts = streams.map((bytes) => {
    if (bytes.length >= CUTOFF) return add(bytes);
    const first = miniTable.length;
    const count = Math.ceil(bytes.length / MINI);
    const padded = new Uint8Array(count * MINI);
    padded.set(bytes);
    mini.push(padded);
    for (let i = 0; i < count; i++) miniTable.push(i + 1 < count ? first + i + 1 : END);
    return count === 0 ? END : first;
  });
  const miniBytes = Buffer.concat(mini);
  const rootFirst = add(miniBytes);
  const miniFirst = add(Buffer.from(Uint32Array.from(miniTable).buffer));
  const entries = Buffer.alloc(128 * (streams.length + 1));
  for (const [i, size] of [miniBytes.length, ...streams.map(({ length }) => length)].entries()) {
    const entry = entries.subarray(128 * i, 128 * (i + 1));
    const name = i === 0 ? 'Root Entry' : `S${i}`;
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = i === 0 ? 5 : 2;
    entry.writeUInt32LE(FREE, 68);
    entry.writeUInt32LE(i > 0 && i < streams.length ? i + 1 : FREE, 72);
    entry.writeUInt32LE(i === 0 && streams.length > 0 ? 1 : FREE, 76);
    entry.writeUInt32LE(i === 0 ? rootFirst : firsts[i - 1]!, 116);
    entry.writeUInt32LE(size, 120);
  }
  const directory = add(entries);
  for (const [i, next] of table.entries()) sectors[0]!.writeUInt32LE(next, 4 * i);
  const header = Buffer.alloc(sector);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(shift === 9 ? 3 : 4, 26);
  header.writeUInt16LE(shift, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniFirst, 60);
  header.writeUInt32LE(miniFirst === END ? 0 : Math.ceil((4 * miniTable.length) / sector), 64);
  header.writeUInt32LE(END, 68);
  header.fill(0xff, 76, 512);
  header.writeUInt32LE(0, 76);
  return {
    file: Buffer.concat([header, ...sectors]),
    firsts,
    tableAt: (at) => sector + 4 * at,
    miniTableAt: (at) => sector * (1 + miniFirst) + 4 * at,
    directoryAt: sector * (1 + directory),
  };
}

const open = (file: Uint8Array): CompoundFile => new CompoundFile(new MemorySource(file, 'x.dgn'));
const isDamaged = (error: unknown): boolean => error instanceof FormatError && error.code === 'cfb-damaged';
const bytesOf = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + seed) & 255);
const content = (file: CompoundFile): number[][] =>
  [...file.streams].sort((a, b) => Number(a.path.slice(2)) - Number(b.path.slice(2))).map((one) => [...file.read(one)]);

test('streams of any size are read, in sectors of both versions and in mini sectors', () => {
  const size = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.constantFrom(0, 63, 64, 65, 511, 512, 513, CUTOFF - 1, CUTOFF, CUTOFF + 1, 8192, 9000),
  );
  fc.assert(
    fc.property(fc.array(size, { maxLength: 5 }), fc.constantFrom(9 as const, 12 as const), (sizes, shift) => {
      const streams = sizes.map((length, i) => bytesOf(length, i));
      const file = open(built(streams, shift).file);
      assert.deepEqual(
        content(file),
        streams.map((bytes) => [...bytes]),
      );
      assert.equal(file.find('/S1')?.size, sizes[0]);
      assert.equal(file.find('/None'), undefined);
    }),
    { numRuns: 60 },
  );
});

test('a stream with a chain that ends early, leaves the file or is circular is damaged, not short', () => {
  const streams = [bytesOf(3 * CUTOFF, 1), bytesOf(1000, 2)];
  const { file, firsts, tableAt, miniTableAt } = built(streams, 9);
  const [plain, mini] = firsts as [number, number];
  for (const next of [END, FREE, 127, 1_000_000, 0xfffffff0]) {
    const broken = Buffer.from(file);
    broken.writeUInt32LE(next, tableAt(plain + 3));
    const opened = open(broken);
    assert.throws(() => opened.read(opened.find('/S1')!), isDamaged, `plain ${next}`);
    assert.deepEqual(opened.read(opened.find('/S2')!), streams[1], 'the other stream is intact');
    const small = Buffer.from(file);
    small.writeUInt32LE(next, miniTableAt(mini + 3));
    const other = open(small);
    assert.throws(() => other.read(other.find('/S2')!), isDamaged, `mini ${next}`);
    assert.deepEqual(other.read(other.find('/S1')!), streams[0]);
  }
  const ring = Buffer.from(file);
  ring.writeUInt32LE(plain, tableAt(plain + 1));
  const turning = open(ring);
  assert.equal(turning.read(turning.find('/S1')!).length, streams[0]!.length, 'a circular chain ends with the size');
});

test('a stream with a stated size beyond the file or its chain is damaged', () => {
  const { file, directoryAt } = built([bytesOf(5000, 1), bytesOf(100, 2)], 9);
  for (const [entry, size] of [
    [1, 0xffffffff],
    [1, file.length + 1],
    [1, 5000 + 512],
    [2, 2000],
    [2, 5000],
  ] as const) {
    const lying = Buffer.from(file);
    lying.writeUInt32LE(size, directoryAt + 128 * entry + 120);
    const opened = open(lying);
    assert.throws(() => opened.read(opened.find(`/S${entry}`)!), isDamaged, `${entry} ${size}`);
  }
});

describe('a wrong header is refused with the fault and its position', () => {
  const { file } = built([bytesOf(5000, 1)], 9);
  for (const [at, value, words] of [
    [0, 0, /signature/],
    [30, 10, /sector size is 2\^10/],
    [30, 0xffff, /sector size/],
    [44, 0xffffffff, /table sectors/],
    [44, 0x10000, /table sectors/],
    [48, 0x7fffffff, /directory/],
    [48, 0, /directory/],
    [48, 1, /root/],
    [76, 0x00ffffff, /outside the file/],
  ] as const)
    test(`${value} at ${at}`, () => {
      const lying = Buffer.from(file);
      if (at === 30) lying.writeUInt16LE(value, at);
      else lying.writeUInt32LE(value, at);
      assert.throws(
        () => open(lying),
        (error: unknown) => isDamaged(error) && words.test((error as Error).message),
        `${at} = ${value}`,
      );
    });
});

test('nested folders give paths; entries that contain themselves are visited once', () => {
  const { file, directoryAt } = built([bytesOf(10, 1), bytesOf(20, 2), bytesOf(30, 3)], 9);
  const nested = Buffer.from(file);
  // The second becomes a folder with the third, which names the first and itself again.
  nested[directoryAt + 128 * 2 + 66] = 1;
  nested.writeUInt32LE(FREE, directoryAt + 128 * 2 + 72);
  nested.writeUInt32LE(3, directoryAt + 128 * 2 + 76);
  nested.writeUInt32LE(3, directoryAt + 128 * 3 + 68);
  nested.writeUInt32LE(1, directoryAt + 128 * 3 + 72);
  nested.writeUInt32LE(2, directoryAt + 128 * 3 + 76);
  const opened = open(nested);
  assert.deepEqual(opened.streams.map(({ path }) => path).sort(), ['/S1', '/S2/S3']);
  assert.deepEqual(opened.read(opened.find('/S2/S3')!), bytesOf(30, 3));
});

test('any damaged byte gives streams or a code, in bounded time', () => {
  const { file } = built([bytesOf(9000, 1), bytesOf(700, 2), bytesOf(64, 3)], 9);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: file.length }),
      (changes, length) => {
        const damagedFile = Uint8Array.from(file.subarray(0, Math.max(length, 512)));
        for (const [at, value] of changes) damagedFile[Math.min(at, damagedFile.length - 1)] = value;
        try {
          const opened = open(damagedFile);
          for (const stream of opened.streams) {
            try {
              assert.equal(opened.read(stream).length, stream.size);
            } catch (error) {
              assert.ok(isDamaged(error), String(error));
            }
          }
        } catch (error) {
          assert.ok(isDamaged(error), String(error));
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('a directory whose entries are damaged says so, and keeps the others', () => {
  for (const [what, offset, bytes, found] of [
    ['a name of odd length', 64, [7], 'damaged entries of its directory: 1'],
    ['a name that is too long', 65, [0xb7], 'damaged entries of its directory: 1'],
    ['an unknown kind', 66, [9], 'damaged entries of its directory: 1'],
    ['an entry in use that is said to be free', 66, [0], 'damaged entries of its directory: 1'],
    ['a sibling that is no entry', 68, [9, 0, 0, 0], 'damaged entries of its directory: 1'],
    ['a sibling that is met again', 68, [2, 0, 0, 0], 'damaged entries of its directory: 1'],
    ['siblings that are lost', 72, [0xff, 0xff, 0xff, 0xff], 'entries of its directory that are in no folder: 1'],
  ] as const)
    test(what, () => {
      const { file, directoryAt } = built([bytesOf(100, 1), bytesOf(200, 2)], 9);
      assert.equal(open(file).damage, undefined);
      file.set(bytes, directoryAt + 128 + offset);
      const { damage, streams } = open(file);
      assert.equal(damage, found);
      assert.equal(streams.length > 0, !what.startsWith('an entry'));
    });
});
