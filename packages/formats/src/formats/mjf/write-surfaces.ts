import type { FieldJob, Surface, SurfaceLine } from '@fieldbridge/fieldjob';
import { sourceOrNull } from './feature-values.ts';
import { GeometryBytes } from './geometry-bytes.ts';
import { bytesOf, type PartsWriter } from './parts.ts';
import { GEOMETRY, TABLES } from './schema.ts';
import { colourOrNull, pairsText, textOrNull } from './values.ts';
import type { JobWriting } from './writing.ts';

/** Up to this many triangles are shown to other programs; of larger surfaces only the extent. */
export const MOST_SHOWN_TRIANGLES = 250_000;

/**
 * Writes surfaces. The pieces in `parts` (vertices, triangles, neighbours, edges, lines) are authoritative, because a
 * TIN's order and links do not fit an OGC geometry; the geometry only shows the triangles to other programs.
 */
export async function writeSurfaces(job: FieldJob, writing: JobWriting, parts: PartsWriter): Promise<void> {
  if (job.surfaces.length === 0) return;
  const table = writing.featureTable(TABLES.surfaces);
  const bytes = new GeometryBytes(table.srs.id);
  const columns = TABLES.surfaces.columns.map(([name]) => name);
  const insert = writing.pkg.inserter(table.name, ['id', GEOMETRY, ...columns]);
  for (const [index, surface] of job.surfaces.entries()) {
    await writing.breathe(1);
    const first = parts.next;
    parts.add('vertices', bytesOf(surface.vertices));
    parts.add('triangles', bytesOf(surface.triangles));
    if (surface.neighbours !== null) parts.add('neighbours', bytesOf(surface.neighbours));
    parts.add('edges', bytesOf(surface.edges));
    for (const line of [...surface.breaklines, ...surface.boundaries]) parts.add('line', bytesOf(line.coordinates));
    const shown = surface.triangles.length / 3 <= MOST_SHOWN_TRIANGLES ? 'triangles' : 'extent';
    const there =
      shown === 'triangles' ? bytes.triangles(surface.vertices, surface.triangles) : addExtent(surface, bytes);
    const geometry = there ? bytes.taken() : null;
    if (geometry !== null)
      table.add(index + 1, bytes.minEasting, bytes.maxEasting, bytes.minNorthing, bytes.maxNorthing);
    insert.run(
      index + 1,
      geometry,
      surface.name,
      textOrNull(surface.code),
      textOrNull(surface.description),
      job.layers.get(surface.layer)?.name ?? null,
      colourOrNull(surface.colour),
      sourceOrNull(surface.source),
      shown,
      surface.vertices.length / 3,
      surface.triangles.length / 3,
      linesText(surface),
      first,
      parts.next - first,
      pairsText(surface.attributes),
    );
  }
}

/**
 * Names, kinds and sizes of the lines whose coordinates are in `parts`; whether there are neighbours, and how many
 * edges.
 */
function linesText(surface: Surface): string {
  const describe = ({ name, kind, coordinates }: SurfaceLine): unknown => [name, kind, coordinates.length / 3];
  return JSON.stringify({
    neighbours: surface.neighbours !== null,
    edges: surface.edges.length / 2,
    breaklines: surface.breaklines.map(describe),
    boundaries: surface.boundaries.map(describe),
  });
}

/** The box of a surface as one polygon. */
function addExtent(surface: Surface, bytes: GeometryBytes): boolean {
  let [minE, maxE, minN, maxN] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < surface.vertices.length; i += 3) {
    minE = Math.min(minE, surface.vertices[i]!);
    maxE = Math.max(maxE, surface.vertices[i]!);
    minN = Math.min(minN, surface.vertices[i + 1]!);
    maxN = Math.max(maxN, surface.vertices[i + 1]!);
  }
  const none = Number.NaN;
  const corners = Float64Array.of(minE, minN, none, maxE, minN, none, maxE, maxN, none, minE, maxN, none);
  return bytes.multiPolygon(corners, 4, [[[0, 4]]]);
}
