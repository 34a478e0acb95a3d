import type { Path } from '@fieldbridge/fieldjob';

/**
 * The elevation at positions of an area: of the plane through its outer ring (Newell), which is level if that ring is
 * upright. NaN where the area has none.
 */
export function planeOf(path: Path): (easting: number, northing: number) => number {
  const { coordinates: c } = path;
  const end = path.ringEnd(0);
  const [e0, n0, z0] = [c[0]!, c[1]!, c[2]!];
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < end; i++) {
    const j = (i + 1) % end;
    const [e1, n1, z1] = [c[3 * i]! - e0, c[3 * i + 1]! - n0, c[3 * i + 2]! - z0];
    const [e2, n2, z2] = [c[3 * j]! - e0, c[3 * j + 1]! - n0, c[3 * j + 2]! - z0];
    x += (n1 - n2) * (z1 + z2);
    y += (z1 - z2) * (e1 + e2);
    z += (e1 - e2) * (n1 + n2);
  }
  const [east, north] = [x / z, y / z];
  if ((x === 0 && y === 0) || !Number.isFinite(east + north)) return () => z0;
  return (easting, northing) => z0 - east * (easting - e0) - north * (northing - n0);
}
