import type { Extent, OptionField } from './report.ts';

/** Metres: sites are smaller, except for long roads and railways. */
const LARGE = 40_000;
/** Metres: between these, another unit of the file would be sensible. */
const SENSIBLE = { least: 1, most: 20_000 };

const METRES = { metre: 1, internationalFoot: 0.3048, usSurveyFoot: 1200 / 3937 } as const;
/** Metres per unit that a person may have meant, by the names that options use for them. */
const MEANT = { mm: 0.001, cm: 0.01, in: 0.0254, ft: 0.3048 } as const;

/** Another reading of the coordinates of a file. */
export interface Reading {
  readonly unit: keyof typeof MEANT;
  readonly metres: number;
  /** The option of the format that states it; undefined if it has none. */
  readonly option: 'drawingUnit' | 'unit' | undefined;
}

/**
 * The size, in metres, of data too large for a site, and what it would be in other units; undefined if it is plausible.
 */
export function sizeDoubt(
  extent: Extent | null,
  unit: string,
  fields: readonly OptionField[],
): { readonly metres: number; readonly readings: readonly Reading[] } | undefined {
  if (extent === null) return undefined;
  const size = Math.max(extent.maxEasting - extent.minEasting, extent.maxNorthing - extent.minNorthing);
  const metres = size * (METRES[unit as keyof typeof METRES] ?? 1);
  if (!(metres > LARGE)) return undefined;
  const option = (['drawingUnit', 'unit'] as const).find((name) => fields.some((field) => field.name === name));
  const takes = (name: string): boolean => option === 'drawingUnit' || name === 'ft';
  const readings = Object.entries(MEANT).map(([name, factor]) => ({
    ...{ unit: name as keyof typeof MEANT, metres: size * factor },
    option: takes(name) ? option : undefined,
  }));
  return {
    metres,
    readings: readings.filter((one) => one.metres >= SENSIBLE.least && one.metres <= SENSIBLE.most),
  };
}
