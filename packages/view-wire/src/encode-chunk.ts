import type { MeshChunk, Origins, PathChunk, Places, TextChunk, ViewChunk } from './chunk.ts';
import { coarserBy } from './coarse-step.ts';
import { COLUMN, KIND } from './column-ids.ts';
import { ColumnWriter } from './column-writer.ts';

const encoder = new TextEncoder();

/** Makes chunks one after another in the same memory. */
export class ChunkEncoder {
  readonly #writer = new ColumnWriter();

  /** A chunk as bytes, valid until the next one; not yet compressed: gzip reduces them to a quarter or less. */
  encode(chunk: ViewChunk): Uint8Array<ArrayBuffer> {
    const writer = this.#writer;
    const factor = places(writer, chunk);
    switch (chunk.kind) {
      case 'paths':
        origins(writer, chunk);
        paths(writer, chunk);
        break;
      case 'points':
        origins(writer, chunk);
        writer.integers(COLUMN.code, chunk.code);
        strings(writer, chunk.names);
        break;
      case 'texts':
        origins(writer, chunk);
        labels(writer, chunk);
        break;
      case 'mesh':
        mesh(writer, chunk);
    }
    return writer.finish({ ...chunk.head, kind: KIND[chunk.kind], step: chunk.head.step * factor });
  }
}

/** One chunk as a separate array of bytes; see ChunkEncoder. */
export const encodeChunk = (chunk: ViewChunk): Uint8Array<ArrayBuffer> => new ChunkEncoder().encode(chunk).slice();

/** @returns the factor by which its steps are longer than stated */
function places(writer: ColumnWriter, chunk: Places): number {
  const { plan, height } = chunk;
  const factor = coarserBy(chunk);
  const count = plan.length / 2;
  writer.run(COLUMN.east, { values: plan, at: 0, stride: 2, count }, factor);
  writer.run(COLUMN.north, { values: plan, at: 1, stride: 2, count }, factor);
  if (height !== null) writer.run(COLUMN.height, { values: height, at: 0, stride: 1, count }, factor);
  return factor;
}

function origins(writer: ColumnWriter, { table, row, pen }: Origins): void {
  writer.integers(COLUMN.table, table);
  writer.integers(COLUMN.row, row);
  writer.integers(COLUMN.pen, pen);
}

function paths(writer: ColumnWriter, { ends, flags, arcs, bulges }: PathChunk): void {
  writer.integers(COLUMN.ends, ends);
  writer.integers(COLUMN.flags, flags);
  if (arcs.length === 0) return;
  writer.integers(COLUMN.arcs, arcs);
  writer.floats(COLUMN.bulges, bulges);
}

function labels(writer: ColumnWriter, { texts, size, rotation, anchor, fit }: TextChunk): void {
  strings(writer, texts);
  writer.floats(COLUMN.size, size);
  writer.floats(COLUMN.rotation, rotation);
  writer.integers(COLUMN.anchor, anchor);
  if (fit !== null) writer.floats(COLUMN.fit, fit);
}

function mesh(writer: ColumnWriter, { triangles, surface, pen }: MeshChunk): void {
  writer.integers(COLUMN.triangles, triangles);
  writer.integers(COLUMN.row, [surface]);
  writer.integers(COLUMN.pen, [pen]);
}

/** Texts as UTF-8 and the length of each in bytes. */
function strings(writer: ColumnWriter, texts: readonly string[]): void {
  const all = texts.join('');
  const whole = encoder.encode(all);
  if (whole.length === all.length) {
    // One byte per letter, as in most texts.
    writer.integers(
      COLUMN.textLengths,
      texts.map((text) => text.length),
    );
    writer.bytes(COLUMN.textBytes, whole);
    return;
  }
  // Each separately: half a surrogate pair at the end of one must not join the other half.
  const parts = texts.map((text) => encoder.encode(text));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const lengths = parts.map((part) => part.length);
  writer.integers(COLUMN.textLengths, lengths);
  writer.bytes(COLUMN.textBytes, bytes);
}
