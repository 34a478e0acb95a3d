import type { ObjectMap } from '../file/object-map.ts';
import { R2004 } from '../file/releases.ts';
import type { Inventory } from '../object/inventory.ts';
import type { EntityWriter, Owner } from './entity-writer.ts';

/** Why an entity is lost that its owner names. */
const NOT_THERE = new RangeError('it is not in the file');
const NOBODY: Owner = { handle: 0, space: 0 };

/** The entities of a drawing, owner by owner, each followed by its parts: `next` writes one record after another. */
export class Entities {
  /** Entities that were looked at so far. */
  count = 0;
  readonly #writer: EntityWriter;
  readonly #map: ObjectMap;
  readonly #types: Uint16Array;
  readonly #isChained: boolean;
  /** Objects that were looked at. */
  readonly #seen: Uint8Array;
  #owner = NOBODY;
  #isOnSheet = false;
  /** Since 2004: the handles, and the place of the next one. */
  #list: ArrayLike<number> = [];
  #place = 0;
  /** Before: the next entity of the chain and its last one; 0 after its end. */
  #link = 0;
  #lastLink = 0;
  /** Index of the next object that may belong to the owner though no chain leads to it; Infinity if none is missing. */
  #stray = Infinity;
  /** The next part of the current entity, by place or handle, and the last one. */
  #part = 0;
  #partLink = 0;
  #lastPartLink = 0;
  /** Steps that chains may still have. */
  #steps = 0;

  constructor(writer: EntityWriter, { types }: Inventory) {
    this.#writer = writer;
    this.#map = writer.object.file.map;
    this.#types = types;
    this.#isChained = writer.object.release < R2004;
    this.#seen = new Uint8Array(types.length);
  }

  /**
   * Turns to the entities of an owner.
   * @param listed their handles since 2004; before, the first and the last of a chain; undefined where that is lost,
   * so that all entities are searched for those that state the owner
   */
  start(listed: ArrayLike<number> | undefined, owner: Owner, isOnSheet: boolean): void {
    this.#owner = owner;
    this.#isOnSheet = isOnSheet;
    this.#stray = listed === undefined ? 0 : Infinity;
    this.#place = 0;
    this.#list = this.#isChained ? [] : (listed ?? []);
    this.#link = this.#isChained ? (listed?.[0] ?? 0) : 0;
    this.#lastLink = listed?.[1] ?? 0;
    this.#steps = this.#map.count;
    this.#noParts();
  }

  /** Writes the next record; false when the owner has no more. */
  next(): boolean {
    for (;;) {
      if (this.#nextPart()) return true;
      if (this.#place < this.#list.length) {
        if (this.#write(this.#list[this.#place++]!)) return true;
      } else if (this.#link !== 0) {
        const handle = this.#link;
        this.#link = 0;
        const isWritten = this.#write(handle);
        if (handle !== this.#lastLink) this.#link = this.#steps-- > 0 ? this.#writer.common.next : 0;
        if (handle !== this.#lastLink && this.#link === 0) this.#stray = 0;
        if (isWritten) return true;
      } else if (this.#stray < this.#types.length) {
        if (this.#writeStray(this.#stray++)) return true;
      } else return false;
    }
  }

  #write(handle: number): boolean {
    const index = this.#map.indexOf(handle);
    this.count++;
    this.#writer.common.next = 0;
    if (index < 0) {
      if (handle !== 0) this.#writer.lose(handle, NOT_THERE);
      return false;
    }
    // Each is drawn once, however often it is listed.
    if (this.#seen[index] === 1) return false;
    this.#seen[index] = 1;
    if (!this.#writer.write(index, false, this.#isOnSheet)) return false;
    this.#takeParts();
    return true;
  }

  /** An entity that no list or chain leads to, if it states the owner itself. */
  #writeStray(index: number): boolean {
    const kind = this.#writer.kindOf(this.#types[index]!);
    if (this.#seen[index] === 1 || kind === undefined || kind.isPart) return false;
    if (!this.#writer.write(index, false, this.#isOnSheet, this.#owner)) return false;
    this.#seen[index] = 1;
    this.#takeParts();
    return true;
  }

  #takeParts(): void {
    const { first, last } = this.#writer.parts;
    this.#part = 0;
    this.#partLink = first;
    this.#lastPartLink = last;
  }

  #noParts(): void {
    this.#part = Infinity;
    this.#partLink = 0;
  }

  /** Writes the next part of the current entity; false when it has no more. */
  #nextPart(): boolean {
    const { list, count } = this.#writer.parts;
    while (this.#part < count) {
      const handle = list[this.#part++]!;
      const index = this.#map.indexOf(handle);
      if (index < 0) this.#writer.lose(handle, NOT_THERE);
      if (index < 0 || this.#seen[index] === 1) continue;
      this.#seen[index] = 1;
      if (this.#writer.write(index, true, this.#isOnSheet)) return true;
    }
    while (this.#partLink !== 0) {
      const handle = this.#partLink;
      const index = this.#map.indexOf(handle);
      this.#partLink = 0;
      if (index < 0) this.#writer.lose(handle, NOT_THERE);
      if (index < 0 || this.#seen[index] === 1) break;
      this.#seen[index] = 1;
      const isWritten = this.#writer.write(index, true, this.#isOnSheet);
      if (handle !== this.#lastPartLink) this.#partLink = this.#writer.common.next;
      if (isWritten) return true;
    }
    return false;
  }
}
