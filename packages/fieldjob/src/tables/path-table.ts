import { FeatureColumns } from '../columns/feature-columns.ts';
import { float64Column, uint32Column } from '../columns/number-column.ts';
import type { Feature } from '../feature.ts';
import type { Path } from '../geometry/path.ts';

/**
 * The lines or the areas of a job, laid out as GeoArrow lays out multi-part geometry:
 * feature → rings (`ringEnds`) → vertices (`vertexEnds`) → coordinate triples, with a bulge per vertex.
 */
export class PathTable extends FeatureColumns {
  readonly coordinates = float64Column();
  readonly bulges = float64Column();
  /** Per feature: 1 if the last vertex joins the first. */
  readonly closed = uint32Column();
  /** Per ring: index after its last vertex. */
  readonly vertexEnds = uint32Column();
  /** Per feature: index after its last ring. */
  readonly ringEnds = uint32Column();

  /** Number of vertices of all features. */
  get vertexCount(): number {
    return this.bulges.length;
  }

  /** Appends a feature with the geometry of `path`; returns its row. */
  add(feature: Feature, path: Path): number {
    const before = this.bulges.length;
    this.coordinates.pushAll(path.coordinates, 0, path.count * 3);
    if (path.hasBulges) this.bulges.pushAll(path.bulges, 0, path.count);
    else this.bulges.skip(path.count);
    for (let ring = 0; ring < path.rings.length; ring++) this.vertexEnds.push(before + path.ringEnd(ring));
    this.ringEnds.push(this.vertexEnds.length);
    this.closed.push(path.closed ? 1 : 0);
    return this.push(feature);
  }

  /** First ring of a feature. */
  firstRing(row: number): number {
    return row === 0 ? 0 : this.ringEnds.get(row - 1);
  }

  /** First vertex of a ring. */
  firstVertex(ring: number): number {
    return ring === 0 ? 0 : this.vertexEnds.get(ring - 1);
  }

  /** Number of vertices of a feature over all its rings. */
  vertices(row: number): number {
    return this.vertexEnds.get(this.ringEnds.get(row) - 1) - this.firstVertex(this.firstRing(row));
  }

  /** Fills `path` with a feature's geometry; returns `path`. */
  loadPath(row: number, path: Path): Path {
    path.clear();
    path.closed = this.closed.get(row) === 1;
    const first = this.firstVertex(this.firstRing(row));
    const count = this.vertices(row);
    path.reserve(count);
    const coordinates = this.coordinates.view();
    path.coordinates.set(coordinates.subarray(3 * first, 3 * (first + count)));
    for (let i = 0; i < count; i++) {
      const bulge = this.bulges.get(first + i);
      path.bulges[i] = bulge;
      if (bulge !== 0) path.hasBulges = true;
    }
    path.count = count;
    for (let ring = this.firstRing(row) + 1; ring < this.ringEnds.get(row); ring++) {
      path.rings.push(this.firstVertex(ring) - first);
    }
    return path;
  }
}
