/** A block definition: a range of entities on a tape. */
export interface Block {
  readonly name: string;
  /** Base position in block coordinates. */
  readonly base: readonly [number, number, number];
  readonly first: number;
  /** Exclusive. */
  last: number;
  /** Whether it is a layout (model or paper space): 0 model, 1 and up the sheets, -1 for an ordinary block. */
  readonly layout: number;
  /** Number among all blocks that references can mean, assigned on first use; -1 for a block that none can mean. */
  number: number;
  /** Path of the file that is its content; '' for a block of this drawing. */
  readonly file: string;
  /** Line or offset of its BLOCK group. */
  readonly place: number;
}

/** The layout that a block name means: 0 model space, 1 and up paper space sheets, -1 an ordinary block. */
export function layoutOf(name: string): number {
  const match = /^[*$](model|paper)_space(\d*)$/i.exec(name);
  if (match === null) return -1;
  if (match[1]!.toLowerCase() === 'model') return 0;
  // *Paper_Space is the current sheet, *Paper_Space0 the next one, and so on.
  return match[2] === '' ? 1 : Number(match[2]) + 2;
}

/** Block definitions by name (regardless of case) and by the handle of their record. */
export class Blocks {
  readonly #byName = new Map<string, Block>();
  /** By name as references spell it; a cache. */
  readonly #bySpelling = new Map<string, Block>();
  readonly #nameOfHandle = new Map<number, string>();
  /** Handles of dynamic blocks by the names of their variants. */
  readonly #dynamic = new Map<string, number>();
  readonly #trueNames = new Map<string, string>();

  /** Adds a definition; the last one of a name counts, as in CAD systems. */
  add(block: Block): void {
    this.#byName.set(block.name.toLowerCase(), block);
    this.#bySpelling.clear();
  }

  /** Notes the block of a record handle (from the BLOCK_RECORD table). */
  noteHandle(handle: number, name: string): void {
    if (!Number.isNaN(handle)) this.#nameOfHandle.set(handle, name);
  }

  /** Notes that a block is a variant of a dynamic one, by the handle of that one's record. */
  noteVariant(name: string, handle: number): void {
    this.#dynamic.set(name.toLowerCase(), handle);
  }

  /** Notes the name of a dynamic block that has a generated name in versions without dynamic blocks. */
  noteTrueName(name: string, trueName: string): void {
    this.#trueNames.set(name.toLowerCase(), trueName);
  }

  /** The name of a block that users know: variants of dynamic blocks have generated names. */
  shownName(name: string): string {
    if (this.#dynamic.size === 0 && this.#trueNames.size === 0) return name;
    const handle = this.#dynamic.get(name.toLowerCase());
    const source = (handle === undefined ? undefined : this.#nameOfHandle.get(handle)) ?? name;
    return this.#trueNames.get(source.toLowerCase()) ?? source;
  }

  get(name: string): Block | undefined {
    // References repeat the same spelling again and again.
    const known = this.#bySpelling.get(name);
    if (known !== undefined) return known;
    const block = this.#byName.get(name.toLowerCase());
    if (block !== undefined) this.#bySpelling.set(name, block);
    return block;
  }

  byHandle(handle: number): Block | undefined {
    const name = this.#nameOfHandle.get(handle);
    return name === undefined ? undefined : this.get(name);
  }

  [Symbol.iterator](): Iterator<Block> {
    return this.#byName.values();
  }
}
