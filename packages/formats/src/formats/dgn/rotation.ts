/** The two axis vectors of an element's own plane in the design's axes. */
export interface Axes {
  readonly across: readonly [number, number, number];
  readonly along: readonly [number, number, number];
}

/** Axes of an element turned by an angle in its plane (radians). */
export function axesOfAngle(angle: number): Axes {
  return { across: [Math.cos(angle), Math.sin(angle), 0], along: [-Math.sin(angle), Math.cos(angle), 0] };
}

/**
 * Axes of a 3-D element from its stored quaternion, which rotates the design's axes to the element's: its conjugate is
 * applied. A quaternion of length 0 counts as no rotation.
 */
export function axesOfQuaternion(w: number, x: number, y: number, z: number): Axes {
  const size = Math.hypot(w, x, y, z);
  if (!(size > 0)) return axesOfAngle(0);
  const [a, b, c, d] = [w / size, -x / size, -y / size, -z / size];
  return {
    across: [1 - 2 * (c * c + d * d), 2 * (b * c + a * d), 2 * (b * d - a * c)],
    along: [2 * (b * c - a * d), 1 - 2 * (b * b + d * d), 2 * (c * d + a * b)],
  };
}

/** The angle of an element's across axis in plan. */
export function turnOf(axes: Axes): number {
  return Math.atan2(axes.across[1], axes.across[0]);
}
