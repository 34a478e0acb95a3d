import type { FieldJob, Layer } from '@fieldbridge/fieldjob';
import { WINDOWS_1252_BYTES } from './group-writer.ts';

/** Characters that are not allowed in table names. */
const FORBIDDEN = /[<>/\\":;?*|=`,\u0000-\u001f\u007f]/g;

/** A layer as it is written. */
export interface WrittenLayer {
  readonly name: string;
  readonly layer: Layer;
}

/** Names of layers in the file: valid, not too long, unique regardless of case. */
export class LayerNames {
  readonly layers: WrittenLayer[] = [];
  /** Number of names that had to be changed. */
  changed = 0;
  readonly #byIndex: number[] = [];
  readonly #zero: number;
  readonly #originals: string[] = [];
  readonly #taken = new Set<string>();
  readonly #longest: number;
  readonly #utf8: boolean;

  /** @param longest name allowed @param utf8 whether names may hold characters beyond Windows-1252 */
  constructor(job: FieldJob, longest: number, utf8: boolean) {
    this.#longest = longest;
    this.#utf8 = utf8;
    // Layer 0 is in every drawing and keeps its name.
    this.#taken.add('0');
    for (const layer of job.layers) this.#originals.push(layer.name.toLowerCase());
    for (const layer of job.layers) this.#byIndex.push(layer.name === '0' ? this.#keep(layer) : this.add(layer));
    const zero = this.layers.findIndex(({ name }) => name === '0');
    this.#zero = zero < 0 ? this.#keep({ ...ZERO }) : zero;
  }

  /** Index in `layers` of layer 0. */
  get zero(): number {
    return this.#zero;
  }

  /** Index in `layers` of a layer by its index in the job; layer 0 for a missing one. */
  of(index: number): number {
    return this.#byIndex[index] ?? this.#zero;
  }

  /** Index in `layers` of the job's layer with this name, regardless of case; undefined if there is no such layer. */
  called(name: string): number | undefined {
    const index = this.#originals.indexOf(name.toLowerCase());
    return index < 0 ? undefined : this.#byIndex[index];
  }

  /** Adds a layer that the job does not have; returns its index in `layers`. */
  add(layer: Layer): number {
    const name = freeName(layer.name, this.#longest, this.#utf8, this.#taken);
    if (name !== layer.name) this.changed++;
    return this.layers.push({ name, layer }) - 1;
  }

  #keep(layer: Layer): number {
    return this.layers.push({ name: '0', layer }) - 1;
  }
}

const ZERO: Layer = {
  name: '0',
  colour: -1,
  lineType: '',
  lineWeight: -1,
  visible: true,
  locked: false,
  description: '',
};

/**
 * Makes a name for a table of the file from the original: valid, not too long, and different from all taken names
 * regardless of case. The result is added to the taken names.
 * @param longest name allowed @param utf8 whether names may hold characters beyond Windows-1252
 */
export function freeName(original: string, longest: number, utf8: boolean, taken: Set<string>): string {
  const valid = original.replace(FORBIDDEN, '_').trim();
  const wanted = (utf8 ? valid : inCodePage(valid)).slice(0, longest) || 'unnamed';
  let name = wanted;
  for (let i = 2; taken.has(name.toLowerCase()); i++) {
    const suffix = `_${i}`;
    name = wanted.slice(0, longest - suffix.length) + suffix;
  }
  taken.add(name.toLowerCase());
  return name;
}

/** Escapes are not allowed in names: characters beyond the code page become underscores. */
function inCodePage(name: string): string {
  return Array.from(name, (letter) => {
    const point = letter.codePointAt(0)!;
    return point < 128 || WINDOWS_1252_BYTES.has(point) ? letter : '_';
  }).join('');
}
