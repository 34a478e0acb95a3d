import type { ByteSource } from '../../../core/byte-source.ts';
import type { Limits } from '../../../core/limits.ts';
import { SourceTally } from '../../../core/tally.ts';
import type { SlotRing } from '../../../kit/thread/slot-ring.ts';
import { AsciiTags } from '../ascii-tags.ts';
import { chooseDecode } from '../encoding-choice.ts';
import type { HeaderVariables } from '../header.ts';
import { Names } from '../names.ts';
import type { Rules } from '../recording-rules.ts';
import { Tape } from '../tape.ts';
import { Walker } from '../walker.ts';
import { addNames, namesFrom, type SectionEnd, type ToldFault, writeBatch } from './batch.ts';

/** What is known of a drawing when the recording of its entities is handed over. */
export interface Handover {
  /** The group 0 at which to go on: its place in the file, and its line. */
  readonly offset: number;
  readonly place: number;
  /** All names so far, in the order of their numbers, a character per byte. */
  readonly names: readonly string[];
  /** What says how names are decoded. */
  readonly header: HeaderVariables;
  readonly isMarked: boolean;
  readonly codePage: string | undefined;
  readonly limits: Limits;
  /** By which of `rules` entities of a type (in capitals) are recorded; all others by the first. */
  readonly rulesOfType: Readonly<Record<string, number>>;
  readonly rules: readonly Rules[];
}

/** A batch is handed over when it has so much of anything. */
export interface BatchSize {
  readonly groups: number;
  /** Of the first one: the other thread need not wait for a whole one then. Each has up to twice as many as the one before. */
  readonly firstGroups: number;
  readonly entities: number;
  readonly textBytes: number;
  readonly faults: number;
}
const SIZE: BatchSize = { groups: 1 << 14, firstGroups: 1 << 9, entities: 1 << 12, textBytes: 1 << 16, faults: 1 << 6 };

/**
 * Records the entities of a section into batches, one slot of the ring each.
 * @param memoryOf the memory of a slot, of at least so many bytes
 */
export async function recordEntities(
  source: ByteSource,
  handover: Handover,
  ring: SlotRing,
  memoryOf: (slot: number, size: number) => SharedArrayBuffer,
  batchSize = SIZE,
): Promise<void> {
  const { limits, rules, rulesOfType, codePage } = handover;
  const tape = new Tape();
  let faults: ToldFault[] = [];
  const tags = new AsciiTags(source, limits, (code, text, place) => faults.push([tape.count, code, text, place]));
  const context = {
    ...{ options: { codePage }, signal: new AbortController().signal, limits, progress: () => {}, report: () => {} },
    ...{ tally: new SourceTally(), workFolder: '' },
  };
  const names = new Names(chooseDecode(handover.header, handover.isMarked, context));
  addNames(names, handover.names);
  let known = names.count;
  const walker = new Walker(tags, names, context, source.size);

  const handOn = (end?: SectionEnd): boolean => {
    const slot = ring.waitForFree();
    if (slot < 0) return false;
    const notes = { offset: tags.offset, names: namesFrom(names, known), faults, ...(end && { end }) };
    writeBatch(tape, notes, (size) => memoryOf(slot, size));
    ring.fill();
    known = names.count;
    most = Math.min(2 * most, batchSize.groups);
    faults = [];
    tape.truncate(0);
    return true;
  };
  let most = batchSize.firstGroups;
  const isFull = (): boolean =>
    tape.groups >= most ||
    tape.count >= batchSize.entities ||
    tape.textSize >= batchSize.textBytes ||
    faults.length >= batchSize.faults;

  const byType: Rules[] = [];
  tags.seek(handover.offset, handover.place);
  try {
    let more = tags.next();
    if (more)
      more = await walker.records((type) => {
        byType[type] ??= rules[rulesOfType[names.text(type).toUpperCase()] ?? 0]!;
        const goesOn = tape.record(tags, type, names, limits, byType[type]);
        if (isFull()) handOn();
        return goesOn;
      });
    handOn({ more, offset: tags.offset, place: tags.place });
  } catch (error) {
    // What came before is drawn before anybody hears of it.
    handOn();
    throw error;
  }
}
