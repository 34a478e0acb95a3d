import { marked } from '@fieldbridge/formats/kit/text/formula-mark.ts';

/** A row that did not become a ticket. */
export interface Refused {
  readonly line: number;
  readonly externalId: string;
  readonly reason: string;
  readonly cells: readonly string[];
}

/** The refused rows as a CSV that can be corrected and imported again, with the reason of each in a last column. */
export function refusedCsv(heading: readonly string[], refused: readonly Refused[]): string {
  const cell = (text: string): string => {
    const safe = marked(text);
    return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
  const padded = (cells: readonly string[]): string[] => heading.map((_, i) => cells[i] ?? '');
  const rows = refused.map((one) => line([...padded(one.cells), `${one.line}`, one.reason]));
  return line([...heading, 'refusedLine', 'refusedReason']) + rows.join('');
}
