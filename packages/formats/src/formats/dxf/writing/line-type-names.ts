import { freeName } from './layer-names.ts';

/** Names that every drawing has, or that do not mean a line type. */
const USUAL = /^(bylayer|byblock|continuous)$/i;

/** Names of line types in the file: valid, not too long, unique regardless of case. */
export class LineTypeNames {
  /** Those with a table record. */
  readonly names: string[] = [];
  /** Number of names that had to be changed. */
  changed = 0;
  readonly #bySmallLetters = new Map<string, string>();
  /** By name as features spell it; a cache. */
  readonly #bySpelling = new Map<string, string>();

  /**
   * @param originals distinct names @param longest name allowed @param utf8 whether names may hold characters beyond
   * Windows-1252
   */
  constructor(originals: readonly string[], longest: number, utf8: boolean) {
    const taken = new Set(['bylayer', 'byblock', 'continuous']);
    for (const original of originals) {
      const name = freeName(original, longest, utf8, taken);
      if (name !== original) this.changed++;
      this.#bySmallLetters.set(original.toLowerCase(), name);
      this.names.push(name);
    }
  }

  /** The name of an entity's line type. */
  of(original: string): string {
    let name = this.#bySpelling.get(original);
    if (name === undefined) {
      name = USUAL.test(original) ? original : (this.#bySmallLetters.get(original.toLowerCase()) ?? original);
      this.#bySpelling.set(original, name);
    }
    return name;
  }

  /** The name of a layer's line type, which cannot be by layer or by block. */
  ofLayer(original: string): string {
    return original === '' || USUAL.test(original) ? 'CONTINUOUS' : this.of(original);
  }
}
