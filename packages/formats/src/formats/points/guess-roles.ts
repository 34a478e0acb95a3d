import { type ColumnFacts, hasDecimals, isNumeric } from './column-facts.ts';
import type { Sure } from './layout.ts';
import type { Role } from './roles.ts';

/** The meaning of columns without a header, and which coordinate comes first. */
export interface Guess {
  readonly roles: Sure<Role[]>;
  readonly order: Sure<'NE' | 'EN'>;
}

/**
 * Guesses the columns from their contents: a name, two coordinates followed by an elevation, then words.
 * Undefined if there are no two adjacent columns of numbers.
 * @param metric false if the numbers are known to be feet: the sizes of common grids are in metres
 */
export function guessRoles(facts: readonly ColumnFacts[], metric: boolean): Guess | undefined {
  const first = firstCoordinate(facts);
  if (first === undefined) return undefined;
  const roles: Role[] = facts.map(() => 'skip');
  const hasElevation = isNumeric(facts[first + 2]);
  const angles = facts[first]!.angles > 0 && facts[first + 1]!.angles > 0;
  for (let i = 0; i < first; i++) roles[i] = i === 0 ? 'name' : nextWord(roles, facts[i]!, i);
  const order = angles ? angleOrder(facts[first]!) : guessOrder(facts[first]!, facts[first + 1]!, metric);
  const [north, east]: [Role, Role] = angles ? ['latitude', 'longitude'] : ['northing', 'easting'];
  roles[first] = order.value === 'NE' ? north : east;
  roles[first + 1] = order.value === 'NE' ? east : north;
  if (hasElevation) roles[first + 2] = angles ? 'height' : 'elevation';
  for (let i = first + (hasElevation ? 3 : 2); i < facts.length; i++) roles[i] = nextWord(roles, facts[i]!, i);
  // Fields that few rows have belong to a description that contains the delimiter.
  while (roles.length > first + 2 && facts[roles.length - 1]!.rows < 0.5 * facts[0]!.rows) roles.pop();
  const confidence = hasElevation && first > 0 ? 0.85 : 0.7;
  return { roles: { value: roles, confidence, because: 'from the contents of the columns' }, order };
}

/** Column of the first coordinate. */
function firstCoordinate(facts: readonly ColumnFacts[]): number | undefined {
  for (let i = 0; i + 1 < facts.length; i++) {
    if (hasDecimals(facts[i]) && hasDecimals(facts[i + 1])) return i;
  }
  // Whole numbers only: the first column is the name if enough columns follow, or if it counts up.
  for (let i = 0; i + 1 < facts.length; i++) {
    if (!isNumeric(facts[i]) || !isNumeric(facts[i + 1])) continue;
    const named = i === 0 && isNumeric(facts[2]) && (isNumeric(facts[3]) || facts[0]!.ascending);
    return named ? 1 : i;
  }
  return undefined;
}

/** The role of a column that is not a coordinate: code, then description, then attributes. */
function nextWord(roles: readonly Role[], facts: ColumnFacts, column: number): Role {
  if (facts.filled === 0) return 'skip';
  if (facts.dates > 0.8 * facts.filled) return roles.includes('date') ? `attribute:column ${column + 1}` : 'date';
  const whole = facts.numbers === 0 || facts.decimals === 0;
  if (!roles.includes('code') && whole) return 'code';
  if (!roles.includes('description') && facts.numbers < facts.filled) return 'description';
  return `attribute:column ${column + 1}`;
}

function angleOrder(first: ColumnFacts): Sure<'NE' | 'EN'> {
  if (first.north) return { value: 'NE', confidence: 0.98, because: 'the first angle is marked N or S' };
  if (first.east) return { value: 'EN', confidence: 0.98, because: 'the first angle is marked E or W' };
  return { value: 'NE', confidence: 0.6, because: 'latitude usually comes first' };
}

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high;

/**
 * Distinguishes northing and easting by size, as far as common grids allow.
 * @param metric false if the numbers are known to be feet
 */
export function guessOrder(first: ColumnFacts, second: ColumnFacts, metric: boolean): Sure<'NE' | 'EN'> {
  const a = metric ? first.sum / Math.max(1, first.numbers) : Number.NaN;
  const b = second.sum / Math.max(1, second.numbers);
  if (isEasting(a, b)) return bySize('EN', 'easting, northing', isOregon(b, a));
  if (isEasting(b, a)) return bySize('NE', 'northing, easting', isOregon(a, b));
  return {
    value: 'NE',
    confidence: 0.5,
    because: 'the sizes do not show it; northing usually comes first in such files',
  };
}

function bySize(value: 'NE' | 'EN', words: string, oregon: boolean): Sure<'NE' | 'EN'> {
  if (!oregon) return { value, confidence: 0.9, because: `their sizes are those of ${words}` };
  const other = value === 'NE' ? 'easting, northing' : 'northing, easting';
  const because = `their sizes are those of ${words} in metres of UTM and similar grids, and of ${other} in feet of Oregon's state plane; if they are feet, state unit=ft`;
  return { value, confidence: AMBIGUOUS, because };
}

/** Confidence of a candidate if there is another one. */
const AMBIGUOUS = 0.7;

/**
 * Whether two means could be an easting and a northing of Oregon's state plane in feet, whose eastings are as large as
 * northings elsewhere: EPSG 2269 (north, false easting 2 500 000 m) and 2270 (south, 1 500 000 m) within their zones.
 */
function isOregon(easting: number, northing: number): boolean {
  const isNorth = between(easting, 7_240_000, 9_280_000);
  return between(northing, 0, 1_080_000) && (isNorth || between(easting, 3_800_000, 5_920_000));
}

/** Eastings of state plane grids in feet (largest in Louisiana) are below this, except Oregon's. */
const FEET_END = 3_700_000;

/** Whether two means can only be an easting and a northing, in that order, on a grid in metres. */
function isEasting(easting: number, northing: number): boolean {
  // LV95 first: its easting is larger than its northing.
  if (between(easting, 2_480_000, 2_840_000) && between(northing, 1_070_000, 1_300_000)) return true;
  if (between(easting, 1_070_000, 1_300_000) && between(northing, 2_480_000, 2_840_000)) return false;
  // UTM and similar grids, with and without the zone before the easting. Further south the sizes equal those of
  // American grids in feet with northing first: 712 345, 2 123 456 is Ohio, 13 840 000, 3 120 000 is Houston.
  if (between(easting, 100_000, 999_999) && between(northing, FEET_END, 10_000_000)) return true;
  if (between(easting, 10_000_000, 60_999_999) && between(northing, FEET_END, 9_999_999)) return true;
  // Gauss-Krüger with the zone before the easting, in Central Europe.
  return between(easting, 2_300_000, 4_800_000) && between(northing, 5_000_000, 6_300_000);
}
