import { TextColumn, uint32Column } from '@fieldbridge/fieldjob';
import { putNowhere, putReference, type TablePlan } from './container-writer.ts';
import { writeText } from './field.ts';
import { POOL_UNITS, SHORT_NAME_UNITS, TEXT_TRIPLE, TP3_TABLE } from './layouts.ts';
import type { Losses } from './losses.ts';

/** Longest text in these files: the largest pool, less its closing NUL. */
export const LONGEST_TEXT = 64;
/** Texts of a triple: name, code, and one of unknown meaning. */
const PER_TRIPLE = 3;

/** Collects the texts of features: one triple each, with each text in the smallest pool that holds it. */
export class Captions {
  readonly #pools = Array.from(POOL_UNITS, ([id, units]) => ({ id, units, texts: new TextColumn() }));
  /** Per text of a triple: its pool (0 for none, else index + 1) and its position in the pool. */
  readonly #pool = uint32Column();
  readonly #ordinal = uint32Column();
  /** Number of texts that were shortened. */
  cut = 0;

  /** Number of triples. */
  get count(): number {
    return this.#pool.length / PER_TRIPLE;
  }

  /** Adds a triple; returns its ordinal. */
  add(name: string, code: string, third: string): number {
    for (const text of [name, code, third]) this.#put(text);
    return this.count - 1;
  }

  /** The tables of the triples and of the pools. */
  tables(capacityOf: (id: number) => number): TablePlan[] {
    const fields = Object.values(TEXT_TRIPLE.fields);
    const triples: TablePlan = {
      id: TP3_TABLE.text,
      recordSize: TEXT_TRIPLE.size,
      parts: [
        {
          count: this.count,
          fill: (view, at, row) => {
            fields.forEach((field, i) => {
              const pool = this.#pools[this.#pool.get(PER_TRIPLE * row + i) - 1];
              if (pool === undefined) putNowhere(view, at + field.at);
              else {
                const ordinal = this.#ordinal.get(PER_TRIPLE * row + i);
                putReference(view, at + field.at, pool.id, ordinal, capacityOf(pool.id));
              }
            });
          },
        },
      ],
    };
    const pools = this.#pools.map(({ id, units, texts }) => ({
      id,
      recordSize: 2 * units,
      parts: [
        {
          count: texts.length,
          fill: (view: DataView, at: number, row: number) => writeText(view, at, units, texts.get(row)),
        },
      ],
    }));
    return [...pools, triples];
  }

  #put(text: string): void {
    if (text === '') {
      this.#pool.push(0);
      this.#ordinal.push(0);
      return;
    }
    const fitted = cutText(text, LONGEST_TEXT);
    if (fitted !== text) this.cut++;
    const place = this.#pools.findIndex(({ units }) => fitted.length < units);
    this.#pool.push(place + 1);
    this.#ordinal.push(this.#pools[place]!.texts.length);
    this.#pools[place]!.texts.push(fitted);
  }
}

/** A text for a fixed field: up to its first NUL, at most `units` long, without half a surrogate pair at the end. */
export function cutText(text: string, units: number): string {
  const nul = text.indexOf('\0');
  const whole = nul < 0 ? text : text.slice(0, nul);
  if (whole.length <= units) return whole;
  return whole.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

/** A name for the header of a file, shortened and reported if it is too long. */
export function fileName(name: string, losses: Losses): string {
  const cut = cutText(name, SHORT_NAME_UNITS - 1);
  losses.add('text-cut', cut === name ? 0 : 1);
  return cut;
}
