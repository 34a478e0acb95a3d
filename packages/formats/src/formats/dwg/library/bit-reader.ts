import { library } from './load.ts';
import { override } from './override.ts';

/**
 * The parts of a library reader that are used below: a position in bytes and, unless 0, the number of bits of
 * `_lastByte` (the byte before the position) that were already read.
 */
interface BitReader {
  readonly _stream: Uint8Array;
  _position: number;
  _lastByte: number;
  bitShift: number;
  /** End of the current object, with some room; undefined outside of objects. */
  guardEnd?: number;
  readByte(): number;
  read2Bits(): number;
  readDouble(): number;
}

/** Handles are assigned consecutively; none comes near this. */
const MOST_HANDLE = 2 ** 48;
/** Bytes after the end that count as 0: some readers look slightly farther than they need. */
const ROOM = 64;
const scratch = new DataView(new ArrayBuffer(8));

/** A read beyond the end of its section or object: the file is damaged there. */
class PastEnd extends RangeError {
  constructor() {
    super('the data end too early');
  }
}

/** Checks that the bytes `[from, to)` may be read. */
function check(reader: BitReader, from: number, to: number): void {
  if (from < 0 || to > reader._stream.length + ROOM || to > (reader.guardEnd ?? Infinity)) throw new PastEnd();
}

/** The next byte of the stream, at any shift. */
function take(reader: BitReader): number {
  const at = reader._position++;
  if (at < 0 || at >= reader._stream.length || at >= (reader.guardEnd ?? Infinity)) {
    check(reader, at, at + 1);
    return reader._stream[at] ?? 0;
  }
  return reader._stream[at]!;
}

/** Reads eight bytes into the scratch from index `to` on. */
function takeInto(reader: BitReader, to: number, count: number): void {
  const shift = reader.bitShift;
  if (shift === 0) for (let i = 0; i < count; i++) scratch.setUint8(to + i, take(reader));
  else {
    let last = reader._lastByte;
    for (let i = 0; i < count; i++) {
      const byte = take(reader);
      scratch.setUint8(to + i, ((last << shift) | (byte >>> (8 - shift))) & 255);
      last = byte;
    }
    reader._lastByte = last;
  }
}

/**
 * Replaces the lowest readers of the library. These stop at the end of their section (the library reads on forever, so
 * that a count or size from a damaged file kept it busy without end) and allocate no arrays per number. Source of the
 * codes: Open Design Specification, section 2.
 */
export function guardBitReader(): void {
  const { prototype } = library.DwgStreamReaderBase;

  override<(this: BitReader) => number>(
    prototype,
    'readByte',
    () =>
      function () {
        const last = this._lastByte;
        const byte = take(this);
        this._lastByte = byte;
        const shift = this.bitShift;
        return shift === 0 ? byte : ((last << shift) | (byte >>> (8 - shift))) & 255;
      },
  );

  override<(this: BitReader) => void>(
    prototype,
    'advanceByte',
    () =>
      function () {
        this._lastByte = take(this);
      },
  );

  override<(this: BitReader, length: number) => Uint8Array>(
    prototype,
    'readBytes',
    (original) =>
      function (length) {
        check(this, this._position, this._position + length);
        return original.call(this as never, length as never);
      },
  );

  override<(this: BitReader) => number>(
    prototype,
    'readDouble',
    () =>
      function () {
        takeInto(this, 0, 8);
        return scratch.getFloat64(0, true);
      },
  );

  // Bit code DD: the default itself, the default with new lower four or six bytes, or a whole number.
  override<(this: BitReader, value: number) => number>(
    prototype,
    'readBitDoubleWithDefault',
    () =>
      function (value) {
        const code = this.read2Bits();
        if (code === 0) return value;
        if (code === 3) return this.readDouble();
        scratch.setFloat64(0, value, true);
        if (code === 2) takeInto(this, 4, 2);
        takeInto(this, 0, 4);
        return scratch.getFloat64(0, true);
      },
  );

  // A handle: bytes from the highest to the lowest.
  override<(this: BitReader, length: number) => number>(
    prototype,
    '_readHandle',
    () =>
      function (length) {
        let value = 0;
        for (let i = 0; i < length; i++) value = value * 256 + this.readByte();
        // The library continues counting from the largest handle; where numbers are no longer exact it would count
        // forever.
        if (value > MOST_HANDLE) throw new RangeError('a handle has too many digits');
        return value;
      },
  );
}
