import type { Unit } from '@fieldbridge/fieldjob';

/** A drawing unit as `numerator / denominator` of a unit that a job can have. */
export interface DrawingUnit {
  readonly name: string;
  readonly unit: Unit;
  readonly numerator: number;
  readonly denominator: number;
  /** Whether it is metric ($MEASUREMENT = 1). */
  readonly metric: boolean;
}

const METRIC = (name: string, numerator: number, denominator: number): DrawingUnit => ({
  name,
  unit: 'metre',
  numerator,
  denominator,
  metric: true,
});
const FEET = (name: string, numerator: number, denominator: number): DrawingUnit => ({
  name,
  unit: 'internationalFoot',
  numerator,
  denominator,
  metric: false,
});
const SURVEY = (name: string, numerator: number, denominator: number): DrawingUnit => ({
  name,
  unit: 'usSurveyFoot',
  numerator,
  denominator,
  metric: false,
});

/** Values of $INSUNITS. Source: DXF reference, HEADER section and BLOCK_RECORD group 70. */
const BY_CODE: Readonly<Record<number, DrawingUnit>> = {
  1: FEET('inch', 1, 12),
  2: FEET('foot', 1, 1),
  3: FEET('mile', 5280, 1),
  4: METRIC('millimetre', 1, 1000),
  5: METRIC('centimetre', 1, 100),
  6: METRIC('metre', 1, 1),
  7: METRIC('kilometre', 1000, 1),
  8: FEET('microinch', 1, 12_000_000),
  9: FEET('mil', 1, 12_000),
  10: FEET('yard', 3, 1),
  11: METRIC('angstrom', 1, 1e10),
  12: METRIC('nanometre', 1, 1e9),
  13: METRIC('micrometre', 1, 1e6),
  14: METRIC('decimetre', 1, 10),
  15: METRIC('decametre', 10, 1),
  16: METRIC('hectometre', 100, 1),
  17: METRIC('gigametre', 1e9, 1),
  21: SURVEY('US survey foot', 1, 1),
  22: SURVEY('US survey inch', 1, 12),
  23: SURVEY('US survey yard', 3, 1),
  24: SURVEY('US survey mile', 5280, 1),
};

/** The drawing unit of an $INSUNITS value; undefined for 0 (not stated) and for unknown numbers. */
export function drawingUnit(code: number): DrawingUnit | undefined {
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
}

/** Short names of drawing units that a caller may state. */
const CODES: Readonly<Record<string, number>> = {
  mm: 4,
  cm: 5,
  dm: 14,
  m: 6,
  km: 7,
  in: 1,
  ft: 2,
  yd: 10,
  mi: 3,
  usft: 21,
};
export const DRAWING_UNIT_NAMES: readonly string[] = Object.keys(CODES);

/** The drawing unit of a short name (`mm`, `ft`, …). */
export function drawingUnitNamed(name: string): DrawingUnit | undefined {
  return Object.hasOwn(CODES, name) ? drawingUnit(CODES[name]!) : undefined;
}

/** The short name of a drawing unit; undefined for one that has none. */
export function drawingUnitOption(unit: DrawingUnit): string | undefined {
  return DRAWING_UNIT_NAMES.find((name) => drawingUnitNamed(name) === unit);
}

/** The $INSUNITS value of a job's unit; 0 (unitless) if the job states no unit. */
export function insUnits(unit: Unit | undefined): number {
  if (unit === undefined) return 0;
  return unit === 'metre' ? 6 : unit === 'internationalFoot' ? 2 : 21;
}
