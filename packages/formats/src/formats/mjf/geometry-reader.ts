import type { Path } from '@fieldbridge/fieldjob';
import { Span } from '../../kit/io/sqlite/span.ts';
import { WKB } from './geometry-bytes.ts';

const ENVELOPES = [0, 32, 48, 48, 64];
const EXTENDED = 1 << 5;

/**
 * Reads GeoPackage geometries into a path: points (one vertex), line strings, polygons and multi-polygons (one ring
 * each), in two or three dimensions, with or without measures (which are skipped), in either byte order. The repeated
 * first vertex of a ring is dropped.
 */
export class GeometryReader {
  #span = new Span();
  #at = 0;

  /**
   * Fills `path`; false if the bytes are not such a geometry or end too early.
   * @param geometry the value of the column
   */
  read(geometry: Span, path: Path): boolean {
    path.clear();
    const { bytes, from } = geometry;
    if (geometry.length < 8 || bytes[from] !== 0x47 || bytes[from + 1] !== 0x50) return false;
    const flags = bytes[from + 3]!;
    const envelope = ENVELOPES[(flags >> 1) & 7];
    if (envelope === undefined || (flags & EXTENDED) !== 0) return false;
    this.#span = geometry;
    this.#at = from + 8 + envelope;
    return this.#geometry(path, 0);
  }

  #geometry(path: Path, depth: number): boolean {
    const { bytes, view, to } = this.#span;
    if (this.#at + 9 > to) return false;
    const little = bytes[this.#at] === 1;
    const type = view.getUint32(this.#at + 1, little);
    this.#at += 5;
    const dimension = Math.floor(type / 1000);
    const base = type % 1000;
    if (dimension > 3) return false;
    if (base === WKB.point) return this.#vertices(path, 1, dimension, little);
    const count = view.getUint32(this.#at, little);
    this.#at += 4;
    if (base === WKB.lineString) return this.#vertices(path, count, dimension, little);
    if (base === WKB.polygon) {
      for (let ring = 0; ring < count; ring++) if (!this.#ring(path, dimension, little)) return false;
      return true;
    }
    if (base !== WKB.multiPolygon || depth > 0) return false;
    for (let part = 0; part < count; part++) if (!this.#geometry(path, 1)) return false;
    return true;
  }

  #ring(path: Path, dimension: number, little: boolean): boolean {
    if (this.#at + 4 > this.#span.to) return false;
    const count = this.#span.view.getUint32(this.#at, little);
    this.#at += 4;
    path.ring();
    const first = path.count;
    if (!this.#vertices(path, count, dimension, little)) return false;
    dropRepeated(path, first);
    return true;
  }

  #vertices(path: Path, count: number, dimension: number, little: boolean): boolean {
    const stride = 16 + (dimension === 0 ? 0 : dimension === 3 ? 16 : 8);
    // Checked before anything is allocated: a count can be any number.
    if (count * stride > this.#span.to - this.#at) return false;
    path.reserve(path.count + count);
    const { coordinates } = path;
    const { view } = this.#span;
    const high = dimension === 1 || dimension === 3;
    let to = 3 * path.count;
    for (let i = 0, at = this.#at; i < count; i++, at += stride, to += 3) {
      coordinates[to] = view.getFloat64(at, little);
      coordinates[to + 1] = view.getFloat64(at + 8, little);
      coordinates[to + 2] = high ? view.getFloat64(at + 16, little) : Number.NaN;
    }
    path.straight(path.count, path.count + count);
    path.count += count;
    this.#at += count * stride;
    return true;
  }
}

/** Removes the last vertex if it equals the one at `first`; returns whether it did. */
export function dropRepeated(path: Path, first: number): boolean {
  const { coordinates: c, count } = path;
  const last = count - 1;
  if (last <= first) return false;
  for (let i = 0; i < 3; i++) if (!Object.is(c[3 * first + i], c[3 * last + i])) return false;
  path.count--;
  return true;
}
