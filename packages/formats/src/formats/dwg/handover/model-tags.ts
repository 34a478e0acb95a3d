import { HANDLE, KIND_OF } from '../../dxf/group-kinds.ts';
import type { Names } from '../../dxf/names.ts';
import { LEAVE_OUT, TAKE_HANDLE, TAKE_NAME, TAKE_NUMBER, TAKE_TEXT } from '../../dxf/recording-rules.ts';
import type { TagStream } from '../../dxf/tag-stream.ts';
import { handleValue, type Tape } from '../../dxf/tape.ts';
import { type Groups, NUMERIC } from './groups.ts';

/**
 * The groups of a drawing as if they came from a DXF file: `records` writes one record after another into `groups`, and
 * each is returned group by group before the next one is written. Nothing has a line or an offset here; issues refer to
 * handles.
 */
export class ModelTags implements TagStream {
  code = 0;
  kind = 0;
  value = Number.NaN;
  bytes: Uint8Array;
  from = 0;
  to = 0;
  readonly place = Number.NaN;
  readonly isText = false;
  readonly #groups: Groups;
  readonly #records: Iterator<number>;
  #next = 0;
  #share = 0;
  readonly #size: number;

  /**
   * @param records writes the next record into `groups` and yields the share of the drawing passed on so far, 0 to 1
   * @param size bytes of the file, for `offset`
   */
  constructor(groups: Groups, records: Iterator<number>, size: number) {
    this.#groups = groups;
    this.#records = records;
    this.#size = size;
    this.bytes = groups.bytes;
  }

  /** A substitute that grows with the work done: bytes of the file by the share of entities passed on. */
  get offset(): number {
    return Math.floor(this.#share * this.#size);
  }

  next(): boolean {
    const groups = this.#groups;
    while (this.#next === groups.count) {
      groups.clear();
      this.#next = 0;
      const { done, value } = this.#records.next();
      if (done === true) return false;
      this.#share = value;
      this.bytes = groups.bytes;
    }
    const at = this.#next++;
    const code = groups.codes[at]!;
    if (KIND_OF[code] === HANDLE && groups.ends[at] === NUMERIC) {
      groups.spell(at);
      this.bytes = groups.bytes;
    }
    this.code = code;
    this.kind = KIND_OF[code]!;
    this.value = this.from = groups.values[at]!;
    this.to = groups.ends[at]!;
    return true;
  }

  takeQuickly(tape: Tape, names: Names): boolean {
    const { codes, values, ends, bytes, count } = this.#groups;
    let { groups } = tape;
    let at = this.#next;
    for (; at < count; at++) {
      const code = codes[at]!;
      const rule = tape.rules[code]!;
      if (rule === LEAVE_OUT) continue;
      if (groups === tape.room || rule > TAKE_HANDLE) break;
      const value = values[at]!;
      const to = ends[at]!;
      tape.codes[groups] = code;
      if (rule === TAKE_NUMBER || (rule === TAKE_HANDLE && to === NUMERIC)) {
        tape.values[groups++] = value;
        continue;
      }
      // A place in `bytes` as a whole number: V8 would make an object of a possible fraction for each call.
      const from = value | 0;
      tape.values[groups++] =
        rule === TAKE_NAME
          ? names.intern(bytes, from, to)
          : rule === TAKE_TEXT
            ? tape.addText(bytes, from, to)
            : handleValue(bytes, from, to);
    }
    tape.groups = groups;
    this.#next = at;
    return false;
  }

  seek(): never {
    throw new Error('a drawing in memory is read once, in order');
  }
}
