import type { ByteSource } from '../../../core/byte-source.ts';
import { SlotRing } from '../../../kit/thread/slot-ring.ts';
import { type BatchNotes, readBatch } from '../ahead/batch.ts';
import type { Ahead, BeginAhead } from '../ahead/entities-ahead.ts';
import { type BatchSize, type Handover, recordEntities } from '../ahead/recorder.ts';
import type { Tape } from '../tape.ts';

/** Batches that a drawing of the tests may have: none is given back before the last. */
const SLOTS = 1 << 16;

/** Records ahead as the thread does, but in the thread of the test, so that hundreds of drawings can be. */
class AheadHere implements Ahead {
  readonly #source: ByteSource;
  readonly #size: BatchSize;
  readonly #from: number;
  readonly #ring = new SlotRing(SLOTS);
  readonly #memories: SharedArrayBuffer[] = [];
  #isUsed = false;
  #failure: unknown;

  constructor(source: ByteSource, size: BatchSize, from: number) {
    this.#source = source;
    this.#size = size;
    this.#from = from;
  }

  async ready(): Promise<void> {}

  takes(offset: number): boolean {
    return !this.#isUsed && offset >= this.#from;
  }

  handOver(handover: Handover): void {
    this.#isUsed = true;
    const memoryOf = (slot: number, size: number): SharedArrayBuffer =>
      (this.#memories[slot] = new SharedArrayBuffer(size));
    recordEntities(this.#source, structuredClone(handover), this.#ring, memoryOf, this.#size)
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => this.#ring.close());
  }

  async next(tape: Tape): Promise<BatchNotes> {
    const slot = await this.#ring.untilFilled();
    if (slot < 0) throw this.#failure;
    const { recorded, notes } = readBatch(this.#memories[slot]!);
    tape.lookAt(recorded);
    return notes;
  }

  done(): void {
    // Whoever looks at a batch that was given back sees none of it.
    const slot = this.#ring.filled;
    new Uint8Array(this.#memories[slot]!).fill(0xaa);
    this.#ring.empty();
  }

  end(): void {
    this.#ring.close();
  }
}

/** Batches of so many groups at most. */
export const batches = (groups: number): BatchSize => ({
  ...{ groups, firstGroups: Math.max(1, groups >> 2), entities: 1 << 12, textBytes: 1 << 16, faults: 2 },
});

/** Records ahead in the thread of the test, from the first group behind `from` on at which that is asked for. */
export function aheadHere(groups: number, from = 0): { readonly begin: BeginAhead; readonly used: () => boolean } {
  let begun: AheadHere | undefined;
  return {
    begin: (source) => (begun = new AheadHere(source, batches(groups), from)),
    used: () => begun !== undefined && !begun.takes(Number.MAX_SAFE_INTEGER),
  };
}
