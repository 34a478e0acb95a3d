import type { JobSink } from '@fieldbridge/fieldjob';
import { BY_LAYER, Feature } from '@fieldbridge/fieldjob/feature.ts';
import { Path } from '@fieldbridge/fieldjob/geometry/path.ts';
import type { Layer } from '@fieldbridge/fieldjob/layer.ts';
import { surfaceOf } from '@fieldbridge/fieldjob/surface.ts';
import type { Issue } from '../../core/issues/issue.ts';
import type { OptionValues } from '../../core/options.ts';
import { FaceReport } from './face-report.ts';
import { type FaceMesh, whyNoSurface } from './face-rule.ts';
import { VertexIndex } from './vertex-index.ts';

/** The faces of one layer. */
interface Sheet {
  readonly vertices: VertexIndex;
  /** Numbers of the vertices, face by face. */
  readonly corners: number[];
  /** Index after the last corner of each face. */
  readonly ends: number[];
  /** Style of each face. */
  readonly looks: number[];
  /** Number of faces with a corner without an elevation. */
  flat: number;
}

/**
 * Collects faces until the end of the drawing. The faces of a layer then become its surface if they form one
 * (`face-rule.ts`), otherwise areas.
 */
export class FaceCollector {
  /** Whether faces become surfaces in any case. */
  readonly isForced: boolean;
  readonly #byLayer = new Map<number, Sheet>();
  readonly #looks: Feature[] = [];

  private constructor(isForced: boolean) {
    this.isForced = isForced;
  }

  /** The collector for the option `surfaces`; undefined if faces become areas. */
  static of(options: OptionValues): FaceCollector | undefined {
    const wish = String(options['surfaces'] ?? 'auto');
    return wish === 'false' ? undefined : new FaceCollector(wish === 'true');
  }

  /**
   * Takes a face, in the job's coordinates.
   * @returns false for one that must be drawn as an area now: it is on a sheet of paper, or a corner has no elevation
   */
  take(feature: Feature, { coordinates, count }: Path): boolean {
    if (feature.page !== 0) return false;
    const sheet = this.#sheetOf(feature.layer);
    let hasElevations = true;
    for (let i = 0; i < count; i++) if (Number.isNaN(coordinates[3 * i + 2])) hasElevations = false;
    if (!hasElevations) sheet.flat++;
    if (!hasElevations && !this.isForced) return false;
    for (let i = 0; i < 3 * count; i += 3) {
      const elevation = coordinates[i + 2]!;
      const height = Number.isNaN(elevation) ? 0 : elevation;
      sheet.corners.push(sheet.vertices.add(coordinates[i]!, coordinates[i + 1]!, height));
    }
    sheet.ends.push(sheet.corners.length);
    sheet.looks.push(this.#lookOf(feature, sheet.looks.at(-1) ?? -1));
    return true;
  }

  /**
   * Sends surfaces and areas to the sink.
   * @param layerAt a layer by the sink's index
   * @param areFaces false for a format that does not distinguish faces from areas: only surfaces are reported
   */
  flush(
    sink: JobSink,
    layerAt: (index: number) => Layer | undefined,
    report: (issue: Issue) => void,
    areFaces = true,
  ): void {
    const noted = new FaceReport();
    for (const [layer, sheet] of this.#byLayer) {
      const { name = '', colour = BY_LAYER } = layerAt(layer) ?? {};
      const { flat, ends } = sheet;
      if (this.isForced) noted.lifted += flat;
      else noted.areas(name, flat, { reason: 'no-elevation' });
      if (ends.length === 0) continue;
      const { made, repeated } = meshOf(sheet);
      const reason = this.isForced ? undefined : whyNoSurface(made);
      if (reason !== undefined) {
        noted.areas(name, ends.length, reason);
        this.#drawAreas(sheet, sink);
      } else if (made.triangles.length > 0) {
        if (!this.isForced) noted.surface(name, ends.length);
        noted.repeated += repeated;
        const own = this.#colourOf(sheet) ?? colour;
        sink.surface(surfaceOf(name, made.vertices, made.triangles, { layer, colour: own }));
      }
    }
    noted.send(report, areFaces);
    this.#byLayer.clear();
  }

  #sheetOf(layer: number): Sheet {
    let sheet = this.#byLayer.get(layer);
    if (sheet === undefined) {
      sheet = { vertices: new VertexIndex(), corners: [], ends: [], looks: [], flat: 0 };
      this.#byLayer.set(layer, sheet);
    }
    return sheet;
  }

  /** Number of a style; that of the previous face on the layer if they are equal. */
  #lookOf(feature: Feature, last: number): number {
    if (last >= 0 && isSameLook(this.#looks[last]!, feature)) return last;
    return this.#looks.push(Object.assign(new Feature(), feature)) - 1;
  }

  /** The common colour of all faces; undefined if they have several, or that of the layer. */
  #colourOf({ looks }: Sheet): number | undefined {
    const { colour } = this.#looks[looks[0]!]!;
    const isOnly = colour !== BY_LAYER && looks.every((look) => this.#looks[look]!.colour === colour);
    return isOnly ? colour : undefined;
  }

  #drawAreas({ vertices, corners, ends, looks }: Sheet, sink: JobSink): void {
    const places = vertices.triples();
    const path = new Path();
    let from = 0;
    for (const [face, end] of ends.entries()) {
      path.clear().closed = true;
      for (let i = from; i < end; i++) {
        const at = 3 * corners[i]!;
        path.vertex(places[at]!, places[at + 1]!, places[at + 2]!);
      }
      sink.area(this.#looks[looks[face]!]!, path);
      from = end;
    }
  }
}

const LOOK = Object.keys(new Feature()) as (keyof Feature)[];

function isSameLook(one: Feature, other: Feature): boolean {
  for (const key of LOOK) if (!Object.is(one[key], other[key])) return false;
  return true;
}

/** The distinct numbers of a face, in order. */
function distinct(corners: readonly number[], from: number, end: number): number[] {
  const ids: number[] = [];
  // A set is only faster for faces with many corners.
  const known = end - from > 16 ? new Set<number>() : ids;
  for (let i = from; i < end; i++) {
    const id = corners[i]!;
    if (known instanceof Set ? known.has(id) : known.includes(id)) continue;
    ids.push(id);
    if (known instanceof Set) known.add(id);
  }
  return ids;
}

/** Each face as a fan of triangles, counter-clockwise from above, without degenerate and repeated ones. */
function meshOf({ vertices: index, corners, ends }: Sheet): { made: FaceMesh; repeated: number } {
  const vertices = index.triples();
  const triangles: number[] = [];
  const faces: number[] = [];
  let faceCount = 0;
  const seen = new VertexIndex();
  let repeated = 0;
  let from = 0;
  for (const end of ends) {
    const ids = distinct(corners, from, end);
    from = end;
    const turn = area(vertices, ids) < 0 ? 1 : 0;
    const before = faces.length;
    for (let i = 1; i + 1 < ids.length; i++) {
      const [a, b, c] = [ids[0]!, ids[i + turn]!, ids[i + 1 - turn]!];
      const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
      if (seen.add(low, a + b + c - low - high, high) < faces.length) {
        repeated++;
        continue;
      }
      triangles.push(a, b, c);
      faces.push(faceCount);
    }
    if (faces.length > before) faceCount++;
  }
  const made = { vertices, triangles: Int32Array.from(triangles), faces: Int32Array.from(faces), faceCount };
  return { made, repeated };
}

/** Twice the signed area in plan, relative to the first corner so that large coordinates do not cancel. */
function area(vertices: Float64Array, ids: readonly number[]): number {
  if (ids.length < 3) return 0;
  const [e, n] = [vertices[3 * ids[0]!]!, vertices[3 * ids[0]! + 1]!];
  let sum = 0;
  for (let i = 1; i + 1 < ids.length; i++) {
    const [a, b] = [3 * ids[i]!, 3 * ids[i + 1]!];
    sum += (vertices[a]! - e) * (vertices[b + 1]! - n) - (vertices[b]! - e) * (vertices[a + 1]! - n);
  }
  return sum;
}
