import { crsText, NO_PLACEMENT, type Placement, parseUnit } from '@fieldbridge/fieldjob';
import type { OptionFault, OptionTable, OptionValues } from '../core/options.ts';
import { CRS_FORMS, MOST_CRS_LENGTH, statedCrs } from '../kit/crs/stated-crs.ts';
import { contradiction } from '../kit/crs/unit-of-crs.ts';

const POSITIONS = '^-?[0-9.eE+-]+,-?[0-9.eE+-]+(;-?[0-9.eE+-]+,-?[0-9.eE+-]+)?$';

/** How a change of reference system is chosen. */
const CRS_OPTIONS: OptionTable = {
  crsAccuracy: {
    type: 'number',
    minimum: 0,
    maximum: 1000,
    description:
      'Worst accuracy, in metres, of a change of reference system that may replace a better one whose grid is missing (1).',
  },
  crsEpoch: {
    type: 'number',
    minimum: 1900,
    maximum: 2200,
    description: 'Date of the coordinates as a decimal year, for reference systems that move with the plates.',
  },
};

/** Options of every import, whatever the format. */
export const IMPORT_OPTIONS: OptionTable = {
  unit: {
    type: 'string',
    description:
      'Unit of the source where it does not state one (m, ft, usft); a stated unit that differs is overridden and reported.',
  },
  crs: {
    type: 'string',
    maxLength: MOST_CRS_LENGTH,
    description: `Reference system of the source where it does not state one: ${CRS_FORMS}; a stated one that differs is overridden and reported.`,
  },
  ...CRS_OPTIONS,
  swap: { type: 'boolean', default: false, description: 'Exchange easting and northing of the source.' },
};

/** Options of imports of CAD files. */
export const DRAWING_OPTIONS: OptionTable = {
  as: {
    type: 'string',
    enum: ['drawing', 'features', 'both'],
    description: 'A background drawing (the default for CAD files), features of the job, or both.',
  },
  placement: {
    type: 'string',
    enum: ['none', 'point', 'line', 'scale'],
    default: 'none',
    description:
      'How a background drawing is placed on the job: as it is, by one matching point, by two (a matching line), or by a plotting scale.',
  },
  from: {
    type: 'string',
    pattern: POSITIONS,
    description: 'Position in the drawing: E,N for point, E,N;E,N for line.',
  },
  to: { type: 'string', pattern: POSITIONS, description: 'The same position in the job.' },
  scale: { type: 'number', minimum: 1e-9, maximum: 1e9, description: 'Plotting scale: 500 for 1:500.' },
};

/** Options of every export, whatever the format. */
export const EXPORT_OPTIONS: OptionTable = {
  unit: { type: 'string', description: "Unit to write (m, ft, usft); the job's own by default." },
  crs: {
    type: 'string',
    maxLength: MOST_CRS_LENGTH,
    description: `Reference system to write: ${CRS_FORMS}; the job's own by default.`,
  },
  ...CRS_OPTIONS,
};

/** Options of exports to formats that hold surfaces. */
export const SURFACE_OPTIONS: OptionTable = {
  thin: {
    type: 'number',
    minimum: 0,
    maximum: 1000,
    description:
      "Thins surfaces: the greatest vertical distance, in the job's unit, by which they may differ from those of the job; all points by default.",
  },
};

/** Checks `unit` and `crs` beyond the schema, and converts `crs` to the form that `parseCrs` reads. */
export function settleUnitAndCrs(values: OptionValues): { values: OptionValues; faults: OptionFault[] } {
  const faults: OptionFault[] = [];
  const { unit, crs } = values;
  if (unit !== undefined && parseUnit(String(unit)) === undefined)
    faults.push({ name: 'unit', text: `must be m, ft or usft, not "${unit}"` });
  if (crs === undefined) return { values, faults };
  const stated = statedCrs(String(crs));
  if ('crs' in stated) {
    const known = unit === undefined ? undefined : parseUnit(String(unit));
    const error = known && contradiction(stated.crs, known);
    if (error !== undefined) faults.push({ name: 'unit', text: `contradicts crs: ${error.message}` });
    return { values: { ...values, crs: crsText(stated.crs) }, faults };
  }
  return { values, faults: [...faults, { name: 'crs', text: stated.fault }] };
}

/** The requirement for `from` and `to`, by kind of placement. */
const POSITIONS_NEEDED: Readonly<Record<Placement['kind'], string>> = {
  none: 'takes none',
  point: 'needs one, E,N',
  line: 'needs two, E,N;E,N',
  scale: 'takes one at most, E,N',
};

function counted(positions: number): string {
  return positions === 0 ? 'no position' : `${positions} position${positions === 1 ? '' : 's'}`;
}

type Position = readonly [easting: number, northing: number];

/** Reads the placement of a drawing from its options, or the faults of their combination. */
export function parsePlacement(values: OptionValues): { placement: Placement; faults: OptionFault[] } {
  const kind = String(values['placement'] ?? 'none') as Placement['kind'];
  const from = positions(values['from']);
  const to = positions(values['to']);
  const faults: OptionFault[] = [];
  const needed = kind === 'line' ? 2 : kind === 'point' ? 1 : 0;
  for (const [name, given] of Object.entries({ from, to })) {
    const fits = kind === 'scale' ? given.length <= 1 : given.length === needed;
    if (!fits)
      faults.push({ name, text: `holds ${counted(given.length)}; placement=${kind} ${POSITIONS_NEEDED[kind]}` });
    if (given.flat().some((value) => !Number.isFinite(value)))
      faults.push({ name, text: 'must be E,N with finite numbers' });
  }
  // A line of length 0 has no direction, and as a target it would shrink the whole drawing into a point.
  for (const [name, [a, b]] of Object.entries({ from, to }))
    if (kind === 'line' && a && b && a[0] === b[0] && a[1] === b[1])
      faults.push({ name, text: 'must be two different positions, the ends of a matching line' });
  if (kind === 'scale' && values['scale'] === undefined)
    faults.push({ name: 'scale', text: 'is missing; placement=scale needs it' });
  if (kind !== 'scale' && values['scale'] !== undefined)
    faults.push({ name: 'scale', text: `has no effect with placement=${kind}; use placement=scale` });
  // Options that have no effect are refused.
  if (kind !== 'none' && values['as'] === 'features')
    faults.push({ name: 'placement', text: 'is for background drawings only; use as=drawing or as=both' });
  if (kind === 'none' && faults.length === 0) return { placement: NO_PLACEMENT, faults };
  return { placement: { kind, from, to, scale: Number(values['scale'] ?? 1) }, faults };
}

function positions(value: OptionValues[string]): Position[] {
  if (value === undefined) return [];
  return String(value)
    .split(';')
    .map((pair) => pair.split(',').map(Number) as [number, number]);
}
