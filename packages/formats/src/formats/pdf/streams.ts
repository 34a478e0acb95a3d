/** Bytes before a stream in which its dictionary is searched for. */
const DICTIONARY = 4096;
const BEGIN = Buffer.from('stream');
const END = Buffer.from('endstream');

/** A stream of a PDF as it is stored. */
export interface StoredStream {
  /** The bytes between the head of its object and its data. */
  readonly dictionary: string;
  /** A view of the file. */
  readonly data: Buffer;
}

/** The streams of a PDF, found by their keywords in its bytes: a hint that does not depend on the file's tables. */
export function* streamsIn(bytes: Buffer): Generator<StoredStream> {
  for (let at = bytes.indexOf(BEGIN); at >= 0; at = bytes.indexOf(BEGIN, at)) {
    const from = at + BEGIN.length + (bytes[at + BEGIN.length] === 13 ? 2 : 1);
    const end = bytes.indexOf(END, from);
    const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY), at);
    const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')));
    yield { dictionary, data: bytes.subarray(from, end < 0 ? bytes.length : end) };
    at = end < 0 ? bytes.length : end + END.length;
  }
}
