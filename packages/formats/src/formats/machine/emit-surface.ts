import { surfaceOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { valueOrNaN } from './field.ts';
import type { Reading } from './reading.ts';
import { checkTin, goodTriangles, tinEdges } from './tin.ts';

/** An unchecked surface as in the file. */
export interface RawSurface {
  readonly name: string;
  /** Triples of easting, northing, elevation. */
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  readonly neighbours: Int32Array;
  /** Pairs of vertex indices. */
  readonly edges: Uint32Array;
  readonly offset: number;
}

/**
 * Checks a surface, reports its faults and emits it without them. Returns how many triangles and edges were skipped.
 */
export function emitSurface(reading: Reading, raw: RawSurface): { triangles: number; edges: number } {
  const { name, vertices, offset } = raw;
  const { problems } = reading;
  const count = vertices.length / 3;
  const finite = usableVertices(vertices);
  const { badTriangles, badLinks } = checkTin(raw.triangles, raw.neighbours, count, finite);
  let { triangles } = raw;
  let neighbours: Int32Array | null = raw.neighbours;
  if (badTriangles > 0) {
    triangles = goodTriangles(triangles, count, finite);
    neighbours = null;
    problems.report(issueOf('triangle-skipped', { count: badTriangles, name }, { offset }));
  } else if (badLinks > 0) {
    neighbours = null;
    problems.report(issueOf('neighbours-wrong', { name, wrong: badLinks }, { offset }));
  }
  const edges = tinEdges(raw.edges, triangles, count);
  const strange = (raw.edges.length - edges.length) / 2;
  if (strange > 0) {
    const parameters = { count: strange, edges: raw.edges.length / 2, name };
    problems.report(issueOf('edge-not-in-surface', parameters, { offset }));
  }
  // Unusable vertices are kept because indices refer to them, but with the position of the first usable one.
  if (finite !== null) neutralise(vertices, finite);
  reading.count(count);
  reading.sink.surface(surfaceOf(name, vertices, triangles, { neighbours, edges }));
  return { triangles: badTriangles, edges: strange };
}

/** Per vertex 1 if all three coordinates are finite and the elevation is not "no value"; null if all are usable. */
function usableVertices(vertices: Float64Array): Uint8Array | null {
  let finite: Uint8Array | null = null;
  for (let i = 0; i < vertices.length; i += 3) {
    // A sum is only finite if its terms are; terms near the largest double are not coordinates.
    const isPlace = Number.isFinite(vertices[i]! + vertices[i + 1]! + vertices[i + 2]!);
    if (isPlace && !Number.isNaN(valueOrNaN(vertices[i + 2]!))) continue;
    finite ??= new Uint8Array(vertices.length / 3).fill(1);
    finite[i / 3] = 0;
  }
  return finite;
}

function neutralise(vertices: Float64Array, finite: Uint8Array): void {
  const first = finite.indexOf(1);
  for (let i = 0; i < finite.length; i++) {
    if (finite[i] === 1) continue;
    for (let k = 0; k < 3; k++) vertices[3 * i + k] = first < 0 ? 0 : vertices[3 * first + k]!;
  }
}
