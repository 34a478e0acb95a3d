import type { MeshChunk, Origins, PathChunk, Places, PointChunk, TextChunk, ViewChunk } from './chunk.ts';
import { COLUMN, KIND } from './column-ids.ts';
import { ColumnReader } from './column-reader.ts';
import { ViewWireError } from './view-wire-error.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** One character for each byte, so that byte offsets are character offsets. */
const singleBytes = new TextDecoder('windows-1252');

/**
 * Reads a chunk after unpacking. Everything that refers to something else is checked: indices of vertices, lengths,
 * order. Pens and codes are indices into lists of the manifest, which the reader checks when it has both.
 * @throws ViewWireError for bytes that are cut off, damaged, too many or from a newer version
 */
export function decodeChunk(bytes: Uint8Array): ViewChunk {
  const reader = new ColumnReader(bytes);
  switch (reader.head.kind) {
    case KIND.paths:
      return paths(reader);
    case KIND.points:
      return points(reader);
    case KIND.texts:
      return texts(reader);
    case KIND.mesh:
      return mesh(reader);
    default:
      throw new ViewWireError('view-damaged', `a chunk of kind ${reader.head.kind}`);
  }
}

function places(reader: ColumnReader): Omit<Places, 'height'> & { readonly head: ColumnReader['head'] } {
  const count = reader.count(COLUMN.east);
  const plan = new Int32Array(2 * count);
  reader.integers(COLUMN.east, count, plan, 0, 2);
  reader.integers(COLUMN.north, count, plan, 1, 2);
  return { head: reader.head, plan };
}

/** Unpacks heights, if any is known. */
function heights(reader: ColumnReader, count: number): () => Int32Array | null {
  if (reader.count(COLUMN.height) === 0) return () => null;
  reader.expect(COLUMN.height, count);
  return once(() => reader.integers(COLUMN.height, count, new Int32Array(count)));
}

function rows(reader: ColumnReader, count: number): () => Uint32Array {
  reader.expect(COLUMN.row, count);
  return once(() => reader.integers(COLUMN.row, count, new Uint32Array(count)));
}

/** Makes a value on first use, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function origins(reader: ColumnReader, count: number): Omit<Origins, 'row'> {
  const table = reader.integers(COLUMN.table, count, new Uint8Array(count));
  const pen = reader.integers(COLUMN.pen, count, new Uint16Array(count));
  return { table, pen };
}

function paths(reader: ColumnReader): PathChunk {
  const place = places(reader);
  const count = reader.count(COLUMN.ends);
  const vertices = place.plan.length / 2;
  const ends = reader.integers(COLUMN.ends, count, new Uint32Array(count));
  ascending(ends, 'ends of paths', vertices);
  if ((ends.at(-1) ?? 0) !== vertices)
    throw new ViewWireError('view-damaged', `paths of ${ends.at(-1) ?? 0} vertices instead of ${vertices}`);
  const flags = reader.integers(COLUMN.flags, count, new Uint8Array(count));
  const bent = reader.count(COLUMN.arcs);
  const arcs = reader.integers(COLUMN.arcs, bent, new Uint32Array(bent));
  ascending(arcs, 'vertices of arcs', vertices - 1);
  const bulges = bent === 0 ? new Float32Array(0) : reader.floats(COLUMN.bulges, bent);
  const chunk = { kind: 'paths' as const, ...place, ...origins(reader, count), ends, flags, arcs, bulges };
  return withLater(chunk, heights(reader, vertices), rows(reader, count));
}

/** A chunk with heights and rows, which a plan does not need. */
function withLater<T extends object>(chunk: T, heightsOf: () => Int32Array | null, rowsOf: () => Uint32Array) {
  return {
    ...chunk,
    get height() {
      return heightsOf();
    },
    get row() {
      return rowsOf();
    },
  };
}

function points(reader: ColumnReader): PointChunk {
  const place = places(reader);
  const count = place.plan.length / 2;
  const code = reader.integers(COLUMN.code, count, new Uint16Array(count));
  const chunk = { kind: 'points' as const, ...place, ...origins(reader, count), code, names: strings(reader, count) };
  return withLater(chunk, heights(reader, count), rows(reader, count));
}

function texts(reader: ColumnReader): TextChunk {
  const place = places(reader);
  const count = place.plan.length / 2;
  const size = reader.floats(COLUMN.size, count);
  const rotation = reader.floats(COLUMN.rotation, count);
  const anchor = reader.integers(COLUMN.anchor, count, new Uint8Array(count));
  const fit = reader.count(COLUMN.fit) > 0 ? reader.floats(COLUMN.fit, count) : null;
  const chunk = {
    ...{ kind: 'texts' as const, ...place, ...origins(reader, count) },
    ...{ size, rotation, anchor, fit, texts: strings(reader, count) },
  };
  return withLater(chunk, heights(reader, count), rows(reader, count));
}

function mesh(reader: ColumnReader): MeshChunk {
  const place = places(reader);
  const count = reader.count(COLUMN.triangles);
  const triangles = reader.integers(COLUMN.triangles, count, new Uint32Array(count));
  const vertices = place.plan.length / 2;
  if (count % 3 !== 0 || triangles.some((vertex) => vertex >= vertices))
    throw new ViewWireError('view-damaged', `${count} corners of triangles among ${vertices} vertices`);
  const [surface] = reader.integers(COLUMN.row, 1, new Uint32Array(1)) as unknown as [number];
  const [pen] = reader.integers(COLUMN.pen, 1, new Uint16Array(1)) as unknown as [number];
  return { kind: 'mesh', ...place, height: heights(reader, vertices)(), triangles, surface, pen };
}

/**
 * Texts one after another. Decoding each separately costs a browser call for each: most are cut out of one decoded
 * string.
 */
function strings(reader: ColumnReader, count: number): string[] {
  const lengths = reader.integers(COLUMN.textLengths, count, new Uint32Array(count));
  const bytes = reader.bytes(COLUMN.textBytes);
  // One character for each byte: all are those of ASCII.
  const asUtf8 = decoder.decode(bytes);
  const isPlain = asUtf8.length === bytes.length;
  const whole = isPlain ? asUtf8 : singleBytes.decode(bytes);
  let at = 0;
  const texts: string[] = [];
  for (let i = 0; i < lengths.length; i++) {
    const end = at + lengths[i]!;
    if (end > bytes.length) break;
    texts.push(isPlain || isAscii(bytes, at, end) ? whole.slice(at, end) : decoder.decode(bytes.subarray(at, end)));
    at = end;
  }
  if (at !== bytes.length || texts.length !== count)
    throw new ViewWireError('view-damaged', `${texts.length} of ${count} texts in ${at} of ${bytes.length} bytes`);
  return texts;
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i]! > 127) return false;
  return true;
}

function ascending(values: Uint32Array, what: string, most: number): void {
  let before = -1;
  // Plain loops: these run before they are compiled, when an iterator takes several times as long.
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value <= before || value > most)
      throw new ViewWireError('view-damaged', `${what}: ${value} after ${before}, at most ${most}`);
    before = value;
  }
}
