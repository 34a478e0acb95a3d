import { number, text } from './field.ts';
import { type Layout, layout } from './layout.ts';

/** Node types of an alignment's lists. */
export const NODE = { start: 1, straight: 2, curve: 4, startStation: 10, pvi: 11, pviCurve: 13, template: 21 } as const;

export const START = layout('start', {
  northing: number('f64', 0),
  easting: number('f64', 8),
  azimuth: number('f64', 24),
  station: number('f64', 32, 'fits'),
  interval: number('f64', 40, 'unknown'),
});
export const STRAIGHT = layout('straight', { azimuth: number('f64', 0), length: number('f64', 8) });
/** Kinds 0 and 1 are known; the second number is the length of either, the third an azimuth. */
export const CURVE = layout('curve', {
  kind: number('u32', 0, 'unknown'),
  radius: number('f64', 4, 'fits'),
  length: number('f64', 12),
  azimuth: number('f64', 20, 'fits'),
});
export const START_STATION = layout('start station', { station: number('f64', 0) });
export const PVI = layout('point of vertical intersection', { station: number('f64', 0), elevation: number('f64', 8) });
export const PVI_CURVE = layout('point of vertical intersection with curve', {
  station: number('f64', 0),
  elevation: number('f64', 8),
  length: number('f64', 16),
});
export const TEMPLATE = layout('template', {
  name: text(0, 33),
  segments: number('u16', 66),
  segmentSize: number('u16', 68),
});

/** The known layout of each node type. */
export const NODE_LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [NODE.start, START],
  [NODE.straight, STRAIGHT],
  [NODE.curve, CURVE],
  [NODE.startStation, START_STATION],
  [NODE.pvi, PVI],
  [NODE.pviCurve, PVI_CURVE],
  [NODE.template, TEMPLATE],
]);
