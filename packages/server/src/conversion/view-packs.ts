import { buffer } from 'node:stream/consumers';
import { PACK_HEAD, type PackIndex } from '@fieldbridge/view-wire';
import type { Blobs } from '../storage/port/blobs.ts';
import { unlessGone } from './read-blob.ts';

/** Most indexes kept in memory; the least recently used one is dropped first. */
const MOST_KEPT = 32;
/** Longest index, in bytes: a few hundred thousand blocks. */
const MOST_INDEX = 16 * 2 ** 20;

interface Opened {
  readonly index: PackIndex;
  /** Where the blocks begin. */
  readonly start: number;
}

/** Reads single blocks of packed views. */
export class ViewPacks {
  readonly #blobs: Blobs;
  readonly #opened = new Map<string, Promise<Opened>>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** A block, still compressed; undefined if the view has no such block. @throws ProblemError when the view is gone */
  async block(blob: string, name: string): Promise<Buffer | undefined> {
    const { index, start } = await this.#open(blob);
    if (!Object.hasOwn(index, name)) return undefined;
    const [offset, length] = index[name]!;
    return this.#read(blob, start + offset, length);
  }

  #open(blob: string): Promise<Opened> {
    const kept = this.#opened.get(blob);
    const opened = kept ?? this.#readIndex(blob);
    this.#opened.delete(blob);
    this.#opened.set(blob, opened);
    if (kept === undefined) opened.catch(() => this.#opened.delete(blob));
    if (this.#opened.size > MOST_KEPT) this.#opened.delete(this.#opened.keys().next().value!);
    return opened;
  }

  async #readIndex(blob: string): Promise<Opened> {
    const length = (await this.#read(blob, 0, PACK_HEAD)).readUInt32LE();
    if (length > MOST_INDEX) throw new RangeError(`the view ${blob} has an index of ${length} bytes`);
    const text = await this.#read(blob, PACK_HEAD, length);
    return { index: JSON.parse(text.toString('utf8')) as PackIndex, start: PACK_HEAD + length };
  }

  async #read(blob: string, start: number, length: number): Promise<Buffer> {
    return buffer(await unlessGone(this.#blobs.send(blob, { start, end: start + length - 1 })));
  }
}
