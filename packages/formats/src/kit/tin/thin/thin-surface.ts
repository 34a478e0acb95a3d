import { neighboursOf, type Surface } from '@fieldbridge/fieldjob';
import { fixedVertices } from './fixed-vertices.ts';
import { meshOf } from './mesh.ts';
import { Thinning } from './thinning.ts';

/** Positions compared, per vertex and in addition; what was dropped by then is the result. */
const WORK_PER_VERTEX = 20_000;

/** What became of a surface. */
export interface Thinned {
  /** The surface itself if nothing was dropped. */
  readonly surface: Surface;
  /** Triangles that are damaged and stay as they are, with those around them. */
  readonly damaged: number;
  /** Vertices that stay since too many triangles meet there. */
  readonly crowded: number;
  /** Whether a limit of work was reached, so that more vertices might go. */
  readonly isLimited: boolean;
  /** Greatest vertical distance between the two surfaces, anywhere. */
  readonly deviation: number;
}

/**
 * Drops vertices of a surface as long as it lies nowhere further than `tolerance` above or below what it was. No vertex
 * is moved; the borders of the surface and of its holes, its breaklines, boundaries and named edges stay.
 * @param tolerance vertical distance in the surface's unit @param progress is called with the share that is done
 * @param workPerVertex limit of the work
 */
export function thinSurface(
  surface: Surface,
  tolerance: number,
  progress?: (share: number) => void,
  workPerVertex: number = WORK_PER_VERTEX,
): Thinned {
  const { vertices, triangles } = surface;
  const mesh = meshOf(vertices, triangles);
  const { fixed, isLimited } = fixedVertices(mesh, surface);
  const thinning = new Thinning(mesh, fixed, (workPerVertex * vertices.length) / 3);
  const dropped = thinning.run(tolerance, progress ?? (() => {}));
  const found = {
    ...{ damaged: mesh.damaged, crowded: thinning.crowded() },
    isLimited: isLimited || thinning.isLimited,
  };
  if (dropped === 0) return { surface, ...found, deviation: 0 };
  const deviation = thinning.deviation();
  const places = new Int32Array(vertices.length / 3);
  const kept = new Float64Array(vertices.length - 3 * dropped);
  let count = 0;
  for (let v = 0; v < places.length; v++) {
    places[v] = count;
    if (thinning.isDropped(v)) continue;
    kept.set(vertices.subarray(3 * v, 3 * v + 3), 3 * count++);
  }
  const left = thinning.at.filter((_, corner) => thinning.at[3 * Math.floor(corner / 3)] !== -1);
  const placed = left.map((vertex) => places[vertex] ?? vertex);
  return {
    surface: {
      ...surface,
      vertices: kept,
      triangles: placed,
      neighbours: surface.neighbours && neighboursOf(placed, count),
      edges: surface.edges.map((vertex) => places[vertex] ?? vertex),
    },
    ...found,
    deviation,
  };
}
