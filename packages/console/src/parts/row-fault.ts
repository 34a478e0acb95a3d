import type { RowFault, TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import type { Fault } from '@fieldbridge/ticket-file/fault.ts';
import { MapFault } from '@fieldbridge/ticket-file/map-fault.ts';
import { t } from '../text/index.ts';
import { fieldLabel } from './column-table.tsx';

/** Rows of a file with their faults in the page's language. @throws Error in that language for one of the whole file */
export async function* inLanguage(rows: AsyncIterable<TicketRow>): AsyncGenerator<TicketRow> {
  try {
    for await (const row of rows) yield row.why === undefined ? row : { ...row, fault: faultOfRow(row.why) };
  } catch (error) {
    throw error instanceof MapFault && error.fault !== undefined
      ? new Error(sentenceOf(error.fault), { cause: error })
      : error;
  }
}

function sentenceOf({ code, parameters }: Fault): string {
  return t(`rowFault.${code}`, parameters);
}

function faultOfRow(why: RowFault): string {
  return why.field === undefined ? sentenceOf(why) : `${fieldLabel(why.field)}: ${sentenceOf(why)}`;
}
