/** Names of element types, the same in V7 and V8; used in tallies and issues. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'cell library header',
  2: 'cell header',
  3: 'line',
  4: 'line string',
  5: 'group data',
  6: 'shape',
  7: 'text node',
  8: 'digitizer setup',
  9: 'control block',
  10: 'level symbology',
  11: 'curve',
  12: 'complex chain',
  14: 'complex shape',
  15: 'ellipse',
  16: 'arc',
  17: 'text',
  18: 'surface',
  19: 'solid',
  21: 'B-spline pole',
  22: 'point string',
  23: 'cone',
  24: 'B-spline surface',
  25: 'B-spline surface boundary',
  26: 'B-spline knots',
  27: 'B-spline curve',
  28: 'B-spline weights',
  33: 'dimension',
  34: 'shared cell definition',
  35: 'shared cell',
  36: 'multi-line',
  37: 'tag',
  39: 'set of tags',
  66: 'application data',
  87: 'raster header',
  88: 'raster',
};

/** Name of an element type with its number, as reports show it. */
export function elementName(type: number): string {
  return `${type} ${NAMES[type] ?? 'unknown'}`;
}

/** Types that hold settings or belong to another element: nothing to draw by themselves. */
export const NOT_GRAPHIC: ReadonlySet<number> = new Set([1, 5, 8, 9, 10, 32, 39, 44, 48, 49, 50, 51, 57, 63, 66]);

/** Elements whose components follow: cell, text node, chain, complex shape, surface, solid. */
export const COMPLEX: ReadonlySet<number> = new Set([2, 7, 12, 14, 18, 19]);
/** Poles, knots and weights of the B-spline before them. */
export const SPLINE_PARTS: ReadonlySet<number> = new Set([21, 26, 28]);
/** Types whose geometry can be part of a chain or a complex shape. */
export const LINEAR: ReadonlySet<number> = new Set([3, 4, 6, 11, 15, 16]);
/** Types that close by themselves. */
export const RING: ReadonlySet<number> = new Set([6, 15]);
/** An instance of a shared cell. */
export const SHARED_CELL = 35;
/** A named value of another element. */
export const TAG = 37;
/** Types that are points: a point string, an instance of a shared cell whose definition is not known (its origin). */
export const POINTS: ReadonlySet<number> = new Set([22, SHARED_CELL]);

/** Whether components are joined into one line or one area. */
export function isChain(type: number): boolean {
  return type === 12 || type === 14;
}

/** Ellipses and arcs, whose ends follow from angles. */
export function isArc(type: number): boolean {
  return type === 15 || type === 16;
}
