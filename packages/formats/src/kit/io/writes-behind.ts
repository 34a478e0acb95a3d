import { close, fdatasync, write } from 'node:fs';
import { FLUSH } from './durable.ts';

/** After so many bytes what was written is sent on to the disk, so that little is left to be waited for at the end. */
const SYNC_EVERY = 1 << 24;

/**
 * Writes to a file while its maker goes on: the places of a buffer are handed to the threads of libuv, each with the position it belongs to, and are
 * free again when the event loop has heard that they are in the file. Nobody waits in between: while all places are under way the maker writes
 * himself. An error of any write is thrown at the next one, or by `settle`.
 */
export class WritesBehind {
  readonly #descriptor: number;
  readonly #buffer: Uint8Array;
  /** Per place: whether it is under way. */
  readonly #busy: boolean[];
  #pending = 0;
  #error: NodeJS.ErrnoException | undefined;
  #settled: (() => void) | undefined;
  #unsynced = 0;
  #syncing = false;

  /** @param buffer that has `places` places of the same size */
  constructor(descriptor: number, buffer: Uint8Array, places: number) {
    this.#descriptor = descriptor;
    this.#buffer = buffer;
    this.#busy = new Array<boolean>(places).fill(false);
  }

  /** A place that is free beside the one in use; -1 when there is none. @throws what an earlier write met */
  free(inUse: number): number {
    if (this.#error !== undefined) throw this.#error;
    return this.#busy.findIndex((busy, place) => !busy && place !== inUse);
  }

  /** Puts `buffer[from, to)`, which lies in `place`, under way to the file's `position`. */
  start(place: number, from: number, to: number, position: number): void {
    this.#busy[place] = true;
    this.#pending++;
    this.#write(place, from, to, position);
    this.#unsynced += to - from;
    if (FLUSH && this.#unsynced >= SYNC_EVERY && !this.#syncing) this.#sync();
  }

  /** Waits until nothing is under way. @throws what one of the writes met */
  async settle(): Promise<void> {
    if (this.#pending > 0)
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    if (this.#error !== undefined) throw this.#error;
  }

  /** Closes the file as soon as nothing is under way: its number must not become that of another file before. */
  closeWhenSettled(): void {
    // Neither what a write met nor the closing is of interest any more: the file is given up for another reason.
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
