import { close, fdatasync, write } from 'node:fs';
import { FLUSH } from './durable.ts';

/** Number of bytes after which the written data is synced, so that the final sync is short. */
const SYNC_EVERY = 1 << 24;

/**
 * Writes to a file in the background. Full buffer places are handed to libuv's threads, each with its position in the
 * file, and become free when the event loop reports the write as done. The caller never waits: while all places are
 * busy it writes synchronously. The error of any write is thrown by the next `free` or by `settle`.
 */
export class WritesBehind {
  readonly #descriptor: number;
  readonly #buffer: Uint8Array;
  /** Per place: whether it is being written. */
  readonly #busy: boolean[];
  #pending = 0;
  #error: NodeJS.ErrnoException | undefined;
  #settled: (() => void) | undefined;
  #unsynced = 0;
  #syncing = false;

  /** @param buffer consists of `places` places of equal size */
  constructor(descriptor: number, buffer: Uint8Array, places: number) {
    this.#descriptor = descriptor;
    this.#buffer = buffer;
    this.#busy = new Array<boolean>(places).fill(false);
  }

  /** A free place other than the current one; -1 if all are busy. @throws the error of an earlier write */
  free(inUse: number): number {
    if (this.#error !== undefined) throw this.#error;
    return this.#busy.findIndex((busy, place) => !busy && place !== inUse);
  }

  /** Starts writing `buffer[from, to)`, which is in `place`, at the file's `position`. */
  start(place: number, from: number, to: number, position: number): void {
    this.#busy[place] = true;
    this.#pending++;
    this.#write(place, from, to, position);
    this.#unsynced += to - from;
    if (FLUSH && this.#unsynced >= SYNC_EVERY && !this.#syncing) this.#sync();
  }

  /** Waits for all pending writes. @throws the error of any of them */
  async settle(): Promise<void> {
    if (this.#pending > 0)
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    if (this.#error !== undefined) throw this.#error;
  }

  /** Closes the file after all pending writes. Closed earlier, its descriptor could be reused for another file. */
  closeWhenSettled(): void {
    // Errors are ignored here: the file is being abandoned for another reason.
    const end = (): void => close(this.#descriptor, () => {});
    this.settle().then(end, end);
  }

  #write(place: number, from: number, to: number, position: number): void {
    write(this.#descriptor, this.#buffer, from, to - from, position, (error, written) => {
      if (error === null && written < to - from) {
        this.#write(place, from + written, to, position + written);
        return;
      }
      this.#busy[place] = false;
      this.#end(error);
    });
  }

  #sync(): void {
    this.#syncing = true;
    this.#unsynced = 0;
    this.#pending++;
    fdatasync(this.#descriptor, (error) => {
      this.#syncing = false;
      this.#end(error);
    });
  }

  #end(error: NodeJS.ErrnoException | null): void {
    this.#error ??= error ?? undefined;
    if (--this.#pending === 0) this.#settled?.();
  }
}
