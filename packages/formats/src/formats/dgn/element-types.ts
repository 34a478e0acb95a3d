/**
 * Element types, the same in V7 and V8. Source: DGNLib's documentation of the element structures; those from 90 on are
 * named as in Bentley's technical note 8502 (element numbers and types) and v8file.net.
 */
export const ELEMENT = {
  cellLibrary: 1,
  cell: 2,
  line: 3,
  lineString: 4,
  groupData: 5,
  shape: 6,
  textNode: 7,
  digitizer: 8,
  controlBlock: 9,
  levelSymbology: 10,
  curve: 11,
  complexChain: 12,
  complexShape: 14,
  ellipse: 15,
  arc: 16,
  text: 17,
  surface: 18,
  solid: 19,
  splinePole: 21,
  pointString: 22,
  cone: 23,
  splineSurface: 24,
  splineSurfaceBoundary: 25,
  splineKnots: 26,
  spline: 27,
  splineWeights: 28,
  dimension: 33,
  /** The content of a shared cell, stored once. */
  sharedCellDefinition: 34,
  /** An instance of a shared cell. */
  sharedCell: 35,
  multiLine: 36,
  /** A named value of another element. */
  tag: 37,
  tagSet: 39,
  /** V8: data of another element, such as a solid. */
  smartGeometry: 38,
  applicationData: 66,
  rasterHeader: 87,
  raster: 88,
  rasterAttachment: 90,
  rasterComponent: 91,
  rasterHierarchy: 92,
  rasterHierarchyPart: 93,
  rasterFrame: 94,
  /** V8: an entry of a table, such as a level. */
  tableEntry: 95,
  table: 96,
  viewGroup: 97,
  view: 98,
  levelMask: 99,
  attachment: 100,
  /** V8: positions or indices of a mesh: a header, then parts with whole numbers or reals. */
  matrix: 101,
  matrixIntegers: 102,
  matrixReals: 103,
  mesh: 105,
  extended: 106,
  extendedData: 107,
  attachmentOverride: 108,
  namedGroup: 110,
  namedGroupPart: 111,
} as const;

const E = ELEMENT;

/** Names for tallies and issues. */
const NAMES: Readonly<Record<number, string>> = {
  [E.cellLibrary]: 'cell library header',
  [E.cell]: 'cell header',
  [E.line]: 'line',
  [E.lineString]: 'line string',
  [E.groupData]: 'group data',
  [E.shape]: 'shape',
  [E.textNode]: 'text node',
  [E.digitizer]: 'digitizer setup',
  [E.controlBlock]: 'control block',
  [E.levelSymbology]: 'level symbology',
  [E.curve]: 'curve',
  [E.complexChain]: 'complex chain',
  [E.complexShape]: 'complex shape',
  [E.ellipse]: 'ellipse',
  [E.arc]: 'arc',
  [E.text]: 'text',
  [E.surface]: 'surface',
  [E.solid]: 'solid',
  [E.splinePole]: 'B-spline pole',
  [E.pointString]: 'point string',
  [E.cone]: 'cone',
  [E.splineSurface]: 'B-spline surface',
  [E.splineSurfaceBoundary]: 'B-spline surface boundary',
  [E.splineKnots]: 'B-spline knots',
  [E.spline]: 'B-spline curve',
  [E.splineWeights]: 'B-spline weights',
  [E.dimension]: 'dimension',
  [E.sharedCellDefinition]: 'shared cell definition',
  [E.sharedCell]: 'shared cell',
  [E.multiLine]: 'multi-line',
  [E.tag]: 'tag',
  [E.tagSet]: 'set of tags',
  [E.applicationData]: 'application data',
  [E.rasterHeader]: 'raster header',
  [E.raster]: 'raster',
  [E.smartGeometry]: 'smart geometry',
  [E.rasterAttachment]: 'raster attachment',
  [E.rasterComponent]: 'raster component',
  [E.rasterHierarchy]: 'raster hierarchy',
  [E.rasterHierarchyPart]: 'raster hierarchy component',
  [E.rasterFrame]: 'raster frame',
  [E.tableEntry]: 'table entry',
  [E.table]: 'table',
  [E.viewGroup]: 'view group',
  [E.view]: 'view',
  [E.levelMask]: 'level mask',
  [E.attachment]: 'reference attachment',
  [E.matrix]: 'mesh matrix',
  [E.matrixIntegers]: 'mesh indices',
  [E.matrixReals]: 'mesh positions',
  [E.mesh]: 'mesh',
  [E.extended]: 'extended element',
  [E.extendedData]: 'extended data',
  [E.attachmentOverride]: 'reference override',
  [E.namedGroup]: 'named group',
  [E.namedGroupPart]: 'named group component',
};

/** Name of an element type with its number, as reports show it. */
export function elementName(type: number): string {
  return `${type} ${NAMES[type] ?? 'unknown'}`;
}

/**
 * Types that hold settings or belong to another element, and are not drawn; the content of those without a name is
 * unknown.
 */
export const NOT_GRAPHIC: ReadonlySet<number> = new Set([
  ...[E.cellLibrary, E.groupData, E.digitizer, E.controlBlock, E.levelSymbology, E.tagSet, E.applicationData],
  ...[E.smartGeometry, E.rasterHierarchy, E.rasterHierarchyPart, E.tableEntry, E.table, E.viewGroup, E.view],
  ...[E.levelMask, E.attachment, E.extendedData, E.attachmentOverride, E.namedGroup, E.namedGroupPart],
  ...[32, 44, 48, 49, 50, 51, 57, 63],
]);

/** Elements whose components follow. */
export const COMPLEX: ReadonlySet<number> = new Set([
  E.cell,
  E.textNode,
  E.complexChain,
  E.complexShape,
  E.surface,
  E.solid,
]);
/** Poles, knots and weights of the B-spline before them. */
export const SPLINE_PARTS: ReadonlySet<number> = new Set([E.splinePole, E.splineKnots, E.splineWeights]);
/** Parts of the mesh before them. */
export const MESH_PARTS: ReadonlySet<number> = new Set([E.matrix, E.matrixIntegers, E.matrixReals]);
/** Types whose geometry can be part of a chain or a complex shape. */
export const LINEAR: ReadonlySet<number> = new Set([E.line, E.lineString, E.shape, E.curve, E.ellipse, E.arc]);
/** Closed types. */
export const RING: ReadonlySet<number> = new Set([E.shape, E.ellipse]);
/**
 * Types that become several features: a point string, a multi-line, a dimension, an extended element, and an instance
 * of a shared cell without a known definition (its origin).
 */
export const SEVERAL: ReadonlySet<number> = new Set([
  ...[E.pointString, E.sharedCell, E.multiLine, E.dimension, E.extended],
]);

/** Whether components are joined into one line or one area. */
export function isChain(type: number): boolean {
  return type === E.complexChain || type === E.complexShape;
}

/** Ellipses and arcs, whose ends follow from angles. */
export function isArc(type: number): boolean {
  return type === E.ellipse || type === E.arc;
}
