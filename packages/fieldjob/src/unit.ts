/** Linear units of a job. Its coordinates and elevations all share one unit. */
export type Unit = 'metre' | 'internationalFoot' | 'usSurveyFoot';

export const UNITS: readonly Unit[] = ['metre', 'internationalFoot', 'usSurveyFoot'];

/**
 * Length of each unit in metres as an exact ratio [numerator, denominator].
 * The international foot is 0.3048 m by definition, the US survey foot 1200/3937 m (Mendenhall order, 1893).
 */
const METRES: Record<Unit, readonly [number, number]> = {
  metre: [1, 1],
  internationalFoot: [3048, 10000],
  usSurveyFoot: [1200, 3937],
};

/** An exact conversion factor: multiply by `numerator`, then divide by `denominator`. */
export interface UnitFactor {
  readonly numerator: number;
  readonly denominator: number;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The exact factor that turns a length in `from` into a length in `to`, reduced to lowest terms. */
export function unitFactor(from: Unit, to: Unit): UnitFactor {
  const numerator = METRES[from][0] * METRES[to][1];
  const denominator = METRES[from][1] * METRES[to][0];
  const divisor = gcd(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Converts a length between units; for the same unit returns the very same number. */
export function convertLength(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  const { numerator, denominator } = unitFactor(from, to);
  return (value * numerator) / denominator;
}

const WORDS: Readonly<Record<Unit, string>> = {
  metre: 'metres',
  internationalFoot: 'international feet',
  usSurveyFoot: 'US survey feet',
};

/** A unit in a sentence: its internal name is not English. Any other text stays unchanged. */
export function unitInWords(unit: string): string {
  return Object.hasOwn(WORDS, unit) ? WORDS[unit as Unit] : unit;
}

const NAMES: Record<string, Unit> = {
  m: 'metre',
  metre: 'metre',
  meter: 'metre',
  metres: 'metre',
  meters: 'metre',
  ft: 'internationalFoot',
  foot: 'internationalFoot',
  feet: 'internationalFoot',
  ift: 'internationalFoot',
  internationalfoot: 'internationalFoot',
  internationalfeet: 'internationalFoot',
  intft: 'internationalFoot',
  ftint: 'internationalFoot',
  usft: 'usSurveyFoot',
  ftus: 'usSurveyFoot',
  usfoot: 'usSurveyFoot',
  usfeet: 'usSurveyFoot',
  surveyfoot: 'usSurveyFoot',
  surveyfeet: 'usSurveyFoot',
  sft: 'usSurveyFoot',
  ussurveyfoot: 'usSurveyFoot',
  ussurveyfeet: 'usSurveyFoot',
};

/**
 * Reads a unit by its usual names (`m`, `ft`, `usft`, `USSurveyFoot`, …; case, spaces and ASCII punctuation do not
 * matter, digits do).
 */
export function parseUnit(text: string): Unit | undefined {
  const name = text.toLowerCase().replace(/[\s!-/:-@[-`{-~]/g, '');
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
