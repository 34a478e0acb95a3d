import { bytes, colour, fileTime, number, optional, reference, text } from './field.ts';
import type { MachineKind } from './kinds.ts';
import { type Layout, layout } from './layout.ts';

/** Units of the name of a layer or surface, including the closing NUL. */
export const NAME_UNITS = 65;
/** Units of short names (header, control point). */
export const SHORT_NAME_UNITS = 33;

export const VERTEX = layout('vertex', {
  easting: number('f64', 0),
  northing: number('f64', 8),
  elevation: optional(16),
});
export const TEXT_TRIPLE = layout('text triple', {
  name: reference(0),
  code: reference(6),
  third: reference(12, 'unknown'),
});
export const LAYER = layout('layer', {
  index: number('u16', 0),
  name: text(2, NAME_UNITS),
  colour: colour(132),
  style: bytes(135, 3),
  originEasting: number('f64', 138),
  originNorthing: number('f64', 146),
});
export const POINT = layout('point', {
  vertex: reference(0),
  text: reference(6),
  layer: number('u16', 12),
  nine: number('u16', 14, 'unknown'),
  flags: number('u16', 16, 'unknown'),
});
export const LINE = layout('line', {
  vertex: reference(0),
  attribute: reference(6),
  count: number('u16', 12),
  text: reference(14),
  layer: number('u16', 20),
  flags: number('u16', 22, 'fits'),
});
export const LINE_ATTRIBUTE = layout('line vertex attribute', { value: number('u32', 0, 'unknown') });
export const TRIANGLE = layout('triangle', {
  a: number('i32', 0),
  b: number('i32', 4),
  c: number('i32', 8),
  acrossAb: number('i32', 12),
  acrossBc: number('i32', 16),
  acrossCa: number('i32', 20),
});
export const SURFACE = layout('surface', {
  vertex: reference(0),
  triangle: reference(6),
  edge: reference(12),
  vertexCount: number('u32', 18),
  triangleCount: number('u32', 22),
  edgeCount: number('u32', 26),
  name: text(30, NAME_UNITS),
  originEasting: number('f64', 160),
  originNorthing: number('f64', 168),
  colours: bytes(176, 16),
  createdAt: bytes(192, 8, 'fits'),
});
export const EDGE = layout('surface edge', { a: number('u32', 0, 'fits'), b: number('u32', 4, 'fits') });
export const LABEL = layout('text label', {
  text: reference(0, 'stated'),
  vertex: reference(6, 'fits'),
  layer: number('u16', 12, 'fits'),
  flags: number('u16', 14, 'unknown'),
  rotation: number('f32', 16, 'fits'),
  height: number('f32', 20, 'fits'),
});
export const CONTROL_POINT = layout('control point', {
  name: text(0, SHORT_NAME_UNITS),
  description: text(66, NAME_UNITS),
  latitude: optional(196),
  longitude: optional(204),
  ellipsoidHeight: optional(212),
  northing: optional(220),
  easting: optional(228),
  elevation: optional(236),
  horizontalResidual: optional(244),
  verticalResidual: optional(252),
  flags: number('u32', 260, 'fits'),
});
export const PLANE = layout('plane', {
  name: text(0, NAME_UNITS),
  flags: number('u16', 134, 'unknown'),
  easting: number('f64', 140),
  northing: number('f64', 148),
  elevation: number('f64', 156),
  azimuth: number('f64', 164),
  slope: number('f64', 172),
  crossSlope: number('f64', 180, 'fits'),
  size: number('f64', 188, 'unknown'),
  factor: number('f64', 196, 'unknown'),
});
export const ALIGNMENT = layout('alignment', {
  horizontal: bytes(0, 6, 'proven'),
  vertical: bytes(6, 6, 'proven'),
  templates: bytes(12, 6, 'proven'),
  sections: bytes(18, 6, 'fits'),
  name: text(60, SHORT_NAME_UNITS),
});

const pool = (units: number): Layout => layout(`texts of ${units} units`, { text: text(0, units) });
export const POOL_UNITS: ReadonlyMap<number, number> = new Map([
  [6, 5],
  [7, 9],
  [8, 17],
  [9, 33],
  [10, 65],
]);

/** Table numbers of TP3 and PT3 (and of our own RD3, GC3 and PL3). */
export const TP3_TABLE = {
  point: 1,
  vertex: 2,
  text: 5,
  layer: 11,
  line: 12,
  lineAttribute: 13,
  triangle: 14,
  control: 15,
  surface: 17,
  edge: 18,
  alignment: 19,
  plane: 20,
  label: 21,
} as const;
export const TN3_TABLE = { point: 1, triangle: 2, edge: 3, attribute: 6 } as const;
export const LN3_TABLE = { vertex: 1, layer: 5, line: 6, attribute: 7 } as const;

const TP3_LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [TP3_TABLE.point, POINT],
  [TP3_TABLE.vertex, VERTEX],
  [TP3_TABLE.text, TEXT_TRIPLE],
  ...Array.from(POOL_UNITS, ([id, units]): [number, Layout] => [id, pool(units)]),
  [TP3_TABLE.layer, LAYER],
  [TP3_TABLE.line, LINE],
  [TP3_TABLE.lineAttribute, LINE_ATTRIBUTE],
  [TP3_TABLE.triangle, TRIANGLE],
  [TP3_TABLE.control, CONTROL_POINT],
  [TP3_TABLE.surface, SURFACE],
  [TP3_TABLE.edge, EDGE],
  [TP3_TABLE.alignment, ALIGNMENT],
  [TP3_TABLE.plane, PLANE],
  [TP3_TABLE.label, LABEL],
]);

export const TN3_POINT = layout('point', {
  northing: number('f64', 0),
  easting: number('f64', 8),
  elevation: optional(16),
});
export const TN3_TRIANGLE = layout('triangle', {
  a: reference(0),
  b: reference(6),
  c: reference(12),
  acrossAb: reference(18),
  acrossBc: reference(24),
  acrossCa: reference(30),
});
export const TN3_EDGE = layout('surface edge', { a: reference(0), b: reference(6) });
const TN3_LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [TN3_TABLE.point, TN3_POINT],
  [TN3_TABLE.triangle, TN3_TRIANGLE],
  [TN3_TABLE.edge, TN3_EDGE],
  [TN3_TABLE.attribute, layout('point attribute', { value: number('u32', 0, 'unknown') })],
]);

export const LN3_VERTEX = layout('vertex', {
  easting: number('f32', 0),
  northing: number('f32', 4),
  elevation: number('f32', 8),
});
export const LN3_LINE = layout('line', {
  vertex: reference(0),
  attribute: reference(6),
  count: number('u16', 12),
  layer: number('u16', 14),
  flag: number('u8', 16, 'unknown'),
});
const LN3_LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [LN3_TABLE.vertex, LN3_VERTEX],
  [LN3_TABLE.layer, LAYER],
  [LN3_TABLE.line, LN3_LINE],
  [LN3_TABLE.attribute, layout('vertex attribute', { value: number('u32', 0, 'unknown') })],
]);

/** The known kinds of records of a kind of file, by table number. */
export function layoutsOf(kind: MachineKind): ReadonlyMap<number, Layout> {
  if (kind === 'TN3') return TN3_LAYOUTS;
  return kind === 'LN3' ? LN3_LAYOUTS : TP3_LAYOUTS;
}

/**
 * The time of a point: after the flags, four bytes later in PT3's longer record; undefined for unknown record sizes.
 */
export function pointTime(recordSize: number): ReturnType<typeof fileTime> | undefined {
  if (recordSize === 26) return POINT_TIME;
  return recordSize === 30 ? POINT_TIME_WIDE : undefined;
}
const POINT_TIME = fileTime(18);
const POINT_TIME_WIDE = fileTime(22);
export const LINE_TIME = fileTime(24);
