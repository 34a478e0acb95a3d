/** A box in degrees; the west of one across the date line is greater than its east. */
export interface Sides {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A part of the map: x to the east, y to the south, in degrees. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width by height of every map, so that the page does not move when another one is shown. */
const SHAPE = 2;
/** As a share of the area shown, on each side. */
const MARGIN = 0.35;
/** Degrees: in a smaller frame the stored outline of the land would look coarse. */
const LEAST_HEIGHT = 4;

/** The rectangles of a box on the map: two if it crosses the date line. */
export function framesOf({ west, south, east, north }: Sides): Frame[] {
  const part = (from: number, to: number): Frame => ({ x: from, y: -north, width: to - from, height: north - south });
  return west <= east ? [part(west, east)] : [part(west, 180), part(-180, east)];
}

/** The part of the earth shown for some boxes: all of them, with a margin. */
export function frameAround(boxes: readonly Sides[]): Frame {
  const parts = boxes.flatMap(framesOf);
  if (parts.length === 0) return { x: -180, y: -90, width: 360, height: 180 };
  const [west, north] = [Math.min(...parts.map(({ x }) => x)), Math.min(...parts.map(({ y }) => y))];
  const [east, south] = [
    Math.max(...parts.map(({ x, width }) => x + width)),
    Math.max(...parts.map(({ y, height }) => y + height)),
  ];
  const wanted = Math.max((east - west) / SHAPE, south - north) * (1 + 2 * MARGIN);
  const height = Math.min(180, Math.max(LEAST_HEIGHT, wanted));
  const width = SHAPE * height;
  return {
    x: within((west + east - width) / 2, -180, 180 - width),
    y: within((north + south - height) / 2, -90, 90 - height),
    ...{ width, height },
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const STEPS = [1, 2, 5, 10, 15, 30] as const;
/** Lines of the net across a map. */
const LINES = 8;

/** The meridians and parallels in a frame. */
export function netOf({ x, y, width, height }: Frame): { meridians: number[]; parallels: number[] } {
  const step = STEPS.find((one) => width / one <= LINES) ?? 45;
  const lines = (from: number, length: number): number[] => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.floor((from + length) / step) - first + 1 }, (_, i) => (first + i) * step);
  };
  return { meridians: lines(x, width), parallels: lines(y, height) };
}
