import { type Feature, type Path, Path as PathBuffer } from '@fieldbridge/fieldjob';
import type { DrawingWriter } from './drawing-writer.ts';
import { HATCH } from './entity-kinds.ts';
import { type PathLosses, writePath } from './paths.ts';

const ring = new PathBuffer();

/** Writes each ring of an area as a closed polyline. */
export function writeOutlines(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  path: Path,
  tolerance: number,
  losses: PathLosses,
): void {
  for (let index = 0; index < path.rings.length; index++) {
    ring.clear();
    for (let i = path.rings[index]!; i < path.ringEnd(index); i++) {
      const { coordinates: c } = path;
      ring.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, path.bulges[i]!);
    }
    ring.closed = true;
    writePath(writer, layer, feature, ring, tolerance, losses);
  }
}

/**
 * Writes an area as a solid HATCH at the elevation of its first vertex; the rings are polyline boundaries with their
 * arcs. A hatch is level: areas with vertices farther than `tolerance` from that elevation are counted as losses.
 */
export function writeHatch(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  path: Path,
  tolerance: number,
  losses: PathLosses,
): void {
  const { out } = writer;
  const { coordinates: c, bulges } = path;
  const level = c[2]!;
  if (!isLevel(path, tolerance)) losses.hatchesLevelled++;
  writer.open(HATCH, layer, feature);
  out.position3(10, 0, 0, Number.isNaN(level) ? 0 : level);
  out.groups(210, 0, 220, 0, 230, 1);
  out.text(2, 'SOLID');
  out.integer(70, 1);
  out.integer(71, 0);
  out.integer(91, path.rings.length);
  for (let index = 0; index < path.rings.length; index++) {
    const [from, to] = [path.rings[index]!, path.ringEnd(index)];
    // 1: outer boundary; 2: a polyline.
    out.integer(92, index === 0 ? 3 : 2);
    out.integer(72, path.hasBulges ? 1 : 0);
    out.integer(73, 1);
    out.integer(93, to - from);
    for (let i = from; i < to; i++) {
      out.number(10, c[3 * i]!);
      out.number(20, c[3 * i + 1]!);
      if (path.hasBulges) out.number(42, bulges[i]!);
    }
    out.integer(97, 0);
  }
  out.integer(75, 0);
  out.integer(76, 1);
  out.integer(98, 1);
  out.number(10, c[0]!);
  out.number(20, c[1]!);
}

/** Whether all vertices have the elevation of the first, or all are without one. */
function isLevel({ coordinates, count }: Path, tolerance: number): boolean {
  const first = coordinates[2]!;
  for (let i = 1; i < count; i++) {
    const elevation = coordinates[3 * i + 2]!;
    const isSame = Number.isNaN(first) ? Number.isNaN(elevation) : Math.abs(elevation - first) <= tolerance;
    if (!isSame) return false;
  }
  return true;
}
