import { type Feature, type Path, Path as PathBuffer } from '@fieldbridge/fieldjob';
import type { DrawingOutput } from './drawing-output.ts';
import type { HatchPattern } from './hatch-pattern.ts';
import { type PathLosses, writePath } from './paths.ts';

const ring = new PathBuffer();

/** Writes each ring of an area as a closed polyline. */
export function writeOutlines(
  output: DrawingOutput,
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
    writePath(output, layer, feature, ring, tolerance, losses);
  }
}

/**
 * Writes an area as a hatch at the elevation of its first vertex. A hatch is level: areas with vertices farther
 * than `tolerance` from that elevation are counted as losses.
 */
export function writeLevelArea(
  output: DrawingOutput,
  layer: number,
  feature: Feature,
  path: Path,
  pattern: HatchPattern,
  tolerance: number,
  losses: PathLosses,
): void {
  if (!isLevel(path, tolerance)) losses.hatchesLevelled++;
  output.hatch(layer, feature, path, path.coordinates[2]!, pattern);
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
