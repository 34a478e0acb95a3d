import { plainNames } from './name-objects.ts';

const BEGIN = Buffer.from('stream');
const END = Buffer.from('endstream');
const HEAD = Buffer.from(' obj');

/** A stream of a PDF as it is stored. */
export interface StoredStream {
  /** The bytes between the head of its object and its data, with plain names. */
  readonly dictionary: string;
  /** A view of the file. */
  readonly data: Buffer;
}

/** The streams of a PDF, found by their keywords in its bytes: a hint that does not depend on the file's tables. */
export function* streamsIn(bytes: Buffer): Generator<StoredStream> {
  let behind = 0;
  for (let at = bytes.indexOf(BEGIN); at >= 0; at = bytes.indexOf(BEGIN, behind)) {
    const from = at + BEGIN.length + (bytes[at + BEGIN.length] === 13 ? 2 : 1);
    const before = bytes.subarray(behind, at);
    const dictionary = plainNames(before.toString('latin1', Math.max(0, before.lastIndexOf(HEAD))));
    const keyword = bytes.indexOf(END, from);
    const end = keyword < 0 ? bytes.length : keyword;
    yield { dictionary, data: bytes.subarray(from, Math.max(end, statedEnd(bytes, from, dictionary))) };
    behind = end + END.length;
  }
}

/** pdf.js uses the stated length if a keyword follows, even if the data contain another one; 0 if not. */
function statedEnd(bytes: Buffer, from: number, dictionary: string): number {
  const end = from + Number(/\/Length\s{1,4}(\d{1,10})\b(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? 0);
  return bytes.subarray(end, end + END.length + 2).includes(END) ? end : 0;
}
