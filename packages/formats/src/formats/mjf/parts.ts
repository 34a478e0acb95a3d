import type { StatementSync } from 'node:sqlite';
import type { GeoPackageWriter } from './geopackage.ts';
import { TABLES } from './schema.ts';

/** Most bytes of one row of `parts`: a large surface or file is split into pieces. */
export const PART_SIZE = 8 * 2 ** 20;

/** Fills the table `parts` with the pieces of surfaces and files of drawings. */
export class PartsWriter {
  readonly #pkg: GeoPackageWriter;
  #insert: StatementSync | undefined;
  #next = 1;

  constructor(pkg: GeoPackageWriter) {
    this.#pkg = pkg;
  }

  /** The id of the next piece: the first one of an object about to be added. */
  get next(): number {
    return this.#next;
  }

  /** Adds bytes of a kind, in as many pieces as needed. */
  add(kind: string, bytes: Uint8Array): void {
    if (this.#insert === undefined) {
      this.#pkg.attributesTable(TABLES.parts, TABLES.parts.name);
      this.#insert = this.#pkg.inserter(TABLES.parts.name, ['id', 'kind', 'data']);
    }
    for (let at = 0; at < bytes.length; at += PART_SIZE) {
      this.#insert.run(this.#next++, kind, bytes.subarray(at, at + PART_SIZE));
    }
  }
}

/** The bytes of a typed array as they are in memory (a view). */
export function bytesOf(array: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
