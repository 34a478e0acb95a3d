import type { Unit } from '@fieldbridge/fieldjob';

/** A linear unit of LandXML as a unit of jobs and a factor. */
export interface LengthUnit {
  readonly unit: Unit;
  readonly scale: number;
}

/** The linear units of `Units/Metric` and `Units/Imperial`, in lower case. */
export const LENGTH_UNITS: Readonly<Record<string, LengthUnit>> = {
  __proto__: null as never,
  meter: { unit: 'metre', scale: 1 },
  metre: { unit: 'metre', scale: 1 },
  millimeter: { unit: 'metre', scale: 0.001 },
  centimeter: { unit: 'metre', scale: 0.01 },
  kilometer: { unit: 'metre', scale: 1000 },
  foot: { unit: 'internationalFoot', scale: 1 },
  inch: { unit: 'internationalFoot', scale: 1 / 12 },
  mile: { unit: 'internationalFoot', scale: 5280 },
  ussurveyfoot: { unit: 'usSurveyFoot', scale: 1 },
};
