import type { OptionValues } from './options.ts';

/** How a change of reference system is chosen. */
export interface CrsSettings {
  /** Folder with correction grids and geoid models. */
  readonly grids?: string;
  /** Worst accuracy, in metres, of an operation that may replace one whose grid is missing. */
  readonly accuracy?: number;
  /** Decimal year of the coordinates, for systems that move with the plates. */
  readonly epoch?: number;
}

/** The settings among the options of an import or an export. */
export function crsSettings({
  options,
  grids,
}: {
  readonly options: OptionValues;
  readonly grids?: string;
}): CrsSettings {
  const number = (name: string): number | undefined => options[name] as number | undefined;
  return { grids, accuracy: number('crsAccuracy'), epoch: number('crsEpoch') };
}
