import type { JobSink } from '@fieldbridge/fieldjob';
import { surfaceOf } from '@fieldbridge/fieldjob/surface.ts';
import type { Affine } from './affine.ts';
import type { LayerBook } from './layer-book.ts';
import { VertexIndex } from './vertex-index.ts';

interface Mesh {
  readonly vertices: VertexIndex;
  readonly triangles: number[];
}

/** Gathers 3D faces and meshes by layer and makes one surface of each layer. */
export class FaceCollector {
  readonly #byLayer = new Map<number, Mesh>();

  /**
   * Adds a flat or folded polygon as a fan of triangles.
   * @param layer number in the layer book @param corners triples in entity coordinates @param frame map to the job's
   * @returns `bad` when a corner is not finite, `flat` when fewer than three corners differ (nothing is added in both
   * cases)
   */
  add(layer: number, corners: readonly number[], frame: Affine): 'added' | 'bad' | 'flat' {
    let mesh = this.#byLayer.get(layer);
    if (mesh === undefined) {
      mesh = { vertices: new VertexIndex(), triangles: [] };
      this.#byLayer.set(layer, mesh);
    }
    const placed: number[] = [];
    for (let i = 0; i + 2 < corners.length; i += 3) {
      const z = Number.isNaN(corners[i + 2]) ? 0 : corners[i + 2]!;
      placed.push(frame.easting(corners[i]!, corners[i + 1]!, z));
      placed.push(frame.northing(corners[i]!, corners[i + 1]!, z));
      placed.push(frame.elevation(corners[i]!, corners[i + 1]!, z));
    }
    if (placed.some((value) => !Number.isFinite(value))) return 'bad';
    const ids: number[] = [];
    for (let i = 0; i < placed.length; i += 3) {
      const id = mesh.vertices.add(placed[i]!, placed[i + 1]!, placed[i + 2]!);
      if (!ids.includes(id)) ids.push(id);
    }
    if (ids.length < 3) return 'flat';
    const turn = area(placed) < 0 ? 1 : 0;
    for (let i = 1; i + 1 < ids.length; i++) mesh.triangles.push(ids[0]!, ids[i + turn]!, ids[i + 1 - turn]!);
    return 'added';
  }

  /** Sends the surfaces to the sink, named like their layers. */
  flush(sink: JobSink, layers: LayerBook): void {
    for (const [layer, { vertices, triangles }] of this.#byLayer) {
      if (triangles.length === 0) continue;
      const { name, colour } = layers.get(layer);
      const rest = { layer: layers.index(layer), colour };
      sink.surface(surfaceOf(name, vertices.triples(), Int32Array.from(triangles), rest));
    }
    this.#byLayer.clear();
  }
}

/** Twice the signed area in plan, relative to the first corner so that large coordinates do not cancel. */
function area(triples: readonly number[]): number {
  const [e, n] = [triples[0]!, triples[1]!];
  let sum = 0;
  for (let i = 3; i + 5 < triples.length; i += 3) {
    sum += (triples[i]! - e) * (triples[i + 4]! - n) - (triples[i + 3]! - e) * (triples[i + 1]! - n);
  }
  return sum;
}
