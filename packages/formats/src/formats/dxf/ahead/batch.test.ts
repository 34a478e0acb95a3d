import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../../core/byte-source.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { utf8Or, WINDOWS_1252 } from '../../../kit/cad/code-page.ts';
import { AsciiTags } from '../ascii-tags.ts';
import { Entity } from '../entity.ts';
import { Names } from '../names.ts';
import { ENTITY_RULES, TAKE_TEXT } from '../recording-rules.ts';
import { Tape } from '../tape.ts';
import type { Groups } from '../testing/groups.ts';
import { randomDrawing } from '../testing/random-drawing.ts';
import { asciiOf } from '../testing/reading.ts';
import { addNames, type BatchNotes, namesFrom, readBatch, writeBatch } from './batch.ts';

const decode = utf8Or(WINDOWS_1252);
const NOTES: BatchNotes = { offset: 0, names: [], faults: [] };

/** Every entity of a file on one tape. */
function recorded(groups: Groups): { tape: Tape; names: Names } {
  const stream = new AsciiTags(new MemorySource(asciiOf([...groups, 0, 'EOF'])), DEFAULT_LIMITS, (code) =>
    assert.fail(code),
  );
  const [tape, names] = [new Tape(), new Names(decode)];
  let more = stream.next();
  while (more) more = tape.record(stream, names.intern(stream.bytes, stream.from, stream.to), names, DEFAULT_LIMITS);
  return { tape, names };
}

/** What can be asked of each entity of a tape. */
function told(tape: Tape, names: Names): unknown[] {
  const entity = new Entity(names, decode);
  return Array.from({ length: tape.count }, (_, index) => {
    entity.load(tape, index);
    const groups = Array.from({ length: entity.to - entity.from }, (_, i) => {
      const code = entity.codeAt(entity.from + i);
      const isText = ENTITY_RULES[code] === TAKE_TEXT;
      return [code, isText ? entity.textAt(entity.from + i) : entity.valueAt(entity.from + i)];
    });
    return [names.text(entity.type), entity.place, entity.traits, entity.handle, groups];
  });
}

test('a tape comes out of the memory as it went in, and a copy of each entity is that entity', () => {
  fc.assert(
    fc.property(randomDrawing(), fc.nat(5000), (groups, room) => {
      const { tape, names } = recorded(groups);
      let memory: SharedArrayBuffer | undefined;
      writeBatch(tape, NOTES, (size) => (memory = new SharedArrayBuffer(size + room)));
      const expected = told(tape, names);
      const other = new Tape();
      other.lookAt(readBatch(memory!).recorded);
      assert.equal(other.count, tape.count);
      assert.deepEqual(told(other, names), expected);
      const copies = new Tape();
      for (let index = other.count; index-- > 0; ) copies.copy(other, index, ENTITY_RULES);
      // Copies hold nothing of the memory, which is written over by the next batch.
      new Uint8Array(memory!).fill(0xff);
      assert.deepEqual(told(copies, names), expected.toReversed());
    }),
    { numRuns: 80 },
  );
});

test('a memory serves one batch after the other, an empty one among them', () => {
  const memory = new SharedArrayBuffer(1 << 16);
  const read = (): ReturnType<typeof readBatch> => readBatch(memory);
  const { tape, names } = recorded([0, 'TEXT', 5, 'AB', 1, 'Öl', 10, 1.5, 20, -0, 0, 'LINE', 8, 'L', 10, 5e-324]);
  writeBatch(tape, NOTES, () => memory);
  const first = new Tape();
  first.lookAt(read().recorded);
  assert.deepEqual(told(first, names), told(tape, names));
  tape.truncate(0);
  writeBatch(tape, { ...NOTES, end: { more: false, offset: 9, place: 4 } }, () => memory);
  const { recorded: nothing, notes } = read();
  assert.deepEqual(
    [nothing.types.length, nothing.codes.length, nothing.text.length, nothing.starts.length],
    [0, 0, 0, 1],
  );
  assert.deepEqual(notes.end, { more: false, offset: 9, place: 4 });
});

test('notes cross as they are: names of any bytes, faults with their entity and line', () => {
  const name = fc.uint8Array({ minLength: 1, maxLength: 40 }).filter((bytes) => bytes[0]! > 32 && bytes.at(-1)! > 32);
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { selector: String, maxLength: 30 }),
      fc.nat(),
      fc.string(),
      (all, place, text) => {
        const [from, to] = [new Names(decode), new Names(decode)];
        for (const names of [from, to]) names.of('SECTION');
        for (const bytes of all) from.intern(bytes, 0, bytes.length);
        const notes: BatchNotes = {
          offset: place,
          names: namesFrom(from, 1),
          faults: [[3, 'bad-group-code', text, place]],
        };
        let memory: SharedArrayBuffer | undefined;
        writeBatch(new Tape(), notes, (size) => (memory = new SharedArrayBuffer(size)));
        const read = readBatch(memory!).notes;
        assert.deepEqual(read, notes);
        addNames(to, read.names);
        assert.equal(to.count, from.count);
        for (let id = 0; id < to.count; id++) assert.equal(to.text(id), from.text(id));
        if (read.names.length > 0) assert.throws(() => addNames(to, read.names), /known before/);
      },
    ),
    { numRuns: 100 },
  );
});
