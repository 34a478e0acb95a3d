import { FileSource } from '../../../core/byte-source.ts';
import { runHelper } from '../../../kit/thread/run-helper.ts';
import { SlotRing } from '../../../kit/thread/slot-ring.ts';
import { type Handover, recordEntities } from './recorder.ts';

/** What the thread that records ahead is given. */
export interface RecorderGiven {
  readonly path: string;
  readonly identity: string;
  readonly ring: SharedArrayBuffer;
  /** Memory of each slot, and how large it is by now. */
  readonly slots: readonly SharedArrayBuffer[];
  readonly sizes: Int32Array<SharedArrayBuffer>;
  /** Set to 1 when the thread can take over. */
  readonly ready: Int32Array<SharedArrayBuffer>;
}

/** A slot has got more memory. */
export interface LargerSlot {
  readonly slot: number;
  readonly memory: SharedArrayBuffer;
}

// The thread behind `EntitiesAhead`: says that it is ready, waits for what is known of the drawing, and records.
runHelper<RecorderGiven>(async ({ path, identity, ring, slots, sizes, ready }, send, next) => {
  const source = new FileSource(path);
  try {
    // Where the path means another file by now the reader goes on alone.
    if (source.identity !== identity) return;
    const memories = [...slots];
    const handover = next() as Promise<Handover>;
    Atomics.store(ready, 0, 1);
    await recordEntities(source, await handover, new SlotRing(slots.length, ring), (slot, size) => {
      if (size > memories[slot]!.byteLength) {
        const memory = new SharedArrayBuffer(Math.ceil(size * 1.25));
        memories[slot] = memory;
        sizes[slot] = memory.byteLength;
        send({ slot, memory } satisfies LargerSlot);
      }
      return memories[slot]!;
    });
  } finally {
    source.close();
  }
});
