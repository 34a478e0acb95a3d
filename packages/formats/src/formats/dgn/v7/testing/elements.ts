import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Path } from '@fieldbridge/fieldjob';
import { type ReadResult, readWith } from '../../../../../testing/run-format.ts';
import { dgn } from '../../format.ts';
import { putInt32, putUint16, putVaxDouble } from '../numbers.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../../shared/corpus'),
    'dgn/v7/smalltest.dgn',
  ),
);
/** The control block of a 2-D file, with 1000 positions per master unit and a global origin. */
export const HEAD = controlBlock(false);
/** Global origin of the files, in positions. */
export const ORIGIN = [-5000, 7000, 3000] as const;
/** Positions per metre. */
export const UOR = 1000;

/** The control block of a 2-D or 3-D file. */
export function controlBlock(is3d: boolean): Uint8Array {
  const block = Uint8Array.from(SAMPLE.subarray(0, 1536));
  putInt32(block, 1112, 1000);
  putInt32(block, 1116, 1);
  block[1120] = 'm'.charCodeAt(0);
  block[1121] = ' '.charCodeAt(0);
  block[1214] = is3d ? block[1214]! | 0x40 : block[1214]! & ~0x40;
  for (const [axis, value] of [-5000, 7000, 3000].entries()) putVaxDouble(block, 1240 + 8 * axis, value);
  return block;
}

/** Parts of an element after its common header. */
export interface Parts {
  readonly type: number;
  readonly body: Uint8Array;
  readonly isComponent?: boolean;
  readonly isDeleted?: boolean;
  readonly isHole?: boolean;
  readonly group?: number;
  /** 1 by default. */
  readonly level?: number;
  readonly colour?: number;
  /** Line code 0 to 7 and weight 0 to 31. */
  readonly style?: number;
  readonly weight?: number;
}

/** An element with its common header. */
export function element({ type, body, ...parts }: Parts): Uint8Array {
  const bytes = new Uint8Array(36 + body.length + (body.length % 2));
  bytes[0] = (parts.level ?? 1) | (parts.isComponent === true ? 0x80 : 0);
  bytes[1] = type | (parts.isDeleted === true ? 0x80 : 0);
  putUint16(bytes, 2, bytes.length / 2 - 2);
  putUint16(bytes, 28, parts.group ?? 0);
  // No attributes: their offset is the end of the element.
  putUint16(bytes, 30, (bytes.length - 32) / 2);
  putUint16(bytes, 32, parts.isHole === true ? 0x8000 : 0);
  bytes[34] = (parts.style ?? 0) | ((parts.weight ?? 0) << 3);
  bytes[35] = parts.colour ?? 0;
  bytes.set(body, 36);
  return bytes;
}

/** Coordinates in metres as positions of the file. */
export function positions(...places: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(4 * places.flat().length);
  let at = 0;
  for (const place of places)
    for (const [axis, value] of place.entries()) {
      putInt32(bytes, at, value * UOR + ORIGIN[axis]!);
      at += 4;
    }
  return bytes;
}

/** Bytes one after another. */
export const join2 = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
/** A count as stored in an element. */
export const count = (value: number): Uint8Array => Uint8Array.of(value & 255, value >> 8);
/** A line between two places in metres. */
export const line = (from: readonly number[], to: readonly number[], more: Partial<Parts> = {}): Parts => ({
  type: 3,
  body: positions(from, to),
  ...more,
});
/** An element of a count and as many places in metres. */
export const listed = (type: number, places: readonly (readonly number[])[], more: Partial<Parts> = {}): Parts => ({
  type,
  body: join2(count(places.length), positions(...places)),
  ...more,
});
/** A complex header with its components. @param body between the total length and the end of the header */
export function complex(type: number, body: Uint8Array, ...components: readonly Parts[]): Uint8Array {
  const inside = components.map((part) => element({ ...part, isComponent: true }));
  const header = element({ type, body: join2(count(0), body) });
  const total = inside.reduce((sum, bytes) => sum + bytes.length, header.length);
  // The length of the whole in words, without the 19 up to this word.
  putUint16(header, 36, total / 2 - 19);
  return join2(header, ...inside);
}

/** A file of a head and some elements. */
export const fileOf = (elements: readonly (Parts | Uint8Array)[], head = HEAD): Uint8Array =>
  join2(head, ...elements.map((part) => (part instanceof Uint8Array ? part : element(part))), Uint8Array.of(255, 255));
/** Reads a 2-D file of these elements. */
export const read = (...elements: readonly (Parts | Uint8Array)[]): Promise<ReadResult> =>
  readWith(dgn, fileOf(elements));
/** The path of a row. */
export const pathOf = (job: ReadResult['job'], table: 'lines' | 'areas', row: number): Path =>
  job[table].loadPath(row, new Path());
/** Its vertices in plan. */
export const places = (path: Path): number[][] =>
  Array.from({ length: path.count }, (_, i) => [path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!]);

/** A B-spline: header (order, rational and closed flags, numbers of poles and knots), poles, knots, weights. */
export function spline(
  order: number,
  flags: number,
  poles: readonly (readonly number[])[],
  ...more: readonly Parts[]
): Parts[] {
  const body = new Uint8Array(10);
  body[4] = (order - 2) | flags;
  putUint16(body, 6, poles.length);
  return [
    { type: 27, body },
    listed(21, poles, { isComponent: true }),
    ...more.map((part) => ({ ...part, isComponent: true })),
  ];
}
/** Knots or weights, 0 to 1. */
export const scaled = (type: 26 | 28, ...values: readonly number[]): Parts => {
  const body = new Uint8Array(4 * values.length);
  for (const [i, value] of values.entries()) putInt32(body, 4 * i, Math.round(value * (2 ** 31 - 1)));
  return { type, body };
};

/** Rotation of an element: degrees in a 2-D file, a quaternion (w, x, y, z) in a 3-D one. */
export type Turn = number | readonly [number, number, number, number];

function turnBytes(turn: Turn): Uint8Array {
  if (typeof turn !== 'number') return integers(...turn.map((part) => Math.min(part * 2 ** 31, 2 ** 31 - 1)));
  return integers(turn * 360_000);
}

/** 32-bit integers one after another. */
export function integers(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  for (const [i, value] of values.entries()) putInt32(bytes, 4 * i, Math.round(value));
  return bytes;
}

/** VAX doubles one after another. */
export function doubles(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length);
  for (const [i, value] of values.entries()) putVaxDouble(bytes, 8 * i, value);
  return bytes;
}

const exact = (place: readonly number[]): Uint8Array =>
  doubles(...place.map((value, axis) => value * UOR + ORIGIN[axis]!));

/** An ellipse by its half axes in metres. */
export const ellipse = (centre: readonly number[], [a, b]: readonly [number, number], turn: Turn = 0): Parts => ({
  type: 15,
  body: join2(doubles(a * UOR, b * UOR), turnBytes(turn), exact(centre)),
});

/** An arc from `start` over `sweep`, both in degrees; the top bit marks a negative sweep, as in the format. */
export const arc = (
  centre: readonly number[],
  [a, b]: readonly [number, number],
  [start, sweep]: readonly [number, number],
  turn: Turn = 0,
): Parts => {
  const angles = integers(start * 360_000, Math.abs(sweep) * 360_000);
  // Middle-endian: the top bit is in the second byte.
  if (sweep < 0) angles[5] = angles[5]! | 0x80;
  return { type: 16, body: join2(angles, doubles(a * UOR, b * UOR), turnBytes(turn), exact(centre)) };
};

/** A text of a height in metres, as raw bytes or as a string in windows-1252. */
export const textOf = (at: readonly number[], words: string | Uint8Array, height = 1, turn: Turn = 0): Parts => {
  const bytes = typeof words === 'string' ? Buffer.from(words, 'latin1') : words;
  const size = (height * UOR * 1000) / 6;
  const head = join2(Uint8Array.of(0, 0), integers(size, size), turnBytes(turn), positions(at));
  return { type: 17, body: join2(head, Uint8Array.of(bytes.length, 0), bytes) };
};

/** The rest of a cell's header of a 2-D file after its length, with a name of up to six characters. */
export function cellNamed(name: string): Uint8Array {
  const body = new Uint8Array(92 - 38);
  const digits = [...name.padEnd(6)].map((letter) => ' ABCDEFGHIJKLMNOPQRSTUVWXYZ$.?0123456789'.indexOf(letter));
  for (const word of [0, 1])
    putUint16(
      body,
      2 * word,
      digits.slice(3 * word, 3 * word + 3).reduce((sum, digit) => sum * 40 + digit, 0),
    );
  return body;
}
