import { type Format, type OptionValues, parseExportOptions } from '@fieldbridge/formats';
import type { FastifyRequest } from 'fastify';
import { opensInSpreadsheet } from '../http/spreadsheet.ts';
import { refuseFaults } from './receive.ts';

/**
 * The options of an export as a request states them. A browser's downloads are opened in a spreadsheet, so texts that
 * look like formulas are escaped by default.
 * @param alsoKnown names of other parameters of the address
 * @throws ProblemError invalid-parameter
 */
export function exportOptions(
  request: FastifyRequest,
  format: Format,
  given: Readonly<Record<string, unknown>>,
  alsoKnown: readonly string[],
): OptionValues {
  const safe = 'formulas' in format.writeOptions && opensInSpreadsheet(request) ? { formulas: 'escape' } : {};
  const { values, faults } = parseExportOptions(format, { ...safe, ...given });
  refuseFaults(faults, alsoKnown);
  return values;
}
