import { objectStreamAt } from './object-streams.ts';

const HEAD = ' obj';
/** Bytes after the head of an object in which its text is searched for. */
const NEAR = 200;
/** Most object streams that are examined. */
const MOST_STREAMS = 10_000;
/** A name, or an array that begins with one or with a reference. */
const NAMES = /^\s{0,8}(?:\/[^\s/<>[\]()]+|\[\s{0,8}(?:\/|\d+\s+\d+\s+R)[^\]]*)/;

/**
 * The beginnings of the separate objects that are a name or a list of names, by number: filters and colour spaces may
 * be such objects. The later of two objects with the same number counts.
 */
export function nameObjectsOf(file: Uint8Array): Map<number, string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const texts = new Map<number, string>();
  const take = (number: number, text: string): void => {
    const name = NAMES.exec(text)?.[0];
    if (name === undefined) texts.delete(number);
    else texts.set(number, plainNames(name));
  };
  for (let at = bytes.indexOf(HEAD); at >= 0; at = bytes.indexOf(HEAD, at + HEAD.length)) {
    const number = /(\d{1,9})\s\d{1,5}$/.exec(bytes.toString('latin1', Math.max(0, at - 20), at))?.[1];
    const behind = at + HEAD.length;
    if (number !== undefined) take(Number(number), bytes.toString('latin1', behind, behind + NEAR));
  }
  let streams = 0;
  for (let at = bytes.indexOf('/ObjStm'); at >= 0 && streams < MOST_STREAMS; streams++) {
    const { objects, end } = objectStreamAt(bytes, at);
    for (const { number, text } of objects) take(number, text.slice(0, NEAR));
    at = bytes.indexOf('/ObjStm', Math.max(end, at + 1));
  }
  return texts;
}

/** Names with their letters instead of codes: `#46l` is `Fl` (ISO 32000-1, 7.3.5). */
export function plainNames(text: string): string {
  return text.replace(/#([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
