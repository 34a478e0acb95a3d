import type { CadDocument } from '@node-projects/acad-ts';
import type { Keeper } from './handed-over.ts';

/** Group codes of an entity's handle and of an attribute's tag and flags. */
const HANDLE = '5';
const TAG = '2';
const FLAGS = '70';

/** Fields of an attribute that the library drops when it reads a DXF. */
interface Attribute {
  tag: string;
  /** 1: invisible; 2: constant; 4: to be verified; 8: preset. */
  flags: number;
}

/** Keeps tags and flags of attributes, by handle. */
export class AttributeKeeper implements Keeper {
  readonly #attributes = new Map<number, Attribute>();
  #isAttribute = false;
  #attribute: Attribute | undefined;

  see(code: string, value: string): void {
    if (code === '0') {
      this.#isAttribute = value === 'ATTRIB' || value === 'ATTDEF';
      this.#attribute = undefined;
    } else if (!this.#isAttribute) return;
    else if (code === HANDLE) {
      this.#attribute = { tag: '', flags: 0 };
      this.#attributes.set(Number.parseInt(value, 16), this.#attribute);
    } else if (this.#attribute === undefined) return;
    else if (code === TAG) this.#attribute.tag = value;
    else if (code === FLAGS) this.#attribute.flags = Number(value);
  }

  giveBack(document: CadDocument): void {
    for (const block of document.blockRecords ?? []) {
      for (const entity of block.entities) {
        this.#restore(entity);
        const own = (entity as { attributes?: Iterable<object> }).attributes;
        if (own !== undefined) for (const attribute of own) this.#restore(attribute);
      }
    }
  }

  #restore(entity: object): void {
    const { handle } = entity as { handle?: number };
    const known = handle === undefined ? undefined : this.#attributes.get(handle);
    if (known !== undefined) Object.assign(entity, known);
  }
}
