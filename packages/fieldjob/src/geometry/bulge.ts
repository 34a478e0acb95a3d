/** A circular arc in the plane. Angles are radians, counter-clockwise from east; `sweep` is signed. */
export interface Arc {
  readonly easting: number;
  readonly northing: number;
  readonly radius: number;
  readonly startAngle: number;
  readonly sweep: number;
}

/** Bulge of an arc with a signed sweep in radians: tan(sweep / 4). */
export function bulgeOfSweep(sweep: number): number {
  return Math.tan(sweep / 4);
}

/**
 * The arc that a bulge makes of the segment (e1, n1) → (e2, n2). Undefined if the bulge is 0, the ends coincide, or the
 * circle is too large for a double: the chord is drawn then. Source: DXF reference, group code 42 of LWPOLYLINE:
 * tangent of one fourth of the included angle.
 */
export function arcOfBulge(e1: number, n1: number, e2: number, n2: number, bulge: number): Arc | undefined {
  const de = e2 - e1;
  const dn = n2 - n1;
  const chord = Math.hypot(de, dn);
  if (bulge === 0 || chord === 0 || !Number.isFinite(bulge)) return undefined;
  // Distance of the centre from the middle of the chord, along its left normal, in chord lengths. Not computed from the
  // square of the bulge, which could overflow.
  const apothem = (1 / bulge - bulge) / 4;
  const easting = (e1 + e2) / 2 - dn * apothem;
  const northing = (n1 + n2) / 2 + de * apothem;
  const radius = (chord * (1 / Math.abs(bulge) + Math.abs(bulge))) / 4;
  if (!Number.isFinite(easting) || !Number.isFinite(northing) || !Number.isFinite(radius)) return undefined;
  return {
    easting,
    northing,
    radius,
    // From the chord, not from the centre: with large coordinates the centre is rounded by more than a small radius. 0
    // - … avoids -0.
    startAngle: Math.atan2(0 - dn / 2 - de * apothem, 0 - de / 2 + dn * apothem),
    sweep: 4 * Math.atan(bulge),
  };
}

/** Most segments of one arc, however fine the tolerance. */
export const MOST_ARC_SEGMENTS = 4096;

/**
 * How many equal chords keep an arc within `tolerance` of its chords (sagitta = r (1 − cos(step / 2))).
 * @param radius in the job's unit @param sweep in radians, sign ignored @param tolerance in the job's unit, > 0
 */
export function arcSegments(radius: number, sweep: number, tolerance: number): number {
  if (!(radius > 0) || sweep === 0) return 1;
  const ratio = Math.min(1, Math.max(tolerance, 1e-12) / radius);
  const step = Math.min(Math.PI / 2, 2 * Math.acos(1 - ratio));
  // If the circle is so large that its step is lost to rounding, the arc is straight.
  return Math.min(MOST_ARC_SEGMENTS, Math.ceil(Math.abs(sweep) / Math.max(step, 1e-9)));
}
