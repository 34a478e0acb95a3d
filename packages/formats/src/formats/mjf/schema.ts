/** Types of columns from GeoPackage 1.4 (table 1) that are used here. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'DATETIME' | 'BLOB';
export type GeometryType = 'POINT' | 'LINESTRING' | 'MULTIPOLYGON';
export type Columns = readonly (readonly [name: string, type: ColumnType])[];

/** A table of the package: a feature table if it has a geometry, else an attributes table. Every table has `id`. */
export interface TableSchema {
  readonly name: string;
  readonly title: string;
  readonly geometry?: GeometryType;
  readonly columns: Columns;
}

/** Version of the tables below; a reader opens its own and older versions. 1: the first. */
export const SCHEMA_VERSION = 1;

/** Name of the geometry column of every feature table. */
export const GEOMETRY = 'geom';

/** Columns shared by points, lines, areas and texts, in the order of `featureColumns`. */
export const FEATURE_COLUMNS: Columns = [
  ['name', 'TEXT'],
  ['code', 'TEXT'],
  ['description', 'TEXT'],
  ['layer', 'TEXT'],
  ['colour', 'TEXT'],
  ['line_type', 'TEXT'],
  ['line_weight', 'INTEGER'],
  ['time', 'DATETIME'],
  ['time_ms', 'DOUBLE'],
  ['quality', 'DOUBLE'],
  ['list', 'TEXT'],
  ['block', 'TEXT'],
  ['page', 'INTEGER'],
  ['source', 'INTEGER'],
  ['attributes', 'TEXT'],
];

const PATH_COLUMNS: Columns = [...FEATURE_COLUMNS, ['closed', 'BOOLEAN'], ['path', 'BLOB']];

const table = (name: string, title: string, columns: Columns, geometry?: GeometryType): TableSchema => ({
  name,
  title,
  columns,
  ...(geometry === undefined ? {} : { geometry }),
});

/** Every table of a job. The tables of a drawing's scene are the same with a prefix (`drawing1_lines`). */
export const TABLES = {
  info: table('mjf_info', 'Field job', [
    ['key', 'TEXT'],
    ['value', 'TEXT'],
  ]),
  sources: table('sources', 'Imports', [
    ['file_name', 'TEXT'],
    ['format', 'TEXT'],
    ['sha256', 'TEXT'],
    ['imported_at', 'DATETIME'],
    ['imported_at_ms', 'DOUBLE'],
  ]),
  layers: table('layers', 'Layers', [
    ['name', 'TEXT'],
    ['colour', 'TEXT'],
    ['line_type', 'TEXT'],
    ['line_weight', 'INTEGER'],
    ['visible', 'BOOLEAN'],
    ['locked', 'BOOLEAN'],
    ['description', 'TEXT'],
  ]),
  points: table('points', 'Points', FEATURE_COLUMNS, 'POINT'),
  lines: table('lines', 'Lines', PATH_COLUMNS, 'LINESTRING'),
  areas: table('areas', 'Areas', PATH_COLUMNS, 'MULTIPOLYGON'),
  texts: table(
    'texts',
    'Texts',
    [
      ...FEATURE_COLUMNS,
      ['text', 'TEXT'],
      ['height', 'DOUBLE'],
      ['rotation', 'DOUBLE'],
      ['justification', 'TEXT'],
      ['vertical_justification', 'TEXT'],
    ],
    'POINT',
  ),
  surfaces: table(
    'surfaces',
    'Surfaces',
    [
      ['name', 'TEXT'],
      ['code', 'TEXT'],
      ['description', 'TEXT'],
      ['layer', 'TEXT'],
      ['colour', 'TEXT'],
      ['source', 'INTEGER'],
      ['shown', 'TEXT'],
      ['vertices', 'INTEGER'],
      ['triangles', 'INTEGER'],
      ['lines', 'TEXT'],
      ['first_part', 'INTEGER'],
      ['parts', 'INTEGER'],
      ['attributes', 'TEXT'],
    ],
    'MULTIPOLYGON',
  ),
  alignments: table(
    'alignments',
    'Alignments',
    [
      ['name', 'TEXT'],
      ['code', 'TEXT'],
      ['description', 'TEXT'],
      ['layer', 'TEXT'],
      ['source', 'INTEGER'],
      ['start_station', 'DOUBLE'],
      ['profile_name', 'TEXT'],
      ['attributes', 'TEXT'],
    ],
    'LINESTRING',
  ),
  horizontal: table('alignment_horizontal', 'Alignments: elements in plan', [
    ['alignment', 'INTEGER'],
    ['kind', 'TEXT'],
    ['start_station', 'DOUBLE'],
    ['length', 'DOUBLE'],
    ['start_easting', 'DOUBLE'],
    ['start_northing', 'DOUBLE'],
    ['azimuth', 'DOUBLE'],
    ['start_radius', 'DOUBLE'],
    ['end_radius', 'DOUBLE'],
  ]),
  vertical: table('alignment_vertical', 'Alignments: points of vertical intersection', [
    ['alignment', 'INTEGER'],
    ['station', 'DOUBLE'],
    ['elevation', 'DOUBLE'],
    ['curve', 'TEXT'],
    ['length', 'DOUBLE'],
    ['radius', 'DOUBLE'],
  ]),
  sections: table('alignment_sections', 'Alignments: cross-sections', [
    ['alignment', 'INTEGER'],
    ['name', 'TEXT'],
    ['station', 'DOUBLE'],
    ['points', 'TEXT'],
    ['section', 'TEXT'],
    ['kind', 'TEXT'],
    ['side', 'TEXT'],
    ['codes', 'TEXT'],
    ['point_names', 'TEXT'],
    ['attributes', 'TEXT'],
  ]),
  equations: table('alignment_equations', 'Alignments: station equations', [
    ['alignment', 'INTEGER'],
    ['back', 'DOUBLE'],
    ['ahead', 'DOUBLE'],
    ['description', 'TEXT'],
  ]),
  superelevation: table('alignment_superelevation', 'Alignments: superelevation', [
    ['alignment', 'INTEGER'],
    ['start_station', 'DOUBLE'],
    ['end_station', 'DOUBLE'],
    ['events', 'TEXT'],
    ['attributes', 'TEXT'],
  ]),
  planes: table(
    'planes',
    'Planes',
    [
      ['name', 'TEXT'],
      ['azimuth', 'DOUBLE'],
      ['slope', 'DOUBLE'],
      ['cross_slope', 'DOUBLE'],
      ['source', 'INTEGER'],
    ],
    'POINT',
  ),
  controlPoints: table(
    'control_points',
    'Control points',
    [
      ['name', 'TEXT'],
      ['code', 'TEXT'],
      ['description', 'TEXT'],
      // For control points without a position; otherwise the geometry holds it.
      ['elevation', 'DOUBLE'],
      ['latitude', 'DOUBLE'],
      ['longitude', 'DOUBLE'],
      ['ellipsoid_height', 'DOUBLE'],
      ['use_horizontal', 'BOOLEAN'],
      ['use_vertical', 'BOOLEAN'],
      ['residual_easting', 'DOUBLE'],
      ['residual_northing', 'DOUBLE'],
      ['residual_elevation', 'DOUBLE'],
      ['source', 'INTEGER'],
    ],
    'POINT',
  ),
  codes: table('codes', 'Code library', [
    ['name', 'TEXT'],
    ['kind', 'TEXT'],
    ['description', 'TEXT'],
    ['code_group', 'TEXT'],
    ['layer', 'TEXT'],
    ['colour', 'TEXT'],
    ['line_type', 'TEXT'],
    ['line_weight', 'INTEGER'],
    ['symbol', 'TEXT'],
    ['control', 'TEXT'],
  ]),
  codeAttributes: table('code_attributes', 'Code library: attributes', [
    ['code', 'INTEGER'],
    ['name', 'TEXT'],
    ['type', 'TEXT'],
    ['required', 'BOOLEAN'],
    ['default_value', 'TEXT'],
    ['choices', 'TEXT'],
    ['minimum', 'DOUBLE'],
    ['maximum', 'DOUBLE'],
    ['unit', 'TEXT'],
  ]),
  pointLists: table('point_lists', 'Point lists', [
    ['name', 'TEXT'],
    ['points', 'INTEGER'],
  ]),
  observations: table('observations', 'Observations', [
    ['kind', 'TEXT'],
    ['station', 'TEXT'],
    ['target', 'TEXT'],
    ['time', 'DATETIME'],
    ['time_ms', 'DOUBLE'],
    ['data', 'TEXT'],
    ['source', 'INTEGER'],
  ]),
  drawings: table('drawings', 'Background drawings', [
    ['name', 'TEXT'],
    ['file_name', 'TEXT'],
    ['format', 'TEXT'],
    ['media_type', 'TEXT'],
    ['sha256', 'TEXT'],
    ['size', 'INTEGER'],
    ['placement', 'TEXT'],
    ['placement_from', 'TEXT'],
    ['placement_to', 'TEXT'],
    ['placement_scale', 'DOUBLE'],
    ['scene', 'TEXT'],
    ['file_path', 'TEXT'],
    ['source', 'INTEGER'],
    ['first_part', 'INTEGER'],
    ['parts', 'INTEGER'],
  ]),
  parts: table('parts', 'Data of surfaces and drawings', [
    ['kind', 'TEXT'],
    ['data', 'BLOB'],
  ]),
} as const satisfies Record<string, TableSchema>;
