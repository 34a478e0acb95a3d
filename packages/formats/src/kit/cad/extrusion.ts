import type { Affine } from './affine.ts';

/** If both horizontal parts of the direction are smaller, it counts as vertical (1/64 in the DXF reference). */
const NEARLY_VERTICAL = 1 / 64;

/**
 * Sets `target` to the map from an entity's own coordinate system (OCS) to the world, for an extrusion direction that
 * need not have length 1. Source: DXF reference, "Object Coordinate Systems": the arbitrary axis algorithm.
 * @returns false when the direction has no length (the target becomes the identity)
 */
export function setExtrusion(target: Affine, x: number, y: number, z: number): boolean {
  const length = Math.hypot(x, y, z);
  if (!(length > 0) || !Number.isFinite(length)) {
    target.reset();
    return false;
  }
  const [nx, ny, nz] = [x / length, y / length, z / length];
  // The entity's X axis is the cross product of the world's Y (nearly vertical) or Z with the direction.
  let ax: number;
  let ay: number;
  let az: number;
  if (Math.abs(nx) < NEARLY_VERTICAL && Math.abs(ny) < NEARLY_VERTICAL) {
    [ax, ay, az] = [nz, 0, -nx];
  } else {
    [ax, ay, az] = [-ny, nx, 0];
  }
  const size = Math.hypot(ax, ay, az);
  ax /= size;
  ay /= size;
  az /= size;
  const bx = ny * az - nz * ay;
  const by = nz * ax - nx * az;
  const bz = nx * ay - ny * ax;
  target.set([ax, bx, nx, 0, ay, by, ny, 0, az, bz, nz, 0]);
  return true;
}
