import type { StatementSync } from 'node:sqlite';
import type { GeoPackageWriter } from './geopackage.ts';
import { TABLES } from './schema.ts';

/** Bytes of one row of `parts`: a large surface or file goes in and out in pieces. */
export const PART_SIZE = 8 * 2 ** 20;

/** Fills the table `parts`, in which surfaces and files of drawings lie in pieces of bounded size. */
export class PartsWriter {
  readonly #pkg: GeoPackageWriter;
  #insert: StatementSync | undefined;
  #next = 1;

  constructor(pkg: GeoPackageWriter) {
    this.#pkg = pkg;
  }

  /** Starts a thing; its pieces follow. */
  get next(): number {
    return this.#next;
  }

  /** Adds bytes under a kind, in as many pieces as they need. */
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

/** The bytes of a typed array as they lie in memory (a view). */
export function bytesOf(array: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
