import type { IssueRows } from './row.ts';

/** GeoJSON. */
export const geojsonIssues = {
  'json-malformed': { level: 'error', text: 'the JSON is damaged at byte {offset}: {found}' },
  'json-value-malformed': { level: 'warning', text: '"{value}" is not a JSON value; it was skipped' },
  'geometry-unreadable': {
    level: 'warning',
    text: 'a feature ({type}) was skipped: it has no usable coordinates',
    per: 'type',
  },
  'feature-without-geometry': { level: 'warning', text: 'a feature without a geometry was skipped' },
  'geometry-part-unreadable': {
    level: 'warning',
    text: '{count part|parts} of a feature ({type}) left out: no usable coordinates',
    per: 'type',
  },
  'geojson-crs-unknown': {
    level: 'warning',
    text: 'the file states an unknown reference system, {stated}; its coordinates were taken as a local grid',
    advice: 'state the system with the option crs',
  },
  'geojson-not-degrees': {
    level: 'warning',
    text: 'the coordinates ({position}) are not degrees, and the file states no other system; they were taken as {used}',
    advice: 'state the system with the option crs',
  },
  'geojson-heights': {
    level: 'warning',
    text: 'the heights of {count position|positions} were taken as elevations; by RFC 7946 they are above the ellipsoid, which may be tens of metres off',
    advice: 'state heights=elevation if that is right, else heights=ellipsoid',
  },
  'geojson-heights-left-out': {
    level: 'warning',
    text: '{count height|heights} above the ellipsoid left out of lines, areas and texts',
    advice: 'give a crs with a height system and its geoid model (25832+7837)',
  },
  'geojson-not-wgs84': {
    level: 'warning',
    text: 'the job is in a local grid, whose coordinates are written as they are: many programs take them for degrees',
    advice: 'state the option crs to write WGS 84',
  },
  'geojson-own-crs': {
    level: 'note',
    text: "the job's own coordinates were written, as requested, with the crs member of GeoJSON 2008",
  },
  'arcs-stroked': {
    level: 'note',
    text: 'the arcs of {count line or area|lines and areas} became chords within {tolerance} ({unit})',
  },
  'antimeridian-crossed': {
    level: 'note',
    text: '{count line or area|lines and areas} written across the antimeridian uncut: programs may draw around the earth',
  },
  'geometry-without-position': {
    level: 'warning',
    text: '{count feature|features} written without a geometry: no usable position',
  },
  'ring-left-out': {
    level: 'warning',
    text: '{count ring|rings} of areas left out: fewer than three vertices',
  },
  'control-without-grid': {
    level: 'warning',
    text: '{count control point|control points} written without a geometry: latitude and longitude are properties, because the position on the grid is not known',
    advice: 'import the latitudes and longitudes with the option crs=4326 to write them as points',
  },
} as const satisfies IssueRows;
