import type { Path } from '@fieldbridge/fieldjob';
import type { GrowingBytes } from '../../kit/io/growing-bytes.ts';
import type { Span } from '../../kit/io/sqlite/span.ts';

/** Version 2 hashes four words in parallel; version 1 hashed them one after another. */
const VERSION = 2;
const FIXED = 16;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
/** Size in bytes of the envelope by its code in the header of a GeoPackage geometry. */
const ENVELOPE_SIZES = [0, 32, 48, 48, 64];

/**
 * Writes the exact form of a path that the OGC geometry cannot hold: arcs (the geometry has chords), lines with one
 * vertex. 32-bit words: version, hash of the geometry in the same row, vertices, rings, ring starts (padded to eight
 * bytes); then coordinate triples and bulges as doubles. All little-endian. The hash shows whether another program has
 * edited the geometry, which then counts.
 * @param target receives the bytes
 */
export function writeExactPath(path: Path, geometry: Span | null, target: GrowingBytes): void {
  const { count, rings, coordinates, bulges } = path;
  const start = FIXED + 8 * Math.ceil(rings.length / 2);
  const hash = hashOf(geometry, VERSION);
  target.reserve(start + 32 * count);
  const { bytes, view, used } = target;
  bytes.fill(0, used, used + start);
  view.setUint32(used, VERSION, true);
  view.setUint32(used + 4, hash, true);
  view.setUint32(used + 8, count, true);
  view.setUint32(used + 12, rings.length, true);
  for (let i = 0; i < rings.length; i++) view.setUint32(used + FIXED + 4 * i, rings[i]!, true);
  let at = used + start;
  for (let i = 0; i < 3 * count; i++, at += 8) view.setFloat64(at, coordinates[i]!, true);
  for (let i = 0; i < count; i++, at += 8) view.setFloat64(at, bulges[i]!, true);
  target.used = at;
}

/**
 * Fills `path` from such bytes, except whether it is closed.
 * @returns `edited` if they belong to another geometry, `damaged` if they do not have this form
 */
export function readExactPath(exact: Span, geometry: Span | null, path: Path): 'read' | 'edited' | 'damaged' {
  const { view, from } = exact;
  if (exact.length < FIXED) return 'damaged';
  const version = view.getUint32(from, true);
  if (version < 1 || version > VERSION) return 'damaged';
  if (view.getUint32(from + 4, true) !== hashOf(geometry, version)) return 'edited';
  const count = view.getUint32(from + 8, true);
  const rings = view.getUint32(from + 12, true);
  const start = FIXED + 8 * Math.ceil(rings / 2);
  if (rings < 1 || exact.length !== start + 32 * count) return 'damaged';
  path.clear();
  path.reserve(count);
  for (let ring = 0; ring < rings; ring++) {
    const first = view.getUint32(from + FIXED + 4 * ring, true);
    if (ring === 0 ? first !== 0 : first <= path.rings[ring - 1]! || first >= count) {
      path.clear();
      return 'damaged';
    }
    // A cleared path already has its first ring.
    if (ring > 0) path.rings.push(first);
  }
  let at = from + start;
  for (let i = 0; i < 3 * count; i++, at += 8) path.coordinates[i] = view.getFloat64(at, true);
  for (let i = 0; i < count; i++, at += 8) {
    const bulge = view.getFloat64(at, true);
    path.bulges[i] = bulge;
    if (bulge !== 0) path.hasBulges = true;
  }
  path.count = count;
  return 'read';
}

/**
 * FNV-1a over 32-bit words and the remaining bytes: it detects edits and does not protect against forgery.
 * From version 2 on, four hashes take the words alternately, which needs a quarter of the time, and are hashed at the
 * end.
 */
function hashOf(geometry: Span | null, version: number): number {
  let hash = SEED;
  if (geometry === null) return hash;
  const { bytes, view, from, to } = geometry;
  // Only the well-known binary is hashed: another program may state another srs_id or envelope for the same geometry.
  let at = Math.min(to, from + 8 + (ENVELOPE_SIZES[(bytes[from + 3]! >> 1) & 7] ?? 0));
  if (version > 1) {
    let second = SEED;
    let third = SEED;
    let fourth = SEED;
    for (; at + 16 <= to; at += 16) {
      hash = Math.imul(hash ^ view.getInt32(at, true), PRIME);
      second = Math.imul(second ^ view.getInt32(at + 4, true), PRIME);
      third = Math.imul(third ^ view.getInt32(at + 8, true), PRIME);
      fourth = Math.imul(fourth ^ view.getInt32(at + 12, true), PRIME);
    }
    hash = Math.imul(hash ^ second, PRIME);
    hash = Math.imul(hash ^ third, PRIME);
    hash = Math.imul(hash ^ fourth, PRIME);
  }
  for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), PRIME);
  for (; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  return hash >>> 0;
}
