import type { Surface } from '@fieldbridge/fieldjob';
import { planOverlap } from '../kit/tin/plan-overlap.ts';
import { type CheckContext, MOST_COMPARISONS } from './check-context.ts';

/** Most triangles of a surface that are checked. */
const SAMPLES = 2000;
/** Share of a surface that another one must cover to be reported, and to be the same. */
const LEAST_SHARED = 0.01;
const SAME_SHARE = 0.5;
/** Metres between surfaces that count as the same. */
const SAME = 0.002;

/** Finds surfaces that are folded, and surfaces that lie over others. */
export function checkSurfaces({ job, metres, findings }: CheckContext): void {
  const { surfaces } = job;
  let left = MOST_COMPARISONS;
  for (const surface of surfaces) {
    left -= surface.triangles.length / 3;
    const { tried, covered } = planOverlap(surface.vertices, surface.triangles, SAMPLES);
    if (covered.length === 0) continue;
    const { name } = surface;
    const share = percent(covered.length / tried);
    findings.add('check-surface-folded', { ...middleOf(surface, covered[0]!), name }, { name, share });
  }
  const boxes = surfaces.map(boxOf);
  for (const [i, one] of surfaces.entries())
    for (const [k, other] of surfaces.entries()) {
      if (k <= i || left < 0 || !meet(boxes[i]!, boxes[k]!)) continue;
      left -= (one.triangles.length + other.triangles.length) / 3;
      compare(one, other);
    }
  if (left < 0)
    findings.add('check-partial', {}, { what: 'overlapping surfaces', limit: `${MOST_COMPARISONS} comparisons` });

  function compare(one: Surface, other: Surface): void {
    const count = one.vertices.length / 3;
    const vertices = new Float64Array(one.vertices.length + other.vertices.length);
    vertices.set(one.vertices);
    vertices.set(other.vertices, one.vertices.length);
    const triangles = new Int32Array(one.triangles.length + other.triangles.length);
    triangles.set(one.triangles);
    triangles.set(
      other.triangles.map((vertex) => vertex + count),
      one.triangles.length,
    );
    const { tried, covered, covers } = planOverlap(vertices, triangles, SAMPLES, one.triangles.length / 3);
    if (covered.length < LEAST_SHARED * tried) return;
    const same = covered.filter((_, i) => Math.abs(covers[i]!) * metres <= SAME).length;
    const [name, second] = [one.name, other.name];
    const spot = { ...middleOf(one, covered[0]!), name };
    if (same > SAME_SHARE * tried)
      findings.add('check-surface-twice', spot, { name, other: second, share: percent(same / tried) });
    else findings.add('check-surfaces-overlap', spot, { name, other: second, share: percent(covered.length / tried) });
  }
}

function percent(share: number): number {
  return Math.max(1, Math.round(100 * share));
}

function middleOf(
  { vertices, triangles }: Surface,
  triangle: number,
): Record<'easting' | 'northing' | 'elevation', number> {
  const mean = (axis: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + vertices[3 * triangles[3 * triangle + k]! + axis]!, 0) / 3;
  return { easting: mean(0), northing: mean(1), elevation: mean(2) };
}

function boxOf({ vertices }: Surface): readonly [number, number, number, number] {
  let [w, s, e, n] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i += 3) {
    w = Math.min(w, vertices[i]!);
    e = Math.max(e, vertices[i]!);
    s = Math.min(s, vertices[i + 1]!);
    n = Math.max(n, vertices[i + 1]!);
  }
  return [w, s, e, n];
}

function meet(a: readonly number[], b: readonly number[]): boolean {
  return a[0]! < b[2]! && b[0]! < a[2]! && a[1]! < b[3]! && b[1]! < a[3]!;
}
