import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as published from '@node-projects/acad-ts';
import fc from 'fast-check';
import { library } from './library.ts';
import { override } from './override.ts';

/** A reader of either library over the same bytes. */
interface Reader {
  position: number;
  bitShift: number;
  guardEnd?: number;
  readBit(): boolean;
  read2Bits(): number;
  readByte(): number;
  readBytes(length: number): Uint8Array;
  readDouble(): number;
  readBitDouble(): number;
  readBitShort(): number;
  readBitDoubleWithDefault(value: number): number;
  handleReference(): number;
  readVariableText(): string;
}

const readerOf = (from: typeof published, version: published.ACadVersion, bytes: Uint8Array): Reader =>
  from.DwgStreamReaderBase.getStreamHandler(version, bytes) as unknown as Reader;

test('the bundled file exports the same names as the library', () => {
  assert.deepEqual(Object.keys(library).sort(), Object.keys(published).sort());
  for (const [name, value] of Object.entries(library)) if (typeof value === 'function') assert.equal(value.name, name);
  assert.notEqual(library.Line, published.Line, 'it is a separate copy: the published one is unchanged');
});

const STEPS = {
  bit: (reader: Reader) => reader.readBit(),
  pair: (reader: Reader) => reader.read2Bits(),
  byte: (reader: Reader) => reader.readByte(),
  bytes: (reader: Reader) => Array.from(reader.readBytes(3)),
  double: (reader: Reader) => reader.readDouble(),
  bitDouble: (reader: Reader) => reader.readBitDouble(),
  bitShort: (reader: Reader) => reader.readBitShort(),
  default: (reader: Reader) => reader.readBitDoubleWithDefault(1234.5678),
  handle: (reader: Reader) => reader.handleReference(),
} as const;

test('numbers, handles and bytes are read as by the library, at any bit', () => {
  const step = fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]));
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 200, maxLength: 400 }),
      fc.array(step, { maxLength: 12 }),
      (bytes, steps) => {
        const version = published.ACadVersion.AC1032;
        const [ours, theirs] = [readerOf(library, version, bytes), readerOf(published, version, bytes)];
        for (const name of steps) {
          let [a, b]: unknown[] = [];
          try {
            b = STEPS[name](theirs);
            a = STEPS[name](ours);
          } catch {
            // A code that does not exist ends the reading in both; a handle that is too large only in ours.
            return;
          }
          assert.deepEqual([a, ours.position, ours.bitShift], [b, theirs.position, theirs.bitShift], name);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a reading ends shortly after the end of the data, or of the current object', () => {
  const bytes = new Uint8Array(100).fill(0xff);
  const reader = readerOf(library, library.ACadVersion.AC1015, bytes);
  reader.position = 100;
  for (let i = 0; i < 64; i++) assert.equal(reader.readByte(), 0);
  assert.throws(() => reader.readByte(), /the data end too early/);
  reader.position = 0;
  reader.guardEnd = 10;
  for (let i = 0; i < 10; i++) reader.readByte();
  assert.throws(() => reader.readByte(), /the data end too early/);
  // Sizes are checked before memory is allocated.
  assert.throws(() => reader.readBytes(2 ** 31), /the data end too early/);
});

test('a handle with more digits than a number can hold is refused', () => {
  const bytes = Uint8Array.of(0x0a, ...new Array<number>(10).fill(0xff));
  assert.throws(() => readerOf(library, library.ACadVersion.AC1015, bytes).handleReference(), /too many digits/);
});

test('a packed page that would unpack to more than its room is refused at once', () => {
  // A run of literal bytes with a length over many bytes: 255 for each that is 0.
  const of2004 = new Uint8Array(1_000_000);
  assert.throws(() => library.DwgLZ77AC18Decompressor.decompress(of2004, 0, 100), /unpacks to more/);
  const of2007 = new Uint8Array(1_000_000).fill(0xff);
  assert.throws(
    () => library.DwgLZ77AC21Decompressor.decompress(of2007, 0, of2007.length, new Uint8Array(100)),
    /unpacks to more/,
  );
  assert.throws(
    () => library.DwgLZ77AC21Decompressor.decompress(of2007, 0, 2 ** 50, new Uint8Array(100)),
    /unpacks to more/,
  );
});

test('attributes are not moved by their reference', () => {
  const attribute = new library.AttributeEntity();
  attribute.insertPoint = new library.XYZ(5, 6, 7);
  const insert = new library.Insert(new library.BlockRecord('B'));
  insert.insertPoint = new library.XYZ(100, 200, 300);
  insert.applyAttributeTransform(attribute);
  assert.deepEqual({ ...attribute.insertPoint }, { ...new library.XYZ(5, 6, 7) });
});

test('a method that a later version of the library no longer has is an error at once', () => {
  assert.throws(() => override(library.Line.prototype, 'noSuchMethod', (original) => original), /noSuchMethod/);
});

test('block headers equal the bytes that the library writes, with any number of handles', () => {
  const { prototype } = library.DwgObjectWriter as unknown as { prototype: Record<string, unknown> };
  const name = '_writeBlockHeader';
  const ours = prototype[name];
  const theirs = (published.DwgObjectWriter as unknown as typeof library.DwgObjectWriter).prototype as unknown;
  const draw = (version: published.ACadVersion): published.CadDocument => {
    const document = new library.CadDocument();
    document.header!.version = version;
    const symbol = new library.BlockRecord('TREE');
    document.blockRecords!.add(symbol);
    for (let i = 0; i < 40; i++) {
      symbol.entities.add(new library.Line(new library.XYZ(i, 0, 0), new library.XYZ(i, 1, 0)));
      const insert = new library.Insert(symbol);
      insert.insertPoint = new library.XYZ(i, i, 0);
      document.modelSpace!.entities.add(insert);
    }
    return document;
  };
  // Only the objects: other sections contain the time.
  const objectsOf = (version: published.ACadVersion, method: unknown): Uint8Array => {
    prototype[name] = method;
    const document = draw(version);
    const writer = new library.DwgObjectWriter(new Uint8Array(0), document, 'latin1') as unknown as {
      write(): void;
      getWrittenData(): Uint8Array;
    };
    writer.write();
    return writer.getWrittenData();
  };
  try {
    for (const version of ['AC1014', 'AC1015', 'AC1018', 'AC1027', 'AC1032'] as const) {
      const release = library.ACadVersion[version];
      const [a, b] = [objectsOf(release, ours), objectsOf(release, (theirs as Record<string, unknown>)[name])];
      assert.ok(a.length > 2000, `${version}: ${a.length} bytes`);
      assert.deepEqual(a, b, version);
    }
  } finally {
    prototype[name] = ours;
  }
});
