import { type ByteSource, FileSource } from '../../../core/byte-source.ts';
import type { ReadContext } from '../../../core/format.ts';
import { HelperThread } from '../../../kit/thread/helper-thread.ts';
import { SlotRing } from '../../../kit/thread/slot-ring.ts';
import { isBinary } from '../binary-tags.ts';
import type { Tape } from '../tape.ts';
import { type BatchNotes, readBatch } from './batch.ts';
import type { Handover } from './recorder.ts';
import type { LargerSlot, RecorderGiven } from './recorder-thread.ts';

/** What records the entities of a drawing beside the thread that draws them. */
export interface Ahead {
  /** Waits until it could take over, where tests want to know what runs where; at once otherwise. */
  ready(): Promise<void>;
  /** Whether the recording from `offset` on can be handed over now. */
  takes(offset: number): boolean;
  /** Has everything from here to the end of the section recorded. */
  handOver(handover: Handover): void;
  /** Turns a tape to the next batch, which lies there until `done`. @throws what the recording met, when all before it was drawn */
  next(tape: Tape): Promise<BatchNotes>;
  /** Gives the batch at hand back. */
  done(): void;
  /** Ends it, whatever it does. */
  end(): void;
}

/** Begins to record a drawing ahead, where that is allowed and worth it. */
export type BeginAhead = (source: ByteSource, context: ReadContext) => Ahead | undefined;

/** When a thread is worth its start: sizes in bytes. */
export interface Worth {
  /** Smaller files are read before a thread would be of use. */
  readonly size: number;
  /** What must be left of a file to be handed over. */
  readonly rest: number;
  /** Whether to wait until the thread is ready, and not to record here meanwhile: for tests, which want to know what runs where. */
  readonly waits: boolean;
}
const WORTH: Worth = { size: 32 << 20, rest: 4 << 20, waits: false };
/** Batches that may lie between the two threads, and the bytes they have at first. */
const SLOTS = 8;
const SLOT_SIZE = 1 << 19;

/**
 * The entities of a drawing, recorded by another thread while this one draws those before. That thread starts with the reading, and
 * whatever comes before it is ready is recorded here.
 */
export class EntitiesAhead implements Ahead {
  readonly #ring = new SlotRing(SLOTS);
  readonly #memories = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT_SIZE));
  readonly #sizes = new Int32Array(new SharedArrayBuffer(4 * SLOTS)).fill(SLOT_SIZE);
  /** Set by the thread when it can take over: a message would be seen only when this one pauses. */
  readonly #isReady = new Int32Array(new SharedArrayBuffer(4));
  readonly #thread: HelperThread;
  readonly #worth: Worth;
  readonly #size: number;
  #isUsed = false;

  private constructor({ path, identity, size }: FileSource, signal: AbortSignal, worth: Worth) {
    this.#worth = worth;
    this.#size = size;
    const given: RecorderGiven = {
      ...{ path, identity, ring: this.#ring.memory },
      ...{ slots: this.#memories, sizes: this.#sizes, ready: this.#isReady },
    };
    const module = new URL('./recorder-thread.ts', import.meta.url);
    this.#thread = new HelperThread({ module, given, signal, said: this.#hear, over: () => this.#ring.close() });
  }

  /** Starts a thread for a drawing, where that is allowed and worth it. */
  static begin(source: ByteSource, { threads = 0, signal }: ReadContext, worth = WORTH): Ahead | undefined {
    if (threads < 1 || !(source instanceof FileSource) || source.size < worth.size || isBinary(source))
      return undefined;
    return new EntitiesAhead(source, signal, worth);
  }

  async ready(): Promise<void> {
    if (!this.#worth.waits) return;
    while (Atomics.load(this.#isReady, 0) === 0 && !this.#thread.isOver) await this.#thread.awaited(turn());
  }

  takes(offset: number): boolean {
    if (this.#isUsed || this.#thread.isOver || this.#size - offset < this.#worth.rest) return false;
    return Atomics.load(this.#isReady, 0) === 1;
  }

  handOver(handover: Handover): void {
    this.#isUsed = true;
    this.#thread.send(handover);
  }

  async next(tape: Tape): Promise<BatchNotes> {
    let slot = this.#ring.filled;
    if (slot < 0) slot = await this.#thread.awaited(this.#ring.untilFilled());
    if (slot < 0) throw this.#failure();
    // More memory for a slot comes by a message, which may be under way.
    while (this.#memories[slot]!.byteLength !== this.#sizes[slot]) {
      if (this.#thread.isOver) throw this.#failure();
      await turn();
    }
    const { recorded, notes } = readBatch(this.#memories[slot]!);
    tape.lookAt(recorded);
    return notes;
  }

  done(): void {
    this.#ring.empty();
  }

  end(): void {
    this.#thread.end();
  }

  #failure(): Error {
    return this.#thread.failure ?? new Error('the thread that records entities ended before their section did');
  }

  #hear = (message: unknown): void => {
    const { slot, memory } = message as LargerSlot;
    this.#memories[slot] = memory;
  };
}

/** A turn of the event loop, in which messages are heard. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
