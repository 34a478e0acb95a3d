import { endianness } from 'node:os';

/** Byte order of this machine, which GeoPackage geometries state and so may keep: coordinates are copied as they lie in memory. */
export const LITTLE = endianness() === 'LE';

/** Well-known-binary types; a geometry with elevations adds 1000 (ISO 13249-3). */
export const WKB = { point: 1, lineString: 2, polygon: 3, multiPolygon: 6, elevation: 1000 } as const;

const HEADER_WITH_ENVELOPE = 40;
const ENVELOPE_XY = 1 << 1;
/** Up to so many vertices are copied one by one: a view for copying them at once costs more. */
const FEW = 12;

/**
 * Makes GeoPackage geometries (header, envelope, well-known binary) one after another in one buffer, which `release` empties.
 * Source: OGC 12-128r19 §2.1.3. After each call the bounds of the geometry stand in `minEasting` … `maxNorthing`. What has no
 * position at all has no geometry (null), as GeoPackage recommends over empty ones.
 */
export class GeometryBytes {
  minEasting = 0;
  maxEasting = 0;
  minNorthing = 0;
  maxNorthing = 0;
  readonly #srs: number;
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #from = 0;
  #used = 0;

  /** @param srs the srs_id of the table the geometries go to */
  constructor(srs: number) {
    this.#srs = srs;
  }

  /** Takes the buffer back: the bytes of all geometries made so far are no longer valid. */
  release(): void {
    this.#used = 0;
  }

  /** A point; without elevation (NaN) it is two-dimensional. The bytes are valid until `release`. */
  point(easting: number, northing: number, elevation: number): Uint8Array | null {
    this.minEasting = this.maxEasting = easting;
    this.minNorthing = this.maxNorthing = northing;
    if (Number.isNaN(easting) && Number.isNaN(northing)) return null;
    const flat = Number.isNaN(elevation);
    this.#header(0);
    this.#start(WKB.point + (flat ? 0 : WKB.elevation));
    this.#double(easting);
    this.#double(northing);
    if (!flat) this.#double(elevation);
    return this.#bytes.subarray(this.#from, this.#used);
  }

  /**
   * A line through `count` coordinate triples.
   * @param repeatFirst whether the first vertex is repeated at the end
   */
  lineString(triples: Float64Array, count: number, repeatFirst: boolean): Uint8Array | null {
    const flat = this.#measure(triples, count);
    if (this.#nothing) return null;
    this.#begin();
    this.#start(WKB.lineString + (flat ? 0 : WKB.elevation));
    this.#vertices(triples, 0, count, repeatFirst, flat);
    return this.#bytes.subarray(this.#from, this.#used);
  }

  /**
   * Polygons of closed rings whose first vertex is repeated here.
   * @param polygons per polygon its rings as [first vertex, end vertex) in `triples`
   */
  multiPolygon(
    triples: Float64Array,
    count: number,
    polygons: readonly (readonly (readonly [from: number, to: number])[])[],
  ): Uint8Array | null {
    const flat = this.#measure(triples, count);
    if (this.#nothing || polygons.length === 0) return null;
    const type = flat ? 0 : WKB.elevation;
    this.#begin();
    this.#start(WKB.multiPolygon + type);
    this.#uint32(polygons.length);
    for (const rings of polygons) {
      this.#start(WKB.polygon + type);
      this.#uint32(rings.length);
      for (const [from, to] of rings) this.#vertices(triples, from, to - from, true, flat);
    }
    return this.#bytes.subarray(this.#from, this.#used);
  }

  /** Triangles as polygons. @param triangles three vertex indices each */
  triangles(vertices: Float64Array, triangles: Int32Array): Uint8Array | null {
    const flat = this.#measure(vertices, vertices.length / 3);
    if (this.#nothing || triangles.length === 0) return null;
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
    return this.#bytes.subarray(this.#from, this.#used);
  }

  /** Whether the vertices that were measured have no position. */
  get #nothing(): boolean {
    return !(this.minEasting <= this.maxEasting && this.minNorthing <= this.maxNorthing);
  }

  /** Bounds of the finite positions; returns whether no vertex has an elevation. */
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
    // On a word's border, so that the geometry can be hashed by words.
    this.#used = (this.#used + 3) & ~3;
    this.#from = this.#used;
    this.#reserve(HEADER_WITH_ENVELOPE);
    this.#bytes[this.#from] = 0x47;
    this.#bytes[this.#from + 1] = 0x50;
    this.#bytes[this.#from + 2] = 0;
    this.#bytes[this.#from + 3] = (LITTLE ? 1 : 0) | envelope;
    this.#view.setInt32(this.#from + 4, this.#srs, LITTLE);
    this.#used = this.#from + 8;
  }

  #start(type: number): void {
    this.#reserve(5);
    this.#bytes[this.#used] = LITTLE ? 1 : 0;
    this.#view.setUint32(this.#used + 1, type, LITTLE);
    this.#used += 5;
  }

  #uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#used, value, LITTLE);
    this.#used += 4;
  }

  #double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#used, value, LITTLE);
    this.#used += 8;
  }

  #vertices(triples: Float64Array, from: number, count: number, repeatFirst: boolean, flat: boolean): void {
    const repeated = repeatFirst && count > 0 ? 1 : 0;
    this.#uint32(count + repeated);
    this.#reserve((count + 1) * 24);
    if (flat) {
      for (let i = 0; i < count + repeated; i++) {
        const at = 3 * (from + (i % count));
        this.#view.setFloat64(this.#used, triples[at]!, LITTLE);
        this.#view.setFloat64(this.#used + 8, triples[at + 1]!, LITTLE);
        this.#used += 16;
      }
      return;
    }
    if (count <= FEW) {
      for (let i = 0; i < 3 * (count + repeated); i++, this.#used += 8) {
        this.#view.setFloat64(this.#used, triples[3 * from + (i < 3 * count ? i : i - 3 * count)]!, LITTLE);
      }
      return;
    }
    const source = new Uint8Array(triples.buffer, triples.byteOffset + from * 24, count * 24);
    this.#bytes.set(source, this.#used);
    this.#used += count * 24;
    if (repeated === 1) {
      this.#bytes.set(source.subarray(0, 24), this.#used);
      this.#used += 24;
    }
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const next = new Uint8Array(Math.max(2 * this.#bytes.length, this.#used + more));
    next.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = next;
    this.#view = new DataView(next.buffer);
  }
}
