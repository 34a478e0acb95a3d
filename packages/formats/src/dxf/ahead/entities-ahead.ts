import type { ReadContext } from '../../format.ts';
import { type ByteSource, FileSource } from '../../io/byte-source.ts';
import { HelperThread } from '../../thread/helper-thread.ts';
import { SlotRing } from '../../thread/slot-ring.ts';
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
const WORTH: Worth = { size: 8 << 20, rest: 2 << 20, waits: false };
const SLOTS = 4;
const NOT_DONE = (): Error => new Error('the thread that records ended before its section did');
const SLOT_SIZE = 1 << 19;

/**
 * The entities of a drawing, recorded by another thread while this one draws those before. That thread starts with the reading, and
 * whatever comes before it is ready is recorded here.
 */
export class EntitiesAhead implements Ahead {
  readonly #ring = new SlotRing(SLOTS);
  readonly #memories = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT_SIZE));
  readonly #sizes = new Int32Array(new SharedArrayBuffer(4 * SLOTS)).fill(SLOT_SIZE);
  readonly #thread: HelperThread;
  readonly #worth: Worth;
  readonly #size: number;
  readonly #started = Promise.withResolvers<void>();
  #isReady = false;
  #isUsed = false;

  private constructor(source: FileSource, signal: AbortSignal, worth: Worth) {
    this.#worth = worth;
    const { path, identity, size } = source;
    const given: RecorderGiven = {
      ...{ path, identity, ring: this.#ring.memory },
      ...{ slots: this.#memories, sizes: this.#sizes },
    };
    this.#size = size;
    const module = new URL('./recorder-thread.ts', import.meta.url);
    this.#thread = new HelperThread({ module, given, signal, said: this.#hear, over: this.#close });
  }

  /** Starts a thread for a drawing, where that is allowed and worth it. */
  static begin(source: ByteSource, { threads = 0, signal }: ReadContext, worth = WORTH): Ahead | undefined {
    if (threads < 1 || !(source instanceof FileSource) || source.size < worth.size || isBinary(source))
      return undefined;
    return new EntitiesAhead(source, signal, worth);
  }

  async ready(): Promise<void> {
    if (this.#worth.waits) await this.#thread.awaited(this.#started.promise);
  }

  takes(offset: number): boolean {
    return this.#isReady && !this.#isUsed && !this.#thread.isOver && this.#size - offset >= this.#worth.rest;
  }

  handOver(handover: Handover): void {
    this.#isUsed = true;
    this.#thread.send(handover);
  }

  async next(tape: Tape): Promise<BatchNotes> {
    let slot = this.#ring.filled;
    if (slot < 0) slot = await this.#thread.awaited(this.#ring.untilFilled());
    if (slot < 0) throw this.#thread.failure ?? NOT_DONE();
    while (this.#memories[slot]!.byteLength !== this.#sizes[slot]) {
      if (this.#thread.isOver) throw this.#thread.failure ?? NOT_DONE();
      await new Promise<void>((resolve) => setImmediate(resolve));
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

  #close = (): void => {
    this.#ring.close();
    this.#started.resolve();
  };

  #hear = (message: unknown): void => {
    if (message === 'ready') {
      this.#isReady = true;
      this.#started.resolve();
    } else {
      const { slot, memory } = message as LargerSlot;
      this.#memories[slot] = memory;
    }
  };
}
