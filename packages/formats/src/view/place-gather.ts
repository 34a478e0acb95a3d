import { Extent, JUSTIFICATIONS, VERTICAL_JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { type TextChunk, VIEW_LIMITS } from '@fieldbridge/view-wire';
import { type BoxedText, textBox } from '../kit/cad/text-box.ts';
import { ChunkFrame } from './chunk-frame.ts';
import { Grown } from './grown.ts';
import type { LevelWriter } from './level-writer.ts';
import { usable } from './usable.ts';

/** Columns of things with one place each: points, or texts. */
class PlaceGather {
  readonly plan = new Grown(new Float64Array(256));
  readonly height = new Grown(new Float64Array(128));
  readonly table = new Grown(new Uint8Array(128));
  readonly row = new Grown(new Uint32Array(128));
  readonly pen = new Grown(new Uint16Array(128));
  readonly words: string[] = [];

  get length(): number {
    return this.height.length;
  }

  protected place(easting: number, northing: number, elevation: number, origin: Origin, words: string): void {
    // Inlined: `push` is called with arrays of every kind, which takes several times as long.
    const { plan, height, table, row, pen } = this;
    plan.reserve(2);
    if (height.length === height.values.length) this.grow();
    plan.values[plan.length++] = easting;
    plan.values[plan.length++] = northing;
    height.values[height.length++] = elevation;
    table.values[table.length++] = origin.table;
    row.values[row.length++] = origin.row;
    pen.values[pen.length++] = origin.pen;
    this.words.push(words.length > VIEW_LIMITS.textLength ? `${words.slice(0, VIEW_LIMITS.textLength)}…` : words);
  }

  /** Makes room for one more. */
  protected grow(): void {
    for (const column of [this.height, this.table, this.row, this.pen]) column.reserve(1);
  }

  /** The common part of chunks of both kinds, and the extent. */
  protected columns(rows: Uint32Array) {
    const extent = new Extent();
    const { plan: from, height: up } = this;
    const count = rows.length;
    for (let at = 0; at < count; at++) {
      const i = rows[at]!;
      extent.add(from.values[2 * i]!, from.values[2 * i + 1]!, up.values[i]!);
    }
    const frame = new ChunkFrame(extent);
    const [plan, height, row] = [new Int32Array(2 * count), new Int32Array(count), new Uint32Array(count)];
    const [table, pen] = [new Uint8Array(count), new Uint16Array(count)];
    const triples = new Float64Array(3 * count);
    for (let at = 0; at < count; at++) {
      const i = rows[at]!;
      triples[3 * at] = from.values[2 * i]!;
      triples[3 * at + 1] = from.values[2 * i + 1]!;
      triples[3 * at + 2] = up.values[i]!;
      table[at] = this.table.values[i]!;
      row[at] = this.row.values[i]!;
      pen[at] = this.pen.values[i]!;
    }
    const known = frame.place(triples, count, plan, height);
    return { extent, columns: { head: frame.head, plan, height: known ? height : null, table, row, pen } };
  }
}

interface Origin {
  readonly table: number;
  readonly row: number;
  readonly pen: number;
}

/** Points in order of arrival. */
export class PointGather extends PlaceGather {
  readonly #code = new Grown(new Uint16Array(128));

  add(easting: number, northing: number, elevation: number, origin: Origin, name: string, code: number): void {
    this.place(easting, northing, elevation, origin, name);
    this.#code.values[this.length - 1] = code;
  }

  protected override grow(): void {
    super.grow();
    this.#code.length = this.length;
    this.#code.reserve(1);
  }

  write(order: Uint32Array, level: LevelWriter): void {
    for (let at = 0; at < order.length; at += VIEW_LIMITS.chunkVertices) {
      const rows = order.subarray(at, at + VIEW_LIMITS.chunkVertices);
      const { columns, extent } = this.columns(rows);
      const code = Uint16Array.from(rows, (i) => this.#code.values[i]!);
      const names = Array.from(rows, (i) => this.words[i]!);
      level.add({ kind: 'points', ...columns, code, names }, extent, { items: rows.length });
    }
  }
}

/** Texts of one chunk: each may have a thousand characters. */
const TEXTS = 10_000;

/** Texts in order of arrival. */
export class TextGather extends PlaceGather {
  readonly size = new Grown(new Float32Array(128));
  readonly #rotation = new Grown(new Float32Array(128));
  readonly #anchor = new Grown(new Uint8Array(128));
  readonly #fit = new Grown(new Float32Array(128));

  add({ easting, northing, elevation, text, height, rotation, fit }: TextPlace, anchor: number, origin: Origin): void {
    this.place(easting, northing, elevation, origin, text);
    const at = this.length - 1;
    this.size.values[at] = height;
    this.#rotation.values[at] = rotation;
    this.#anchor.values[at] = anchor;
    this.#fit.values[at] = fit;
  }

  protected override grow(): void {
    super.grow();
    for (const column of [this.size, this.#rotation, this.#anchor, this.#fit]) {
      column.length = this.length;
      column.reserve(1);
    }
  }

  /** The texts in their drawn form. */
  *boxed(rows: Iterable<number> = this.words.keys()): Generator<BoxedText> {
    for (const i of rows) {
      const anchor = this.#anchor.values[i]!;
      const label = {
        text: this.words[i]!,
        easting: this.plan.values[2 * i]!,
        northing: this.plan.values[2 * i + 1]!,
        height: this.size.values[i]!,
        rotation: this.#rotation.values[i]!,
        justification: JUSTIFICATIONS[anchor & 3]!,
        verticalJustification: VERTICAL_JUSTIFICATIONS[anchor >> 2]!,
      };
      yield { label, fit: this.#fit.values[i]! };
    }
  }

  write(order: Uint32Array, level: LevelWriter): void {
    for (let at = 0; at < order.length; at += TEXTS) {
      const rows = order.subarray(at, at + TEXTS);
      const { columns, extent } = this.columns(rows);
      // A text may be visible where its place is not.
      for (const text of this.boxed(rows))
        for (const [easting, northing] of textBox(text))
          if (usable(easting, northing)) extent.add(easting, northing, Number.NaN);
      const count = rows.length;
      const [size, rotation, fit] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
      const anchor = new Uint8Array(count);
      const texts: string[] = [];
      let largest = 0;
      let fits = false;
      for (let n = 0; n < count; n++) {
        const i = rows[n]!;
        texts.push(this.words[i]!);
        size[n] = this.size.values[i]!;
        rotation[n] = this.#rotation.values[i]!;
        anchor[n] = this.#anchor.values[i]!;
        fit[n] = this.#fit.values[i]!;
        largest = Math.max(largest, size[n]!);
        fits ||= fit[n]! > 0;
      }
      const chunk: TextChunk = { kind: 'texts', ...columns, texts, size, rotation, anchor, fit: fits ? fit : null };
      level.add(chunk, extent, { items: count, size: largest });
    }
  }
}

interface TextPlace {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly text: string;
  readonly height: number;
  readonly rotation: number;
  readonly fit: number;
}
