import type { ObjectMap } from '../file/object-map.ts';
import { R2004 } from '../file/releases.ts';
import type { Inventory } from '../object/inventory.ts';
import type { EntityWriter, Owner } from './entity-writer.ts';

/** Why an entity is lost that its owner names. */
const NOT_THERE = new RangeError('it is not in the file');

/** The entities of a drawing, owner by owner. */
export class Entities {
  /** Entities that were looked at so far. */
  count = 0;
  readonly #writer: EntityWriter;
  readonly #map: ObjectMap;
  readonly #types: Uint16Array;
  readonly #isChained: boolean;
  /** Which objects were looked at, where a broken chain makes that necessary. */
  readonly #seen: Uint8Array;
  /** The entity after the one that was written last; 0 when that is not known. */
  #next = 0;

  constructor(writer: EntityWriter, { types }: Inventory) {
    this.#writer = writer;
    this.#map = writer.object.file.map;
    this.#types = types;
    this.#isChained = writer.object.release < R2004;
    this.#seen = new Uint8Array(this.#isChained ? types.length : 0);
  }

  /**
   * Writes the entities of an owner, each with its parts; yields after every record.
   * @param listed their handles since 2004; before, the first and the last of a chain
   */
  *of(listed: readonly number[], owner: Owner, isOnSheet: boolean): Generator<void> {
    if (!this.#isChained) {
      for (const handle of listed) yield* this.#entity(handle, isOnSheet);
      return;
    }
    const [first = 0, last = 0] = listed;
    let handle = first;
    for (let left = this.#map.count; handle !== 0 && left > 0; left--) {
      yield* this.#entity(handle, isOnSheet);
      if (handle === last) return;
      handle = this.#next;
    }
    if (first !== 0) yield* this.#strays(owner, isOnSheet);
  }

  *#entity(handle: number, isOnSheet: boolean): Generator<void> {
    const index = this.#map.indexOf(handle);
    this.count++;
    this.#next = 0;
    if (index < 0) {
      if (handle !== 0) this.#writer.lose(handle, NOT_THERE);
      return;
    }
    if (this.#isChained) {
      if (this.#seen[index] === 1) return;
      this.#seen[index] = 1;
    }
    const isWritten = this.#writer.write(index, false, isOnSheet);
    this.#next = this.#writer.common.next;
    if (isWritten) yield* this.#withParts(isOnSheet);
  }

  /** What a broken chain does not lead to: the entities that state this owner themselves. */
  *#strays(owner: Owner, isOnSheet: boolean): Generator<void> {
    for (let index = 0; index < this.#types.length; index++) {
      const kind = this.#writer.kindOf(this.#types[index]!);
      if (this.#seen[index] === 1 || kind === undefined || kind.isPart) continue;
      if (!this.#writer.write(index, false, isOnSheet, owner)) continue;
      this.#seen[index] = 1;
      yield* this.#withParts(isOnSheet);
    }
  }

  /** After an entity, its parts. */
  *#withParts(isOnSheet: boolean): Generator<void> {
    yield;
    const { list, first, last } = this.#writer.parts;
    if (list.length > 0) yield* this.#parts([...list], isOnSheet);
    else if (first !== 0) yield* this.#chainedParts(first, last, isOnSheet);
  }

  *#parts(handles: readonly number[], isOnSheet: boolean): Generator<void> {
    for (const handle of handles) {
      const index = this.#map.indexOf(handle);
      if (index >= 0 && this.#writer.write(index, true, isOnSheet)) yield;
    }
  }

  *#chainedParts(first: number, last: number, isOnSheet: boolean): Generator<void> {
    for (let handle = first, left = this.#map.count; handle !== 0 && left > 0; left--) {
      const index = this.#map.indexOf(handle);
      if (index < 0 || this.#seen[index] === 1) return;
      this.#seen[index] = 1;
      if (this.#writer.write(index, true, isOnSheet)) yield;
      if (handle === last) return;
      handle = this.#writer.common.next;
    }
  }
}
