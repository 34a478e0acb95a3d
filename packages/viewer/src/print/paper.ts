/** Sheets of paper, upright, in millimetres. */
export const PAPERS = {
  A4: [210, 297],
  A3: [297, 420],
  A2: [420, 594],
  A1: [594, 841],
  A0: [841, 1189],
  Letter: [215.9, 279.4],
  Tabloid: [279.4, 431.8],
} as const;
export type Paper = keyof typeof PAPERS;

/** Usual scales; a person may ask for any other. */
export const SCALES = [50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000] as const;
/** Least and greatest number of a scale. */
export const SCALE_LIMITS = [1, 10_000_000] as const;

/** Free edge, and the height of the block below the map, in millimetres. */
const MARGIN = 10;
const BLOCK = 34;
/** CSS pixels of a millimetre. */
export const PIXELS = 96 / 25.4;

/** Millimetres from the upper left corner of the sheet. */
export interface SheetBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where things are on a sheet. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly map: SheetBox;
  /** Title, scale, legend. */
  readonly block: SheetBox;
}

/** Divides a sheet. */
export function sheetOf(paper: Paper, isWide: boolean): Sheet {
  const [short, long] = PAPERS[paper];
  const [width, height] = isWide ? [long, short] : [short, long];
  const inner = width - 2 * MARGIN;
  const mapHeight = height - 2 * MARGIN - BLOCK;
  return {
    ...{ width, height },
    map: { x: MARGIN, y: MARGIN, width: inner, height: mapHeight },
    block: { x: MARGIN, y: MARGIN + mapHeight, width: inner, height: BLOCK },
  };
}

/** CSS pixels per unit of the job on paper at 1 : `scale`. @param metres of the unit */
export const paperScale = (scale: number, metres: number): number => (1000 * metres * PIXELS) / scale;

/** The largest usual scale at which a map shows a width and a height, in metres. */
export function fittingScale({ map }: Sheet, width: number, height: number): number {
  const needed = Math.max((1000 * width) / map.width, (1000 * height) / map.height);
  return SCALES.find((scale) => scale >= needed) ?? SCALES.at(-1)!;
}
