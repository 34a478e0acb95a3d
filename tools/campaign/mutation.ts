/** A small seeded random generator (mulberry32): the same seed gives the same campaign everywhere. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

const WORDS = [
  '',
  '0',
  '-1',
  '1e308',
  'NaN',
  '99999999999',
  '2147483648',
  '-0',
  '1e-320',
  'Infinity',
  '\r',
  '\0',
  'ÿ',
  '"',
  '<',
  '&',
];
const EXTREMES = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x10000, 0xff];
/** Coordinates that no survey has. */
const EXTREME_DOUBLES = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1e308, -1e308, 2 ** 53, 1e15];
/** Most mutations of one file. */
const MOST_STEPS = 8;

type Step = (bytes: Uint8Array, chance: Chance, other: Uint8Array) => Uint8Array;

const STEPS: readonly Step[] = [
  flipBits,
  flipBits,
  overwriteInteger,
  overwriteDouble,
  replaceWord,
  replaceWord,
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
  (bytes, chance) => splice(bytes, chance, new Uint8Array(0), 1 + chance.below(1 + chance.below(4000))),
  (bytes, chance) => splice(bytes, chance, slice(bytes, chance), 0),
  (bytes, chance, other) => splice(bytes, chance, slice(other, chance), chance.below(200)),
  (bytes, chance) =>
    splice(
      bytes,
      chance,
      Uint8Array.from({ length: 1 + chance.below(64) }, () => chance.below(256)),
      0,
    ),
  (bytes, chance) => splice(bytes, chance, new Uint8Array(1 + chance.below(512)), 0),
  dropLine,
];

const IN_PLACE = [flipBits, overwriteInteger, overwriteDouble];

/** A damaged copy of a file: one to eight random changes, some of them with pieces of another file. */
export function mutate(original: Uint8Array, other: Uint8Array, chance: Chance): Uint8Array {
  let bytes: Uint8Array = original.slice();
  for (let step = chance.below(MOST_STEPS); step >= 0; step--) bytes = chance.pick(STEPS)(bytes, chance, other);
  return bytes;
}

/** A damaged copy of the same size: it reaches the content, not only offsets that no longer fit. */
export function mutateInPlace(original: Uint8Array, chance: Chance): Uint8Array {
  const bytes = original.slice();
  for (let step = chance.below(MOST_STEPS); step >= 0; step--) chance.pick(IN_PLACE)(bytes, chance);
  return bytes;
}

function flipBits(bytes: Uint8Array, chance: Chance): Uint8Array {
  for (let i = 1 + chance.below(16); i > 0 && bytes.length > 0; i--)
    bytes[chance.below(bytes.length)]! ^= 1 << chance.below(8);
  return bytes;
}

function overwriteInteger(bytes: Uint8Array, chance: Chance): Uint8Array {
  if (bytes.length < 4) return bytes;
  const at = chance.below(bytes.length - 3);
  const value = chance.pick(EXTREMES);
  for (let i = 0; i < 4; i++) bytes[at + i] = (value >>> (8 * i)) & 255;
  return bytes;
}

/** Overwrites a plausible double: at a multiple of four bytes from either end, in either byte order. */
function overwriteDouble(bytes: Uint8Array, chance: Chance): Uint8Array {
  if (bytes.length < 8) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = 4 * chance.below(Math.floor((bytes.length - 8) / 4) + 1);
  const fromEnd = chance.next() < 0.5 ? (bytes.length - 8) % 4 : 0;
  view.setFloat64(at + fromEnd, chance.pick(EXTREME_DOUBLES), chance.next() < 0.8);
  return bytes;
}

/** Replaces a run of letters or digits by a word that often causes trouble. */
function replaceWord(bytes: Uint8Array, chance: Chance): Uint8Array {
  const isWord = (byte: number | undefined): boolean => byte !== undefined && byte > 32 && byte < 127 && byte !== 44;
  let from = chance.below(bytes.length + 1);
  while (from < bytes.length && !isWord(bytes[from])) from++;
  let to = from;
  while (to < bytes.length && to - from < 40 && isWord(bytes[to])) to++;
  return joined(bytes, from, to, new TextEncoder().encode(chance.pick(WORDS)));
}

function dropLine(bytes: Uint8Array, chance: Chance): Uint8Array {
  const from = bytes.indexOf(10, chance.below(bytes.length + 1));
  if (from < 0) return bytes;
  const to = bytes.indexOf(10, from + 1);
  return to < 0 ? bytes : joined(bytes, from, to, new Uint8Array(0));
}

function slice(bytes: Uint8Array, chance: Chance): Uint8Array {
  const from = chance.below(bytes.length + 1);
  return bytes.slice(from, from + 1 + chance.below(1 + chance.below(5000)));
}

function splice(bytes: Uint8Array, chance: Chance, piece: Uint8Array, removed: number): Uint8Array {
  const at = chance.below(bytes.length + 1);
  return joined(bytes, at, Math.min(bytes.length, at + removed), piece);
}

function joined(bytes: Uint8Array, from: number, to: number, piece: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length - (to - from) + piece.length);
  result.set(bytes.subarray(0, from));
  result.set(piece, from);
  result.set(bytes.subarray(to), from + piece.length);
  return result;
}
