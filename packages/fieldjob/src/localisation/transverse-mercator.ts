/** WGS 84: semi-major axis in metres and flattening (NIMA TR8350.2). */
const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const DEGREE = Math.PI / 180;

/** A transverse Mercator projection of WGS 84 about a point, with scale 1 there. */
export interface LocalProjection {
  readonly latitude: number;
  readonly longitude: number;
}

const n = FLATTENING / (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
/** Radius of the circle whose circumference equals that of a meridian. */
const RECTIFYING = (SEMI_MAJOR / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
/** Krueger's series to the fourth order: below 0.1 micrometre within 4000 km of the meridian. */
const SERIES = [
  n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180,
  (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440,
  (61 * n ** 3) / 240 - (103 * n ** 4) / 140,
  (49561 * n ** 4) / 161280,
];

/**
 *  * Metres east and north of the projection's centre. Source: C. F. F. Karney, Transverse Mercator with an accuracy of
 *  a few nanometers, J. Geodesy 85 (2011), equations 7 to 11 and 35.
 * @param latitude degrees, north positive @param longitude degrees, east positive, within 80 degrees of the centre
 */
export function projectLocally(
  projection: LocalProjection,
  latitude: number,
  longitude: number,
): { easting: number; northing: number } {
  const { easting, northing } = project(latitude, longitude - projection.longitude);
  return { easting, northing: northing - project(projection.latitude, 0).northing };
}

function project(latitude: number, longitude: number): { easting: number; northing: number } {
  const lambda = wrapped(longitude) * DEGREE;
  const tau = Math.tan(latitude * DEGREE);
  // Conformal latitude.
  const sigma = Math.sinh(ECCENTRICITY * Math.atanh((ECCENTRICITY * tau) / Math.hypot(1, tau)));
  const conformal = tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau);
  const xi = Math.atan2(conformal, Math.cos(lambda));
  const eta = Math.asinh(Math.sin(lambda) / Math.hypot(conformal, Math.cos(lambda)));
  let northing = xi;
  let easting = eta;
  SERIES.forEach((alpha, i) => {
    const k = 2 * (i + 1);
    northing += alpha * Math.sin(k * xi) * Math.cosh(k * eta);
    easting += alpha * Math.cos(k * xi) * Math.sinh(k * eta);
  });
  return { easting: RECTIFYING * easting, northing: RECTIFYING * northing };
}

/** An angle in degrees between -180 and 180. */
function wrapped(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
