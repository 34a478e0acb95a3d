import { Affine } from '../../kit/cad/affine.ts';

const DEGREE = Math.PI / 180;

/**
 * The frame of an element: yaw about the elevation axis, then pitch and roll, about the origin; degrees, metres. As in
 * iTwin's YawPitchRollAngles: R = Rz(yaw) · Ry(−pitch) · Rx(roll).
 */
export function placementOf(
  origin: readonly [number, number, number],
  yaw: number,
  pitch: number,
  roll: number,
  scale = 1,
): Affine {
  const [cz, sz] = [Math.cos(yaw * DEGREE), Math.sin(yaw * DEGREE)];
  const [cy, sy] = [Math.cos(-pitch * DEGREE), Math.sin(-pitch * DEGREE)];
  const [cx, sx] = [Math.cos(roll * DEGREE), Math.sin(roll * DEGREE)];
  const rows = [
    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    [-sy, cy * sx, cy * cx],
  ];
  return new Affine().set(rows.flatMap((row, i) => [...row.map((value) => value * scale), origin[i]!]));
}
