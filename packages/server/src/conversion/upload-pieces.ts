import { Readable } from 'node:stream';

/** Cuts a stream into pieces. If it breaks, the piece ends with the data received so far. */
export class UploadPieces {
  readonly #source: AsyncIterator<Buffer>;
  readonly #size: number;
  #next: Buffer | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  /** @param size most bytes of a piece */
  constructor(source: AsyncIterable<Buffer>, size: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#size = size;
  }

  /** Whether there is another piece. */
  async hasMore(): Promise<boolean> {
    while (!this.#isOver && (this.#next === undefined || this.#next.length === 0)) await this.#read();
    return this.#next !== undefined && this.#next.length > 0;
  }

  /** The next piece, to be read to its end. */
  piece(): Readable {
    return Readable.from(this.#piece(), { objectMode: false });
  }

  /** @throws the error of the broken stream */
  requireWhole(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async *#piece(): AsyncGenerator<Buffer> {
    let left = this.#size;
    while (left > 0 && (await this.hasMore())) {
      const chunk = this.#next!;
      this.#next = chunk.subarray(left);
      const part = chunk.subarray(0, left);
      left -= part.length;
      yield part;
    }
  }

  async #read(): Promise<void> {
    this.#next = undefined;
    try {
      const { value, done } = await this.#source.next();
      this.#isOver = done === true;
      if (!this.#isOver) this.#next = value;
    } catch (error) {
      this.#failure = { error };
      this.#isOver = true;
    }
  }
}
