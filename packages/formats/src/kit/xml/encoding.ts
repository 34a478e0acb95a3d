import type { ByteSource } from '../../core/byte-source.ts';
import { XmlError } from './failure.ts';

/** Bytes of the document in order, as UTF-8 without a byte order mark. */
export interface Utf8Stream {
  /** Encoding of the file, lower case. */
  readonly encoding: string;
  /** Fills at most `target[at, at + length)`; returns the number of bytes, 0 at the end. `length` is at least 16. */
  read(target: Uint8Array, at: number, length: number): number;
  /** Bytes taken from the source so far. */
  readonly consumed: number;
  /** Called before bytes are discarded: the first `count` of `bytes`. */
  pass(bytes: Uint8Array, count: number): void;
  /** Number of line feeds in the first `offset` discarded bytes; `offset` never decreases. */
  linesBefore(offset: number): number;
}

/** Line feeds in `bytes[from, to)`. */
export function countNewlines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (bytes[i] === NEWLINE) count++;
  return count;
}

/** The XML declaration must end within this many bytes. */
const DECLARATION_SIZE = 256;
const CHUNK = 64 * 1024;
const NEWLINE = 0x0a;
const PASS_THROUGH = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

class PlainStream implements Utf8Stream {
  readonly encoding = 'utf-8';
  readonly #source: ByteSource;
  readonly #start: number;
  consumed: number;
  #counted = 0;
  #lines = 0;

  constructor(source: ByteSource, start: number) {
    this.#source = source;
    this.#start = start;
    this.consumed = start;
  }

  /** Lines are only counted on demand, which never happens for a valid file. */
  pass(): void {}

  linesBefore(offset: number): number {
    const chunk = new Uint8Array(Math.min(CHUNK, offset - this.#counted));
    while (this.#counted < offset) {
      const length = Math.min(chunk.length, offset - this.#counted);
      const got = this.#source.readInto(chunk, 0, length, this.#start + this.#counted);
      if (got === 0) break;
      this.#lines += countNewlines(chunk, 0, got);
      this.#counted += got;
    }
    return this.#lines;
  }

  read(target: Uint8Array, at: number, length: number): number {
    const got = this.#source.readInto(target, at, length, this.consumed);
    this.consumed += got;
    return got;
  }
}

class DecodedStream implements Utf8Stream {
  readonly encoding: string;
  readonly #source: ByteSource;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #encoder = new TextEncoder();
  readonly #chunk: Uint8Array;
  #text = '';
  #ended = false;
  #lines = 0;
  consumed: number;

  constructor(source: ByteSource, start: number, encoding: string, decoder: InstanceType<typeof TextDecoder>) {
    this.#source = source;
    this.#chunk = new Uint8Array(Math.min(CHUNK, source.size));
    this.consumed = start;
    this.encoding = encoding;
    this.#decoder = decoder;
  }

  pass(bytes: Uint8Array, count: number): void {
    this.#lines += countNewlines(bytes, 0, count);
  }

  linesBefore(): number {
    return this.#lines;
  }

  read(target: Uint8Array, at: number, length: number): number {
    while (this.#text === '' && !this.#ended) {
      const got = this.#source.readInto(this.#chunk, 0, this.#chunk.length, this.consumed);
      this.consumed += got;
      this.#ended = got === 0;
      this.#text = this.#decoder.decode(this.#chunk.subarray(0, got), { stream: got > 0 });
    }
    const { read, written } = this.#encoder.encodeInto(this.#text, target.subarray(at, at + length));
    this.#text = this.#text.slice(read);
    return written;
  }
}

/**
 * Finds the encoding of a document from its byte order mark, the pattern of its first bytes or its declaration
 * (XML 1.0, appendix F) and returns its bytes as UTF-8.
 * @throws XmlError `xml-encoding` if the declared encoding is unknown or contradicts the bytes
 */
export function openUtf8(source: ByteSource): Utf8Stream {
  const head = new Uint8Array(DECLARATION_SIZE);
  const size = Math.min(DECLARATION_SIZE, source.size);
  let got = 0;
  for (let more = 1; got < size && more > 0; got += more) more = source.readInto(head, got, size - got, got);
  const [a, b, c, d] = head;
  if (got >= 2 && a === 0xff && b === 0xfe) return decoded(source, 2, 'utf-16le');
  if (got >= 2 && a === 0xfe && b === 0xff) return decoded(source, 2, 'utf-16be');
  if (got >= 4 && a === 0x3c && b === 0 && c !== 0 && d === 0) return decoded(source, 0, 'utf-16le');
  if (got >= 4 && a === 0 && b === 0x3c && c === 0 && d !== 0) return decoded(source, 0, 'utf-16be');
  const start = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(
    Buffer.from(head.buffer, start, Math.max(0, got - start)).toString('latin1'),
  );
  const encoding = (declaration?.[1] ?? 'utf-8').toLowerCase();
  if (PASS_THROUGH.has(encoding) || start === 3) return new PlainStream(source, start);
  if (encoding.startsWith('utf-16') || encoding.startsWith('ucs') || encoding.startsWith('iso-10646')) {
    throw new XmlError('xml-encoding', `the declaration says ${encoding}, but the bytes are not in that encoding`, 1);
  }
  return decoded(source, 0, encoding);
}

function decoded(source: ByteSource, start: number, encoding: string): Utf8Stream {
  try {
    return new DecodedStream(source, start, encoding, new TextDecoder(encoding, { ignoreBOM: true }));
  } catch (error) {
    // TextDecoder throws a RangeError only for an unknown label.
    if (!(error instanceof RangeError)) throw error;
    throw new XmlError('xml-encoding', `the encoding "${encoding.slice(0, 40)}" is unknown; save the file as UTF-8`, 1);
  }
}
