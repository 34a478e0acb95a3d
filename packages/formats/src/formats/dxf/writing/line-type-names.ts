import { freeName } from './layer-names.ts';

/** What every drawing has, or means something else than a line type. */
const USUAL = /^(bylayer|byblock|continuous)$/i;

/** Names of line types in the file: valid, not too long, unique without regard to case. */
export class LineTypeNames {
  /** Those that have a record of their own. */
  readonly names: string[] = [];
  /** How many names had to be changed. */
  changed = 0;
  readonly #bySmallLetters = new Map<string, string>();
  /** By name as features spell it, as far as they were asked for. */
  readonly #bySpelling = new Map<string, string>();

  /** @param originals each name once @param longest name allowed @param utf8 whether names may hold characters beyond Windows-1252 */
  constructor(originals: readonly string[], longest: number, utf8: boolean) {
    const taken = new Set(['bylayer', 'byblock', 'continuous']);
    for (const original of originals) {
      const name = freeName(original, longest, utf8, taken);
      if (name !== original) this.changed++;
      this.#bySmallLetters.set(original.toLowerCase(), name);
      this.names.push(name);
    }
  }

  /** What an entity's line type is called. */
  of(original: string): string {
    let name = this.#bySpelling.get(original);
    if (name === undefined) {
      name = USUAL.test(original) ? original : (this.#bySmallLetters.get(original.toLowerCase()) ?? original);
      this.#bySpelling.set(original, name);
    }
    return name;
  }

  /** What a layer's line type is called: it has one of its own. */
  ofLayer(original: string): string {
    return original === '' || USUAL.test(original) ? 'CONTINUOUS' : this.of(original);
  }
}
