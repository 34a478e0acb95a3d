import { deflateSync } from 'node:zlib';

/** A piece of data that an application stores with an element. */
export interface StoredPart {
  readonly handler: number;
  readonly number?: number;
  readonly bytes: Uint8Array;
}

/** The elements of a page by number, with what is stored with each. */
export type StoredWith = readonly (readonly [element: number, parts: readonly StoredPart[]])[];

/** A packed page of attributes of a V8 file. */
export function attributePage(stored: StoredWith): Buffer {
  const records = stored.map(([element, parts]) => {
    const attributes = parts.map(({ handler, number = 0, bytes }) => {
      const head = Buffer.alloc(16);
      head.writeUInt32LE(handler, 0);
      head.writeUInt32LE(number, 4);
      head.writeUInt32LE((0x80000000 | bytes.length) >>> 0, 8);
      return Buffer.concat([head, bytes]);
    });
    const body = Buffer.concat(attributes);
    const head = Buffer.alloc(28);
    head.writeUInt32LE(0xa11b, 0);
    head.writeUInt32LE(body.length + 4, 4);
    head.writeBigUInt64LE(BigInt(element), 16);
    head.writeUInt32LE(parts.length, 24);
    // The word after a record says whether there is another one.
    return Buffer.concat([head, body, Buffer.of(1, 0, 0, 0)]);
  });
  return Buffer.concat([Buffer.alloc(16), deflateSync(Buffer.concat(records))]);
}

/** The attribute that says what an extended element is for. */
export function handlerPart(application: number, kind: number): StoredPart {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(kind, 0);
  bytes.writeUInt16LE(application, 2);
  return { handler: 0x56ec0000, number: 1, bytes };
}

const TERRAIN = 0x58ec0000;
const NONE = 2_139_999_999;

/** A terrain model: points, triangles, and features of a kind along edges. */
export interface TerrainParts {
  readonly points: readonly (readonly [number, number, number])[];
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly features: readonly { readonly kind: number; readonly points: readonly number[] }[];
  /** Number of triangles in the header, if it is not theirs. */
  readonly stated?: number;
}

/** The arrays of a terrain model as attributes of the element that holds them. */
export function terrainParts({ points, triangles, features, stated = triangles.length }: TerrainParts): StoredPart[] {
  const rings: number[][] = [];
  const chains: number[][] = [];
  const nodes = points.map(([east, north], point) => {
    const around = [...new Set(triangles.filter((corners) => corners.includes(point)).flat())].filter(
      (i) => i !== point,
    );
    const angle = (i: number): number => Math.atan2(points[i]![1] - north, points[i]![0] - east);
    around.sort((a, b) => angle(b) - angle(a));
    const ring = rings.length;
    for (const [i, neighbour] of around.entries()) rings.push([neighbour, i + 1 < around.length ? ring + i + 1 : NONE]);
    const chain = chains.length;
    const own = features.flatMap((feature, number) => {
      const next = feature.points[feature.points.indexOf(point) + 1];
      return feature.points.includes(point) ? [[next ?? NONE, number]] : [];
    });
    for (const [i, entry] of own.entries()) chains.push([...entry, i + 1 < own.length ? chain + i + 1 : NONE, 1]);
    return [0, NONE, around.length > 0 ? ring : NONE, NONE, NONE, own.length > 0 ? chain : NONE];
  });
  const table = features.map(({ kind, points: line }) => [4, NONE, kind, line.length, 0, 0, 0, 0, line[0]!, 0]);
  const header = [0, 0, 0, stated, features.length];
  const arrays = { 300: [header], 301: table, 303: nodes, 304: rings, 305: chains };
  return [
    ...Object.entries(arrays).map(([kind, rows]) => ({ handler: TERRAIN + Number(kind), bytes: wordsOf(rows.flat()) })),
    { handler: TERRAIN + 0x12e, bytes: doublesOf(points.flat()) },
  ];
}

/** The way from the coordinates of a terrain model to units of resolution. */
export function transformationPart(rows: readonly number[]): StoredPart {
  return { handler: TERRAIN + 0x14e, number: 1, bytes: Buffer.concat([Buffer.of(1, 0), doublesOf(rows)]) };
}

/** The reference of a terrain model to the element that holds its arrays. */
export function holderPart(element: number): StoredPart {
  return { handler: TERRAIN + 0x64, number: 1, bytes: Buffer.concat([Buffer.of(1, 0, 0x15), wordsOf([element])]) };
}

function wordsOf(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, 4 * i);
  return bytes;
}

function doublesOf(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, 8 * i);
  return bytes;
}
