import { Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';

/** The query parameter that decides what a download of CSV does with texts that look like formulas. */
export const FormulasParameter = Type.Optional(
  Type.Union([Type.Literal('keep'), Type.Literal('escape')], {
    description:
      'For CSV: escape puts an apostrophe before texts that a spreadsheet would run as a formula (=, +, -, @); keep writes them as they are. By default browsers and spreadsheets get escape, programs keep.',
  }),
);

/** How browsers and the queries of spreadsheets name themselves. */
const SHOWS_TABLES = /^Mozilla\/|Microsoft Office|Excel|LibreOffice/;

/** Whether the answer will be opened in a spreadsheet, as far as the request shows it. */
export function opensInSpreadsheet({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || SHOWS_TABLES.test(headers['user-agent'] ?? '');
}
