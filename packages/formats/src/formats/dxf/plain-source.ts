import type { ByteSource } from '../../core/byte-source.ts';
import { CR, LF } from './ascii-lines.ts';
import { utf8Source, utf16Label } from './utf16-source.ts';

const HEAD_SIZE = 4096;
/** Line ends in LF CR that a file must have before it is assumed to use them throughout. */
const LEAST_ENDS = 2;

/**
 * A drawing as its groups are read: UTF-16 text becomes UTF-8 after a byte order mark, and line ends LF CR become CR
 * LF. Any other file is passed on unchanged.
 * @param pause called about once a megabyte while a file in UTF-16 is measured
 */
export async function plainSource(source: ByteSource, pause: () => Promise<void>): Promise<ByteSource> {
  const head = headOf(source);
  const label = utf16Label(head);
  const text = label === undefined ? source : await utf8Source(source, label, pause);
  return endsInLfCr(text === source ? head : headOf(text)) ? new TurnedLineEnds(text) : text;
}

/** Length in bytes of the UTF-8 byte order mark at the start of a text; 0 without one. */
export function markLength(head: Uint8Array): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

function headOf(source: ByteSource): Uint8Array {
  const head = new Uint8Array(HEAD_SIZE);
  return head.subarray(0, source.readInto(head, 0, HEAD_SIZE, 0));
}

/** Whether every line ends in LF CR and in nothing else. */
function endsInLfCr(head: Uint8Array): boolean {
  let ends = 0;
  for (let at = 0; at < head.length; at++) {
    if (head[at] === CR) return false;
    if (head[at] !== LF) continue;
    if (at + 1 === head.length) break;
    if (head[++at] !== CR) return false;
    ends++;
  }
  return ends >= LEAST_ENDS;
}

/** A text with CR and LF exchanged: no byte moves, so positions stay the same. */
class TurnedLineEnds implements ByteSource {
  readonly name: string;
  readonly size: number;
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    this.#source = source;
    this.name = source.name;
    this.size = source.size;
  }

  readInto(target: Uint8Array, at: number, length: number, position: number): number {
    const got = this.#source.readInto(target, at, length, position);
    for (let i = at; i < at + got; i++) {
      if (target[i] === LF) target[i] = CR;
      else if (target[i] === CR) target[i] = LF;
    }
    return got;
  }

  close(): void {
    this.#source.close();
  }
}
