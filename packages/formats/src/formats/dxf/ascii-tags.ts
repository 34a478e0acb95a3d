import type { ByteSource } from '../../core/byte-source.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Limits } from '../../core/limits.ts';
import { parseNumber } from '../../kit/text/number.ts';
import { AsciiLines } from './ascii-lines.ts';
import { HIGHEST_CODE, isNumeric, KIND_OF, NAME, UNKNOWN_KIND } from './group-kinds.ts';
import type { Names } from './names.ts';
import { takePlainGroups } from './plain-groups.ts';
import type { StreamFault, TagStream } from './tag-stream.ts';
import type { Tape } from './tape.ts';

/**
 * Groups of an ASCII DXF file: two lines each, a code and a value. Lines that should be a code but are not are skipped
 * and reported until a code is found again.
 */
export class AsciiTags implements TagStream {
  code = 0;
  kind = 0;
  value = 0;
  place = 0;
  readonly isText = true;
  readonly #lines: AsciiLines;
  readonly #fault: StreamFault;

  constructor(source: ByteSource, limits: Limits, fault: StreamFault, start = 0) {
    this.#lines = new AsciiLines(source, limits);
    this.#lines.seek(start, 1);
    this.#fault = fault;
  }

  get bytes(): Uint8Array {
    return this.#lines.bytes;
  }

  get from(): number {
    return this.#lines.from;
  }

  get to(): number {
    return this.#lines.to;
  }

  get offset(): number {
    return this.#lines.offset;
  }

  seek(offset: number, place: number): void {
    this.#lines.seek(offset, place);
    this.place = place;
  }

  takeQuickly(tape: Tape, names: Names): boolean {
    const lines = this.#lines;
    if (!takePlainGroups(lines, tape, names)) return false;
    this.code = 0;
    this.kind = NAME;
    this.place = lines.line - 2;
    return true;
  }

  next(): boolean {
    const lines = this.#lines;
    let stray = 0;
    for (;;) {
      lines.start = lines.at;
      this.place = lines.line;
      if (!lines.readLine()) {
        if (!lines.isDone) continue;
        if (stray > 0) this.#fault(issueOf('bad-group-code'), stray);
        return false;
      }
      const code = this.#parseCode();
      if (code < 0) {
        if (stray === 0 && lines.to > lines.from) stray = this.place;
        continue;
      }
      if (!lines.readLine()) {
        if (!lines.isDone) {
          // The buffer moved: read the code again, with its value.
          lines.at = lines.start;
          lines.line = this.place;
          continue;
        }
        this.#fault(issueOf('missing-value', { code }), this.place);
        return false;
      }
      if (stray > 0) this.#fault(issueOf('bad-group-code'), stray);
      this.code = code;
      this.kind = code <= HIGHEST_CODE ? KIND_OF[code]! : UNKNOWN_KIND;
      if (isNumeric(this.kind)) this.value = parseNumber(lines.bytes, lines.from, lines.to);
      return true;
    }
  }

  /** The line as a non-negative integer, blanks around it allowed; -1 for anything else. */
  #parseCode(): number {
    const { bytes, from, to } = this.#lines;
    let at = from;
    while (at < to && isBlank(bytes[at]!)) at++;
    let code = 0;
    const first = at;
    for (; at < to; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      code = code * 10 + digit;
      if (code > 32767) return -1;
    }
    if (at === first) return -1;
    while (at < to && isBlank(bytes[at]!)) at++;
    return at === to ? code : -1;
  }
}

/** Space, tab and NUL. */
function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 0;
}
