import { neighboursOf, type SurfaceLine } from '@fieldbridge/fieldjob/surface.ts';
import { TerrainLinks } from './terrain-links.ts';

/** The arrays of a terrain model, by the lower number of their handlers. */
export const TERRAIN = { header: 0x12c, features: 0x12d, points: 0x12e, nodes: 0x12f, rings: 0x130, chains: 0x131 };
/** Number of triangles, in the header. */
const TRIANGLES = 12;
/** Bytes of a point: three coordinates. */
export const POINT_SIZE = 24;
/** A feature: state, …, kind, number of points, tag, identifier, first point. */
const FEATURE = { size: 40, kind: 8, first: 32, state: 0 };
/** State of the features that are edges of the triangles. */
const IN_TRIANGLES = 4;
const [BREAKLINE, SOFT_BREAKLINE] = [10, 11];
/** Kinds of features that triangles are left out inside of, and of those inside them that keep theirs. */
const VOIDS: ReadonlySet<number> = new Set([20, 22, 25, 26]);
const ISLAND = 21;

/** The content of a terrain model, in its own coordinates. */
export interface Terrain {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  readonly breaklines: readonly SurfaceLine[];
  /** Triangles that the rings of neighbours give, and those that the header states; voids are among both. */
  readonly found: number;
  readonly stated: number;
}

/** Points of a feature: numbers from 0, the first again at the end if it is closed. */
interface Line {
  readonly kind: number;
  readonly points: readonly number[];
}

/**
 * Reads a terrain model: points, the ring of neighbours of each, and features along edges. Names of the arrays are
 * those of the structures in iTwin/imodel-native; the sample states as many triangles as are found here.
 * @param part the bytes of an array
 * @returns undefined when its arrays are too short for each other
 */
export function readTerrain(part: (array: number) => Uint8Array): Terrain | undefined {
  const [header, places] = [viewOf(part(TERRAIN.header)), viewOf(part(TERRAIN.points))];
  const count = Math.floor(places.byteLength / POINT_SIZE);
  const links = new TerrainLinks(viewOf(part(TERRAIN.nodes)), viewOf(part(TERRAIN.rings)), count);
  if (header.byteLength < TRIANGLES + 4 || count === 0 || links.isShort) return undefined;
  const vertices = new Float64Array(3 * count);
  for (let i = 0; i < vertices.length; i++) vertices[i] = places.getFloat64(8 * i, true);
  const all = links.triangles(vertices);
  const lines = linesOf(viewOf(part(TERRAIN.features)), links.chains(viewOf(part(TERRAIN.chains))));
  const breaklines = lines
    .filter(({ kind }) => kind === BREAKLINE || kind === SOFT_BREAKLINE)
    .map(({ kind, points }) => ({
      name: '',
      kind: kind === BREAKLINE ? 'hard' : 'soft',
      coordinates: Float64Array.from(points.flatMap((point) => [...vertices.subarray(3 * point, 3 * point + 3)])),
    }));
  const triangles = withoutVoids(all, lines, vertices);
  return { vertices, triangles, breaklines, found: all.length / 3, stated: header.getInt32(TRIANGLES, true) };
}

function linesOf(features: DataView, chains: ReadonlyMap<number, ReadonlyMap<number, number>>): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at + FEATURE.size <= features.byteLength; at += FEATURE.size) {
    const next = chains.get(at / FEATURE.size);
    if (next === undefined || features.getInt32(at + FEATURE.state, true) !== IN_TRIANGLES) continue;
    const first = features.getInt32(at + FEATURE.first, true);
    const points = [first];
    for (let i = 0, point = next.get(first); i < next.size && point !== undefined; i++) {
      points.push(point);
      point = point === first ? undefined : next.get(point);
    }
    if (points.length > 1) lines.push({ kind: features.getInt32(at + FEATURE.kind, true), points });
  }
  return lines;
}

/** The triangles without those inside voids: they spread from the inner side of a void up to edges of other voids. */
function withoutVoids(triangles: Int32Array, lines: readonly Line[], vertices: Float64Array): Int32Array {
  const count = vertices.length / 3;
  const edge = (from: number, to: number): number => from * count + to;
  const borders = new Set<number>();
  /** Edges of voids in the direction that has their inside on the left. */
  const inner = new Set<number>();
  for (const { kind, points } of lines) {
    if (!VOIDS.has(kind) && kind !== ISLAND) continue;
    const isLeft = areaOf(points, vertices) > 0;
    for (let i = 0; i + 1 < points.length; i++) {
      const [from, to] = [points[i]!, points[i + 1]!];
      borders.add(edge(from, to)).add(edge(to, from));
      if (kind !== ISLAND) inner.add(isLeft ? edge(from, to) : edge(to, from));
    }
  }
  if (inner.size === 0) return triangles;
  const edgeAt = (slot: number): number => {
    const start = slot - (slot % 3);
    return edge(triangles[slot]!, triangles[start + ((slot + 1) % 3)]!);
  };
  const neighbours = neighboursOf(triangles, count);
  const isVoid = new Uint8Array(triangles.length / 3);
  const open: number[] = [];
  const mark = (triangle: number): void => {
    if (isVoid[triangle] === 1) return;
    isVoid[triangle] = 1;
    open.push(triangle);
  };
  for (let slot = 0; slot < triangles.length; slot++) if (inner.has(edgeAt(slot))) mark(Math.floor(slot / 3));
  for (let triangle = open.pop(); triangle !== undefined; triangle = open.pop())
    for (let slot = 3 * triangle; slot < 3 * triangle + 3; slot++)
      if (neighbours[slot]! >= 0 && !borders.has(edgeAt(slot))) mark(neighbours[slot]!);
  return triangles.filter((_, slot) => isVoid[Math.floor(slot / 3)] === 0);
}

/** Twice the signed area in plan of a closed line. */
function areaOf(points: readonly number[], vertices: Float64Array): number {
  const [e, n] = [vertices[3 * points[0]!]!, vertices[3 * points[0]! + 1]!];
  let sum = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [3 * points[i]!, 3 * points[i + 1]!];
    sum += (vertices[a]! - e) * (vertices[b + 1]! - n) - (vertices[b]! - e) * (vertices[a + 1]! - n);
  }
  return sum;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
