import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';

const KINDS = ['point', 'line', 'area', 'text', 'controlPoint'] as const;
/** Alignments are written as their axes; read, these are lines. */
const WRITTEN = [...KINDS, 'alignment'] as const;

/** GeoJSON, RFC 7946. */
export const geojson: Format = {
  id: 'geojson',
  name: 'GeoJSON',
  extensions: ['geojson', 'json'],
  mediaTypes: ['application/geo+json'],
  kinds: KINDS,
  versions: ['RFC 7946'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'Written in WGS 84 if the job states its reference system; a local grid is written unchanged, and the file states that. Arcs become chords within the tolerance.',
  readOptions: {
    heights: {
      type: 'string',
      enum: ['elevation', 'ellipsoid'],
      description:
        'Meaning of heights in WGS 84: elevations (assumed, with a warning), or above the ellipsoid, as RFC 7946 says; then only a geoid model (a crs with a height system) makes them elevations.',
    },
  },
  writeOptions: {
    coordinates: {
      type: 'string',
      enum: ['wgs84', 'job'],
      default: 'wgs84',
      description: "WGS 84 (RFC 7946), or the job's own coordinates with the crs member of GeoJSON 2008.",
    },
    tolerance: {
      type: 'number',
      minimum: 1e-6,
      maximum: 1e6,
      description: "Largest distance between an arc and its chords, in the job's unit; 1 mm by default.",
    },
    decimals: {
      type: 'integer',
      minimum: 0,
      maximum: 12,
      description: 'Decimals of horizontal coordinates; 9 for degrees, as many as needed otherwise.',
    },
  },
  sniff,
  loadReader: async () => (await import('./read.ts')).readGeoJson,
  loadWriter: async () => (await import('./write.ts')).writeGeoJson,
  // Features keep every field; the file has the job's name and system, and layer names.
  holds: {
    ...{ kinds: WRITTEN, infiniteElevations: false, info: [], layer: [] },
    alignment: ['layer', 'code', 'description', 'vertical'],
  },
};

const TYPES =
  /"type"\s*:\s*"(FeatureCollection|Feature|GeometryCollection|Point|LineString|Polygon|Multi(Point|LineString|Polygon))"/;

/** A collection whose members are in the order of the alphabet: its types come after its coordinates. */
const SORTED =
  /"features"\s*:\s*\[\s*\{\s*"(?:bbox|geometry|id|properties)"\s*:|"geometry"\s*:\s*\{\s*"coordinates"\s*:/;

function sniff(head: Uint8Array): Sniffed {
  const text = Buffer.from(head.subarray(0, 4096)).toString('latin1');
  // RFC 8142 puts a record separator before every text.
  if (!/^(ï»¿)?[\s\x1e]*\{/.test(text)) return UNKNOWN;
  return TYPES.test(text) || SORTED.test(text) ? { confidence: 0.9, version: '' } : UNKNOWN;
}
