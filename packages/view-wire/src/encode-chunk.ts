import type { MeshChunk, Origins, PathChunk, Places, TextChunk, ViewChunk } from './chunk.ts';
import { inCoarseSteps } from './coarse-step.ts';
import { COLUMN, KIND } from './column-ids.ts';
import { ColumnWriter } from './columns.ts';

const encoder = new TextEncoder();

/** A chunk as bytes, not yet compressed: gzip makes them a quarter and less. */
export function encodeChunk(exact: ViewChunk): Uint8Array<ArrayBuffer> {
  const chunk = inCoarseSteps(exact);
  const writer = new ColumnWriter();
  places(writer, chunk);
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
  return writer.finish({ ...chunk.head, kind: KIND[chunk.kind] });
}

function places(writer: ColumnWriter, { plan, height }: Places): void {
  const count = plan.length / 2;
  const axis = new Int32Array(count);
  for (let i = 0; i < count; i++) axis[i] = plan[2 * i]!;
  writer.integers(COLUMN.east, axis);
  for (let i = 0; i < count; i++) axis[i] = plan[2 * i + 1]!;
  writer.integers(COLUMN.north, axis);
  if (height !== null) writer.integers(COLUMN.height, height);
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
    // A byte a letter, as most have it.
    writer.integers(
      COLUMN.textLengths,
      texts.map((text) => text.length),
    );
    writer.bytes(COLUMN.textBytes, whole);
    return;
  }
  // Each on its own: half a letter at the end of one must not meet the other half.
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
