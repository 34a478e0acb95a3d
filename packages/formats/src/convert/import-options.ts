import type { Placement } from '@fieldbridge/fieldjob';
import type { Format } from '../core/format.ts';
import { type OptionFault, type OptionTable, type OptionValues, parseOptions } from '../core/options.ts';
import {
  DRAWING_OPTIONS,
  EXPORT_OPTIONS,
  IMPORT_OPTIONS,
  parsePlacement,
  SURFACE_OPTIONS,
  settleUnitAndCrs,
} from './common-options.ts';

/** All options of an import of this format. */
export function importOptionTable(format: Format): OptionTable {
  return { ...IMPORT_OPTIONS, ...(format.drawing ? DRAWING_OPTIONS : {}), ...format.readOptions };
}

/** All options of an export to this format. */
export function exportOptionTable(format: Format): OptionTable {
  const holdsSurfaces = (format.holds?.kinds ?? format.kinds).includes('surface');
  return { ...EXPORT_OPTIONS, ...(holdsSurfaces ? SURFACE_OPTIONS : {}), ...format.writeOptions };
}

/** Checks the options of an import; `faults` is empty if all are correct. */
export function parseImportOptions(
  format: Format,
  raw: Readonly<Record<string, unknown>>,
): { values: OptionValues; placement: Placement; faults: OptionFault[] } {
  const { values, faults } = parseOptions(importOptionTable(format), raw);
  const { placement, faults: placementFaults } = parsePlacement(values);
  const settled = settleUnitAndCrs(values);
  return { values: settled.values, placement, faults: [...faults, ...settled.faults, ...placementFaults] };
}

/** Checks the options of an export. */
export function parseExportOptions(
  format: Format,
  raw: Readonly<Record<string, unknown>>,
): { values: OptionValues; faults: OptionFault[] } {
  const { values, faults } = parseOptions(exportOptionTable(format), raw);
  const unproven =
    format.experimental.write && 'experimental' in format.writeOptions && values['experimental'] !== true;
  // A value that cannot be read is only reported for that.
  if (unproven && !faults.some(({ name }) => name === 'experimental'))
    faults.push({
      name: 'experimental',
      text: `${format.name} is written by guess; add experimental=true to write it anyway`,
      rule: 'experimental-only',
    });
  const settled = settleUnitAndCrs(values);
  return { values: settled.values, faults: [...faults, ...settled.faults] };
}
