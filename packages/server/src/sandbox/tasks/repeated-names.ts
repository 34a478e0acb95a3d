import type { FieldJob } from '@fieldbridge/fieldjob';

/** A name that several points have, and how many. */
export type RepeatedName = readonly [name: string, points: number];

/**
 * The names that more than one point of a job has. Names are hashed first, four bytes each, and only those whose hash is there twice are
 * kept: a map of millions of names would take a converter's memory.
 * @param most names that are told at most
 */
export function repeatedNames({ points }: FieldJob, most: number): RepeatedName[] {
  const { name } = points;
  if (name.isDefault) return [];
  const hashes = new Uint32Array(points.length);
  for (let row = 0; row < points.length; row++) hashes[row] = hashOf(name.get(row));
  const sorted = hashes.toSorted();
  const twice = new Set<number>();
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) twice.add(sorted[i]!);
  const counts = new Map<string, number>();
  for (let row = 0; row < points.length; row++) {
    if (!twice.has(hashes[row]!)) continue;
    const text = name.get(row);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return Array.from(counts)
    .filter(([, count]) => count > 1)
    .slice(0, most);
}

/** FNV-1a over the code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
