import type { Names } from '../names.ts';
import type { Recorded, Tape } from '../tape.ts';

/** What is wrong with the lines of the file, as the stream told it, and the entity at which it did. */
export type ToldFault = readonly [entity: number, code: string, text: string, place: number];

/** Where the recording of a section ended: the stream's place, and whether the file goes on there. */
export interface SectionEnd {
  readonly more: boolean;
  readonly offset: number;
  readonly place: number;
}

/** What a batch says beside its entities; it crosses as JSON. */
export interface BatchNotes {
  /** How far into the file the recording has come. */
  readonly offset: number;
  /** Names that came up in it for the first time, a character per byte. */
  readonly names: readonly string[];
  readonly faults: readonly ToldFault[];
  readonly end?: SectionEnd;
}

/** Numbers at the start of a batch: entities, groups, texts, bytes of texts, bytes of notes. */
const HEAD_WORDS = 6;
const HEAD_SIZE = HEAD_WORDS * 4;

/** Where the arrays of a batch lie in its memory: those of eight bytes first, those of one last. */
interface Layout {
  readonly values: number;
  readonly places: number;
  readonly types: number;
  readonly starts: number;
  readonly textEnds: number;
  readonly codes: number;
  readonly text: number;
  readonly notes: number;
  readonly size: number;
}

function layoutOf(count: number, groups: number, texts: number, textSize: number, notesSize: number): Layout {
  const values = HEAD_SIZE;
  const places = values + 8 * groups;
  const types = places + 8 * count;
  const starts = types + 4 * count;
  const textEnds = starts + 4 * (count + 1);
  const codes = textEnds + 4 * texts;
  const text = codes + 2 * groups;
  const notes = text + textSize;
  return { values, places, types, starts, textEnds, codes, text, notes, size: notes + notesSize };
}

const encoder = new TextEncoder();
// A mark at the start of a text is part of it, as in the columns of a job.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Puts all entities of a tape into memory that another thread looks at.
 * @param memoryOf the memory to use, of at least so many bytes
 */
export function writeBatch(tape: Tape, notes: BatchNotes, memoryOf: (size: number) => SharedArrayBuffer): void {
  const { count, groups, texts } = tape;
  const told = encoder.encode(JSON.stringify(notes));
  const layout = layoutOf(count, groups, texts.ends.length, texts.bytes.length, told.length);
  const memory = memoryOf(layout.size);
  new Int32Array(memory, 0, HEAD_WORDS).set([count, groups, texts.ends.length, texts.bytes.length, told.length]);
  new Float64Array(memory, layout.values, groups).set(tape.values.subarray(0, groups));
  new Float64Array(memory, layout.places, count).set(tape.places.subarray(0, count));
  new Int32Array(memory, layout.types, count).set(tape.types.subarray(0, count));
  new Int32Array(memory, layout.starts, count + 1).set(tape.starts.subarray(0, count + 1));
  new Int32Array(memory, layout.textEnds, texts.ends.length).set(texts.ends);
  new Int16Array(memory, layout.codes, groups).set(tape.codes.subarray(0, groups));
  new Uint8Array(memory, layout.text, texts.bytes.length).set(texts.bytes);
  new Uint8Array(memory, layout.notes, told.length).set(told);
}

/** The entities and notes that lie in a memory. */
export function readBatch(memory: SharedArrayBuffer): { readonly recorded: Recorded; readonly notes: BatchNotes } {
  const [count, groups, texts, textSize, notesSize] = new Int32Array(memory, 0, HEAD_WORDS) as unknown as [
    ...[number, number, number, number, number],
  ];
  const layout = layoutOf(count, groups, texts, textSize, notesSize);
  const recorded: Recorded = {
    values: new Float64Array(memory, layout.values, groups),
    places: new Float64Array(memory, layout.places, count),
    types: new Int32Array(memory, layout.types, count),
    starts: new Int32Array(memory, layout.starts, count + 1),
    textEnds: new Int32Array(memory, layout.textEnds, texts),
    codes: new Int16Array(memory, layout.codes, groups),
    text: new Uint8Array(memory, layout.text, textSize),
  };
  const notes = JSON.parse(decoder.decode(new Uint8Array(memory, layout.notes, notesSize))) as BatchNotes;
  return { recorded, notes };
}

/** Names from number `first` on, a character per byte. */
export function namesFrom(names: Names, first: number): string[] {
  return Array.from({ length: names.count - first }, (_, i) =>
    Buffer.from(names.bytesOf(first + i)).toString('latin1'),
  );
}

/** Adds names as `namesFrom` gives them; they get the next numbers. */
export function addNames(names: Names, more: readonly string[]): void {
  for (const name of more) {
    const id = names.count;
    const bytes = Buffer.from(name, 'latin1');
    if (names.intern(bytes, 0, bytes.length) !== id) throw new Error(`the name number ${id} was known before`);
  }
}
