import { Extent, JUSTIFICATIONS, VERTICAL_JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { encodeChunk, NO_HEIGHT, type TextChunk, VIEW_LIMITS } from '@fieldbridge/view-wire';
import { type BoxedText, textBox } from '../kit/cad/text-box.ts';
import { ChunkFrame } from './chunk-frame.ts';
import { Grown } from './grown.ts';
import type { LevelWriter } from './level-writer.ts';
import { usable } from './usable.ts';

/** Columns of things at one place each: points, or texts. */
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
    this.plan.push(easting);
    this.plan.push(northing);
    this.height.push(elevation);
    this.table.push(origin.table);
    this.row.push(origin.row);
    this.pen.push(origin.pen);
    this.words.push(words.length > VIEW_LIMITS.textLength ? `${words.slice(0, VIEW_LIMITS.textLength)}…` : words);
  }

  /** What chunks of both kinds share, and the extent. */
  protected columns(rows: Uint32Array) {
    const extent = new Extent();
    const { plan: from, height: up } = this;
    for (const i of rows) extent.add(from.values[2 * i]!, from.values[2 * i + 1]!, up.values[i]!);
    const frame = new ChunkFrame(extent);
    const plan = new Int32Array(2 * rows.length);
    const height = Int32Array.from(rows, (i) => frame.up(up.values[i]!));
    for (const [at, i] of rows.entries()) frame.plan(from.values, i, i + 1, plan, at);
    const columns = {
      ...{ head: frame.head, plan, height: height.some((steps) => steps !== NO_HEIGHT) ? height : null },
      table: Uint8Array.from(rows, (i) => this.table.values[i]!),
      row: Uint32Array.from(rows, (i) => this.row.values[i]!),
      pen: Uint16Array.from(rows, (i) => this.pen.values[i]!),
    };
    return { extent, columns };
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
    this.#code.push(code);
  }

  write(order: Uint32Array, level: LevelWriter): void {
    for (let at = 0; at < order.length; at += VIEW_LIMITS.chunkVertices) {
      const rows = order.subarray(at, at + VIEW_LIMITS.chunkVertices);
      const { columns, extent } = this.columns(rows);
      const code = Uint16Array.from(rows, (i) => this.#code.values[i]!);
      const names = Array.from(rows, (i) => this.words[i]!);
      level.add(encodeChunk({ kind: 'points', ...columns, code, names }), extent, { items: rows.length });
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
    this.size.push(height);
    this.#rotation.push(rotation);
    this.#anchor.push(anchor);
    this.#fit.push(fit);
  }

  /** The texts as they are drawn. */
  *boxed(rows: Iterable<number> = this.words.keys()): Generator<BoxedText> {
    for (const i of rows) {
      const [easting, northing] = this.plan.values.subarray(2 * i, 2 * i + 2) as unknown as [number, number];
      const anchor = this.#anchor.values[i]!;
      const place = { easting, northing, height: this.size.values[i]!, rotation: this.#rotation.values[i]! };
      const justification = JUSTIFICATIONS[anchor & 3]!;
      const verticalJustification = VERTICAL_JUSTIFICATIONS[anchor >> 2]!;
      yield {
        label: { text: this.words[i]!, ...place, justification, verticalJustification },
        fit: this.#fit.values[i]!,
      };
    }
  }

  write(order: Uint32Array, level: LevelWriter): void {
    for (let at = 0; at < order.length; at += TEXTS) {
      const rows = order.subarray(at, at + TEXTS);
      const { columns, extent } = this.columns(rows);
      // A text is seen where its place may not be.
      for (const text of this.boxed(rows))
        for (const [easting, northing] of textBox(text))
          if (usable(easting, northing)) extent.add(easting, northing, Number.NaN);
      const chunk: TextChunk = {
        ...{ kind: 'texts', ...columns, texts: Array.from(rows, (i) => this.words[i]!) },
        size: Float32Array.from(rows, (i) => this.size.values[i]!),
        rotation: Float32Array.from(rows, (i) => this.#rotation.values[i]!),
        anchor: Uint8Array.from(rows, (i) => this.#anchor.values[i]!),
        fit: rows.some((i) => this.#fit.values[i]! > 0) ? Float32Array.from(rows, (i) => this.#fit.values[i]!) : null,
      };
      const size = chunk.size.reduce((most, one) => Math.max(most, one), 0);
      level.add(encodeChunk(chunk), extent, { items: rows.length, size });
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
