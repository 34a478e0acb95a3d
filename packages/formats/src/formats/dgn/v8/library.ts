import { ELEMENT } from '../element-types.ts';
import { MODEL_PART, type V8Element } from './element.ts';
import { nameOf } from './linkages.ts';
import { TAG_SET, V8Tags } from './tags.ts';

/** An entry of one of the file's tables; the word at 0x0C says which table. */
const LEVEL_TABLE = 1;
const LEAST_ENTRY = 0x24;
const DEFINITION = 34;

/** Content of the pages `Dgn^Nm/$n` for all models: names of levels, definitions of shared cells, sets of tags. */
export class V8Library {
  /** Names of levels by number. */
  readonly levels = new Map<number, string>();
  /** Elements of shared cells by name, as views of their pages, which stay in memory. */
  readonly definitions = new Map<string, V8Element[]>();
  readonly tags = new V8Tags();
  #open: V8Element[] | undefined;

  /** Takes the next element of the pages. */
  element(element: V8Element): void {
    const { type, view, size, isComponent } = element;
    if (!isComponent) this.#open = undefined;
    if (type === DEFINITION) {
      const name = nameOf(element);
      this.#open = [];
      if (name !== '' && !this.definitions.has(name)) this.definitions.set(name, this.#open);
    } else if (isComponent && this.#open !== undefined) this.#open.push(element);
    if (type === TAG_SET) this.tags.define(element);
    if (type === ELEMENT.tableEntry && size >= LEAST_ENTRY && view.getUint32(MODEL_PART, true) === LEVEL_TABLE) {
      const name = nameOf(element);
      if (name !== '') this.levels.set(view.getUint32(0x20, true), name);
    }
  }
}
