import { objectStreamAt } from './object-streams.ts';

const HEAD = ' obj';
/** Bytes after the head of an object within which the name of a colour space begins. */
const NEAR = 64;
/** Most object streams that are examined. */
const MOST_STREAMS = 10_000;
/** A colour space is a name, or an array that begins with one (ISO 32000-1, 8.6.3). */
const SPACE = /^\s{0,8}(?:\[\s{0,8})?\/(\w{1,20})/;

/**
 * The families of the colour spaces that are separate objects, by number. Images refer to them, and a JPEG in another
 * colour space (an ink, a palette) looks different from the JPEG file alone. The later of two objects with the same
 * number counts.
 */
export function colourSpacesOf(file: Uint8Array): Map<number, string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const spaces = new Map<number, string>();
  const take = (number: number, text: string): void => {
    const name = SPACE.exec(text)?.[1];
    if (name === undefined) spaces.delete(number);
    else spaces.set(number, name);
  };
  for (let at = bytes.indexOf(HEAD); at >= 0; at = bytes.indexOf(HEAD, at + HEAD.length)) {
    const number = /(\d{1,9})\s\d{1,5}$/.exec(bytes.toString('latin1', Math.max(0, at - 20), at))?.[1];
    const behind = at + HEAD.length;
    if (number !== undefined) take(Number(number), bytes.toString('latin1', behind, behind + NEAR));
  }
  let streams = 0;
  for (let at = bytes.indexOf('/ObjStm'); at >= 0 && streams < MOST_STREAMS; streams++) {
    const { objects, end } = objectStreamAt(bytes, at);
    for (const { number, text } of objects) take(number, text);
    at = bytes.indexOf('/ObjStm', Math.max(end, at + 1));
  }
  return spaces;
}
