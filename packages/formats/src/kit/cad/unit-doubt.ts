import type { Measures } from './drawing-measures.ts';
import { type DrawingUnit, drawingUnitNamed } from './drawing-unit.ts';

/** Metres per foot, accurate enough for a judgement. */
const FOOT = 0.3048;
/** Largest distance from the origin, in units, in a grid in metres or feet, with the zone before the easting. */
const FARTHEST_GRID = 7e7;
/** The same in millimetres. */
const FARTHEST_MILLIMETRES = 1000 * FARTHEST_GRID;
/** Least distance from the origin, in units, in a survey's grid. */
const NEAREST_GRID = 1e5;
/** Least distance from the origin of a far-off drawing, in multiples of its size. */
const FAR = { smallTexts: 5, noTexts: 50, otherTexts: 100 };
/** Highest text, in units, of a plan in metres or feet, and of a drawing at 1:1 in millimetres or inches. */
const HIGHEST_PLAN_TEXT = 100;
const HIGHEST_SMALL_TEXT = 12;
/** A building drawn in millimetres about its own origin: heights of its texts and its size in units. */
const BUILDING = { lowestText: 80, highestText: 2000, smallest: 1000, largest: 1e6, farthest: 3 };

/**
 * The unit that is more likely than the one in the header; undefined for a plausible header.
 * @param stated the header's unit; undefined if it states none, which counts as metres
 * @param measures of the drawing, in drawing units
 * @param system unit of the reference system stated for the drawing; undefined without one
 * @param isMetric whether the header says that the drawing is metric
 */
export function likelierUnit(
  stated: DrawingUnit | undefined,
  { away, size, textHeight }: Measures,
  system: DrawingUnit | undefined,
  isMetric: boolean,
): DrawingUnit | undefined {
  if (metresOf(stated) > FOOT / 2) {
    const isBeyondGrids = away > FARTHEST_GRID && away < FARTHEST_MILLIMETRES;
    const isBuilding =
      textHeight >= BUILDING.lowestText &&
      textHeight <= BUILDING.highestText &&
      size >= BUILDING.smallest &&
      size <= BUILDING.largest &&
      away <= BUILDING.farthest * size;
    return isBeyondGrids || isBuilding ? drawingUnitNamed('mm') : undefined;
  }
  if (away < NEAREST_GRID || away > FARTHEST_GRID || textHeight > HIGHEST_PLAN_TEXT) return undefined;
  const isSmall = textHeight <= HIGHEST_SMALL_TEXT || system !== undefined;
  const far = isSmall ? FAR.smallTexts : Number.isNaN(textHeight) ? FAR.noTexts : FAR.otherTexts;
  if (away < far * size) return undefined;
  return system ?? drawingUnitNamed(isMetric ? 'm' : 'ft');
}

/** Metres per drawing unit, accurate enough for a judgement; 1 for an unknown unit. */
export function metresOf(unit: DrawingUnit | undefined): number {
  if (unit === undefined) return 1;
  return ((unit.unit === 'metre' ? 1 : FOOT) * unit.numerator) / unit.denominator;
}

/** The measures of a drawing in a unit, as part of a sentence. */
export function readingText({ away, size, textHeight }: Measures, unit: DrawingUnit | undefined): string {
  const length = (value: number): string => lengthText(value * metresOf(unit));
  const texts = Number.isNaN(textHeight) ? '' : `, with texts of ${length(textHeight)}`;
  return `${length(size)} wide, ${length(away)} from the origin${texts}`;
}

function lengthText(metres: number): string {
  const [value, name] = metres >= 1000 ? [metres / 1000, 'km'] : metres >= 1 ? [metres, 'm'] : [metres * 1000, 'mm'];
  return `${Number(value.toPrecision(3))} ${name}`;
}
