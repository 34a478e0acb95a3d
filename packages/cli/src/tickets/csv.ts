/** Longest row that is taken; a quote that never closes must not swallow the file. */
const LONGEST_ROW = 1024 * 1024;

/** A row of CSV with the line it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Splits CSV (RFC 4180) that arrives in pieces into rows; quoted cells may hold delimiters, line breaks and doubled quotes.
 * @throws RangeError for a row longer than 1 MiB, SyntaxError for a quote that is never closed
 */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  let [cells, cell, quoted, afterQuote, line, begins, length]: [
    string[],
    string,
    boolean,
    boolean,
    number,
    number,
    number,
  ] = [[], '', false, false, 1, 1, 0];
  const endRow = (): CsvRow => {
    const row = { line: begins, cells: [...cells, cell] };
    [cells, cell, length] = [[], '', 0];
    return row;
  };
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (++length > LONGEST_ROW)
        throw new RangeError(`line ${begins}: a row is longer than ${LONGEST_ROW} characters; is a quote left open?`);
      if (character === '\n') line++;
      if (quoted) {
        if (character === '"') [quoted, afterQuote] = [false, true];
        else cell += character;
        continue;
      }
      if (character === '"' && (cell === '' || afterQuote)) {
        // A quote right after a closing one stands for itself.
        if (afterQuote) cell += '"';
        quoted = true;
      } else if (character === delimiter) {
        cells.push(cell);
        cell = '';
      } else if (character === '\n') {
        const row = endRow();
        begins = line;
        if (row.cells.length > 1 || row.cells[0] !== '') yield row;
      } else if (character !== '\r') cell += character;
      afterQuote = false;
    }
  }
  if (quoted) throw new SyntaxError(`line ${begins}: a quote is never closed`);
  if (cells.length > 0 || cell !== '') yield endRow();
}

/** The delimiter of a heading: whichever of tab, semicolon and comma it holds most. */
export function guessDelimiter(heading: string): string {
  const count = (one: string): number => heading.split(one).length;
  return ['\t', ';', ','].sort((a, b) => count(b) - count(a))[0]!;
}
