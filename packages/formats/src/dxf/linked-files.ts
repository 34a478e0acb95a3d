import { plainText } from '../cad/text-codes.ts';
import type { Entity } from './entity.ts';

/** Objects that name the file of a picture or an underlay. */
export const FILE_DEFINITIONS: readonly string[] = ['IMAGEDEF', 'PDFDEFINITION', 'DWFDEFINITION', 'DGNDEFINITION'];

/** Names of the files that a drawing shows, by the handle of their definition. */
export class LinkedFiles {
  readonly #names = new Map<number, string>();

  /** Takes a definition; the name of a page or view is put behind the file's. */
  take(definition: Entity, type: string): void {
    const page = type === 'IMAGEDEF' ? '' : plainText(definition.name(2));
    const file = plainText(definition.text(1));
    this.#names.set(definition.number(5, Number.NaN), page === '' ? file : `${file}#${page}`);
  }

  get(handle: number): string | undefined {
    return this.#names.get(handle);
  }
}
