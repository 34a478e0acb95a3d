import { endianness } from 'node:os';
import { GrowingBytes } from '../../kit/io/growing-bytes.ts';

/**
 * Byte order of this machine. GeoPackage geometries state theirs, so coordinates can be copied as they are in memory.
 */
export const LITTLE = endianness() === 'LE';

/** Well-known-binary types; a geometry with elevations adds 1000 (ISO 13249-3). */
export const WKB = { point: 1, lineString: 2, polygon: 3, multiPolygon: 6, elevation: 1000 } as const;

const HEADER_WITH_ENVELOPE = 40;
const ENVELOPE_XY = 1 << 1;
/** Up to this many vertices are copied one by one, because a view to copy them at once costs more. */
const FEW = 12;

/**
 * Appends GeoPackage geometries (header, envelope, well-known binary) to a buffer. Source: OGC 12-128r19 §2.1.3. After
 * each call the bounds of the geometry are in `minEasting` … `maxNorthing`. Without any position there is no geometry,
 * as GeoPackage recommends: nothing is appended and the result is false.
 */
export class GeometryBytes {
  minEasting = 0;
  maxEasting = 0;
  minNorthing = 0;
  maxNorthing = 0;
  readonly #srs: number;
  readonly #target: GrowingBytes;
  #from = 0;

  /** @param srs srs_id of the table @param target receives the bytes */
  constructor(srs: number, target = new GrowingBytes()) {
    this.#srs = srs;
    this.#target = target;
  }

  /** Returns the last geometry as its own array and clears the buffer. */
  taken(): Uint8Array {
    const { bytes, used } = this.#target;
    this.#target.used = 0;
    return bytes.slice(this.#from, used);
  }

  /** A point; without elevation (NaN) it is two-dimensional. */
  point(easting: number, northing: number, elevation: number): boolean {
    this.minEasting = this.maxEasting = easting;
    this.minNorthing = this.maxNorthing = northing;
    if (Number.isNaN(easting) && Number.isNaN(northing)) return false;
    const flat = Number.isNaN(elevation);
    this.#header(0);
    this.#start(WKB.point + (flat ? 0 : WKB.elevation));
    this.#double(easting);
    this.#double(northing);
    if (!flat) this.#double(elevation);
    return true;
  }

  /**
   * A line through `count` coordinate triples.
   * @param repeatFirst whether the first vertex is repeated at the end
   */
  lineString(triples: Float64Array, count: number, repeatFirst: boolean): boolean {
    const flat = this.#measure(triples, count);
    if (this.#nothing) return false;
    this.#begin();
    this.#start(WKB.lineString + (flat ? 0 : WKB.elevation));
    this.#vertices(triples, 0, count, repeatFirst, flat);
    return true;
  }

  /**
   * Polygons of closed rings, whose first vertex is repeated here.
   * @param polygons per polygon its rings as [first vertex, end vertex) in `triples`
   */
  multiPolygon(
    triples: Float64Array,
    count: number,
    polygons: readonly (readonly (readonly [from: number, to: number])[])[],
  ): boolean {
    const flat = this.#measure(triples, count);
    if (this.#nothing || polygons.length === 0) return false;
    const type = flat ? 0 : WKB.elevation;
    this.#begin();
    this.#start(WKB.multiPolygon + type);
    this.#uint32(polygons.length);
    for (const rings of polygons) {
      this.#start(WKB.polygon + type);
      this.#uint32(rings.length);
      for (const [from, to] of rings) this.#vertices(triples, from, to - from, true, flat);
    }
    return true;
  }

  /** Triangles as polygons. @param triangles three vertex indices each */
  triangles(vertices: Float64Array, triangles: Int32Array): boolean {
    const flat = this.#measure(vertices, vertices.length / 3);
    if (this.#nothing || triangles.length === 0) return false;
    const type = flat ? 0 : WKB.elevation;
    this.#begin();
    this.#start(WKB.multiPolygon + type);
    this.#uint32(triangles.length / 3);
    for (let first = 0; first < triangles.length; first += 3) {
      this.#start(WKB.polygon + type);
      this.#uint32(1);
      this.#uint32(4);
      for (let corner = 0; corner < 4; corner++) {
        const at = 3 * triangles[first + (corner % 3)]!;
        this.#double(vertices[at]!);
        this.#double(vertices[at + 1]!);
        if (!flat) this.#double(vertices[at + 2]!);
      }
    }
    return true;
  }

  /** Whether none of the measured vertices has a position. */
  get #nothing(): boolean {
    return !(this.minEasting <= this.maxEasting && this.minNorthing <= this.maxNorthing);
  }

  /** Measures the bounds of the finite positions; returns whether no vertex has an elevation. */
  #measure(triples: Float64Array, count: number): boolean {
    let minE = Infinity;
    let maxE = -Infinity;
    let minN = Infinity;
    let maxN = -Infinity;
    let flat = true;
    for (let i = 0; i < 3 * count; i += 3) {
      const easting = triples[i]!;
      const northing = triples[i + 1]!;
      if (easting < minE) minE = easting;
      if (easting > maxE) maxE = easting;
      if (northing < minN) minN = northing;
      if (northing > maxN) maxN = northing;
      const elevation = triples[i + 2]!;
      if (!Number.isNaN(elevation)) flat = false;
    }
    this.minEasting = minE;
    this.maxEasting = maxE;
    this.minNorthing = minN;
    this.maxNorthing = maxN;
    return flat;
  }

  #begin(): void {
    this.#header(ENVELOPE_XY);
    this.#double(this.minEasting);
    this.#double(this.maxEasting);
    this.#double(this.minNorthing);
    this.#double(this.maxNorthing);
  }

  #header(envelope: number): void {
    const target = this.#target;
    target.reserve(HEADER_WITH_ENVELOPE);
    const { bytes, view, used } = target;
    this.#from = used;
    bytes[used] = 0x47;
    bytes[used + 1] = 0x50;
    bytes[used + 2] = 0;
    bytes[used + 3] = (LITTLE ? 1 : 0) | envelope;
    view.setInt32(used + 4, this.#srs, LITTLE);
    target.used = used + 8;
  }

  #start(type: number): void {
    const target = this.#target;
    target.reserve(5);
    target.bytes[target.used] = LITTLE ? 1 : 0;
    target.view.setUint32(target.used + 1, type, LITTLE);
    target.used += 5;
  }

  #uint32(value: number): void {
    const target = this.#target;
    target.reserve(4);
    target.view.setUint32(target.used, value, LITTLE);
    target.used += 4;
  }

  #double(value: number): void {
    const target = this.#target;
    target.reserve(8);
    target.view.setFloat64(target.used, value, LITTLE);
    target.used += 8;
  }

  #vertices(triples: Float64Array, from: number, count: number, repeatFirst: boolean, flat: boolean): void {
    const repeated = repeatFirst && count > 0 ? 1 : 0;
    this.#uint32(count + repeated);
    const target = this.#target;
    target.reserve((count + 1) * 24);
    const { bytes, view } = target;
    let at = target.used;
    if (flat) {
      for (let i = 0; i < count + repeated; i++, at += 16) {
        const vertex = 3 * (from + (i < count ? i : 0));
        view.setFloat64(at, triples[vertex]!, LITTLE);
        view.setFloat64(at + 8, triples[vertex + 1]!, LITTLE);
      }
    } else if (count <= FEW) {
      for (let i = 0; i < 3 * (count + repeated); i++, at += 8)
        view.setFloat64(at, triples[3 * from + (i < 3 * count ? i : i - 3 * count)]!, LITTLE);
    } else {
      const source = new Uint8Array(triples.buffer, triples.byteOffset + from * 24, count * 24);
      bytes.set(source, at);
      at += count * 24;
      if (repeated === 1) {
        bytes.set(source.subarray(0, 24), at);
        at += 24;
      }
    }
    target.used = at;
  }
}
