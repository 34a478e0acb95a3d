import { FileFault } from './file-fault.ts';

/** Longest row that is taken; a quote that never closes must not swallow the file. */
const LONGEST_ROW = 1024 * 1024;

/** A row of CSV with the line it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Splits CSV (RFC 4180) that arrives in pieces into rows; quoted cells may hold delimiters, line breaks and doubled quotes, and are
 * handed on as they stand. Around others white space is taken away: old programs fill their columns up with it.
 * @throws {FileFault} row-too-long for one of more than 1 MiB, quote-not-closed
 */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  let cells: string[] = [];
  let cell = '';
  /** Inside quotes; right behind a closing one; whether the cell had any. */
  let [quoted, afterQuote, hadQuotes] = [false, false, false];
  let [line, begins, length] = [1, 1, 0];
  const endCell = (): void => {
    cells.push(hadQuotes ? cell : cell.trim());
    [cell, hadQuotes] = ['', false];
  };
  const endRow = (): CsvRow => {
    endCell();
    const row = { line: begins, cells };
    [cells, length] = [[], 0];
    return row;
  };
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (++length > LONGEST_ROW)
        throw new FileFault(
          'row-too-long',
          `line ${begins}: a row is longer than ${LONGEST_ROW} characters; is a quote left open?`,
        );
      if (character === '\n') line++;
      if (quoted) {
        if (character === '"') [quoted, afterQuote] = [false, true];
        else cell += character;
        continue;
      }
      if (character === '"' && (cell === '' || afterQuote)) {
        // A quote right after a closing one stands for itself.
        if (afterQuote) cell += '"';
        [quoted, hadQuotes] = [true, true];
      } else if (character === delimiter) endCell();
      else if (character === '\n') {
        const row = endRow();
        begins = line;
        if (row.cells.length > 1 || row.cells[0] !== '') yield row;
      } else if (character !== '\r') cell += character;
      afterQuote = false;
    }
  }
  if (quoted) throw new FileFault('quote-not-closed', `line ${begins}: a quote is never closed`);
  if (cells.length > 0 || cell !== '') yield endRow();
}

/** The delimiter of a heading: whichever of tab, semicolon and comma it holds most outside of quotes. */
export function guessDelimiter(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '');
  const count = (one: string): number => bare.split(one).length;
  return ['\t', ';', ','].sort((a, b) => count(b) - count(a))[0]!;
}
