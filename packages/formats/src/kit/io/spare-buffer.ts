/**
 * A large buffer that one file after another uses. New memory of this size counts for V8 as a reason to collect all
 * garbage every few files.
 */
export class SpareBuffer {
  readonly #size: number;
  #spare: ArrayBuffer | undefined;

  /** @param size in bytes */
  constructor(size: number) {
    this.#size = size;
  }

  /** The spare one or another; it may hold anything. */
  take(): ArrayBuffer {
    // Not filled with zeros: most files are smaller than the buffer.
    const taken = this.#spare ?? Buffer.allocUnsafeSlow(this.#size).buffer;
    this.#spare = undefined;
    return taken;
  }

  /** Keeps a buffer, which nothing uses any more, for the next file. */
  giveBack(buffer: ArrayBuffer): void {
    this.#spare = buffer;
  }
}
