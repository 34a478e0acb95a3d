import { type Attribute, walkAttributes } from './attributes.ts';
import type { V8Element } from './element.ts';

/** Attribute with the handler of an extended element, and the number that it has there. */
const [HANDLER, HANDLER_NUMBER] = [0x56ec0000, 1];
/** Application of terrain models. */
export const TERRAIN_MODEL = 0x58ec;
/** Number of an element in its header. */
const NUMBER = 0x10;

/** What extended elements are for, by the application of their handlers (NOTES.md says how it is known). */
const KINDS: Readonly<Record<number, string>> = {
  105: 'named view',
  109: 'view clip',
  22234: 'constraint',
  22628: 'section',
  22756: 'parametric cell',
  [TERRAIN_MODEL]: 'terrain model',
  22829: 'table',
  22849: 'feature of a solid',
};

/** What applications store with the elements of a model; read when the first element asks for it. */
export class V8Attributes {
  readonly #pages: () => Iterable<Uint8Array>;
  #byElement: Map<bigint, Attribute[]> | undefined;

  /** @param pages unpacked pages of attributes */
  constructor(pages: () => Iterable<Uint8Array>) {
    this.#pages = pages;
  }

  /** The attributes of an element, by its number. */
  of(element: bigint): readonly Attribute[] {
    if (this.#byElement === undefined) {
      this.#byElement = new Map();
      for (const page of this.#pages()) walkAttributes(page, (attribute) => this.#add(attribute));
    }
    return this.#byElement.get(element) ?? [];
  }

  /** The application of an extended element and its own number for this kind; undefined if it states none. */
  handlerOf(element: V8Element): readonly [application: number, kind: number] | undefined {
    const stored = this.of(elementNumber(element)).find(
      ({ handler, number, bytes }) => handler === HANDLER && number === HANDLER_NUMBER && bytes.length >= 4,
    );
    if (stored === undefined) return undefined;
    const [low, below, middle, high] = stored.bytes as unknown as [number, number, number, number];
    return [middle + 256 * high, low + 256 * below];
  }

  /** The kind of an extended element as a suffix of its name: `: terrain model`, `: 22272.14`, or ''. */
  kindOf(element: V8Element): string {
    const handler = this.handlerOf(element);
    return handler === undefined ? '' : `: ${KINDS[handler[0]] ?? handler.join('.')}`;
  }

  #add(attribute: Attribute): void {
    const known = this.#byElement!.get(attribute.element);
    if (known === undefined) this.#byElement!.set(attribute.element, [attribute]);
    else known.push(attribute);
  }
}

/** The number of an element, by which others refer to it. */
export function elementNumber({ view }: V8Element): bigint {
  return view.getBigUint64(NUMBER, true);
}
