import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { FormatError } from './failure.ts';

/** A file to read: random access, synchronous (readers run in their own process). */
export interface ByteSource {
  /** File name without folder, for detection by extension and for reports. */
  readonly name: string;
  readonly size: number;
  /** Path, if it is a file on disk; SQLite readers need it. */
  readonly path?: string;
  /** Fills `target[at, at + length)` from `position`; returns the number of bytes read. */
  readInto(target: Uint8Array, at: number, length: number, position: number): number;
  close(): void;
}

/** A source over bytes in memory. */
export class MemorySource implements ByteSource {
  readonly name: string;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, name = '') {
    this.#bytes = bytes;
    this.name = name;
  }

  get size(): number {
    return this.#bytes.length;
  }

  readInto(target: Uint8Array, at: number, length: number, position: number): number {
    const part = this.#bytes.subarray(position, position + length);
    target.set(part, at);
    return part.length;
  }

  close(): void {}
}

/** A source over a file on disk; call `close` when done. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly #descriptor: number;

  /**
   * @param path the file @param name its name in reports, by default the file's own
   * @throws the operating system's error if it cannot be opened
   */
  constructor(path: string, name = basename(path)) {
    this.#descriptor = openSync(path, 'r');
    this.path = path;
    this.name = name;
    this.size = fstatSync(this.#descriptor).size;
  }

  readInto(target: Uint8Array, at: number, length: number, position: number): number {
    return readSync(this.#descriptor, target, at, length, position);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/**
 * Reads exactly `[position, position + length)`.
 * @throws FormatError `unexpected-end` if the source ends before
 */
export function readBytes(source: ByteSource, position: number, length: number): Uint8Array {
  if (position < 0 || length < 0 || position + length > source.size) {
    throw new FormatError(
      'unexpected-end',
      { size: source.size, missing: `${length} bytes at offset ${position}` },
      position,
    );
  }
  const bytes = new Uint8Array(length);
  readFully(source, bytes, position, length);
  return bytes;
}

/**
 * Fills the first `length` bytes of a target from a position of the source.
 * @throws FormatError `unexpected-end` if the source ends before
 */
export function readFully(source: ByteSource, target: Uint8Array, position: number, length: number): void {
  let got = 0;
  while (got < length) {
    const count = source.readInto(target, got, length - got, position + got);
    if (count === 0) {
      const size = position + got;
      throw new FormatError('unexpected-end', { size, missing: `${length - got} bytes that it had before` }, size);
    }
    got += count;
  }
}

/** Reads the whole source; only for formats that are small or need all of it. */
export function readAll(source: ByteSource): Uint8Array {
  return readBytes(source, 0, source.size);
}
