import { type Fault, faultOf } from './fault.ts';
import { FileFault } from './file-fault.ts';

/** Longest accepted row, so that an unclosed quote does not swallow the file. */
const LONGEST_ROW = 1024 * 1024;

/** A row of CSV with the line it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why its cells are ambiguous. */
  readonly fault?: Fault;
}

/**
 * Splits CSV (RFC 4180) that arrives in pieces into rows. Quoted cells may hold delimiters, line breaks and doubled
 * quotes, and are kept verbatim. White space around quotes and around other cells is trimmed, because old programs pad
 * their columns. Lines may end in CR LF, LF or CR.
 * @throws {FileFault} row-too-long for a row of more than 1 MiB, quote-not-closed
 */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const splitter = new Splitter(delimiter);
  for await (const chunk of chunks) yield* splitter.take(chunk);
  const last = splitter.end();
  if (last !== undefined) yield last;
}

class Splitter {
  readonly #delimiter: string;
  #cells: string[] = [];
  #cell = '';
  /** Inside quotes; after a closing quote; directly after it. */
  #quoted = false;
  #closed = false;
  #justClosed = false;
  /** Directly after a CR, which a following LF belongs to. */
  #afterReturn = false;
  #line = 1;
  #begins = 1;
  #length = 0;
  #fault: Fault | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Yields the rows completed by a piece of text. */
  *take(text: string): Generator<CsvRow> {
    for (const character of text) {
      if (++this.#length > LONGEST_ROW)
        throw new FileFault(
          'row-too-long',
          `line ${this.#begins}: a row is longer than ${LONGEST_ROW} characters; is a closing quote missing?`,
        );
      const isRest = this.#afterReturn && character === '\n';
      const endsLine = character === '\r' || (character === '\n' && !isRest);
      this.#afterReturn = character === '\r';
      if (endsLine) this.#line++;
      if (this.#quoted) this.#takeQuoted(character);
      else if (endsLine) {
        const row = this.#endRow();
        if (row !== undefined) yield row;
      } else if (!isRest) this.#takeBare(character);
    }
  }

  /** The last row, if no line break ends it. @throws {FileFault} quote-not-closed */
  end(): CsvRow | undefined {
    if (this.#quoted) throw new FileFault('quote-not-closed', `line ${this.#begins}: a quote is never closed`);
    return this.#endRow();
  }

  #takeQuoted(character: string): void {
    if (character === '"') [this.#quoted, this.#closed, this.#justClosed] = [false, true, true];
    else this.#cell += character;
  }

  #takeBare(character: string): void {
    const wasJustClosed = this.#justClosed;
    this.#justClosed = false;
    if (character === this.#delimiter) this.#endCell();
    else if (character === '"' && wasJustClosed) {
      // A quote directly after a closing one is a literal quote.
      this.#cell += '"';
      [this.#quoted, this.#closed] = [true, false];
    } else if (character === '"' && !this.#closed && this.#cell.trim() === '') {
      this.#cell = '';
      this.#quoted = true;
    } else if (!this.#closed) this.#cell += character;
    else if (character.trim() !== '') this.#fault ??= faultOf('after-quote', { cell: String(this.#cells.length + 1) });
  }

  #endCell(): void {
    this.#cells.push(this.#closed ? this.#cell : this.#cell.trim());
    [this.#cell, this.#closed, this.#justClosed] = ['', false, false];
  }

  /** @returns the row; undefined for an empty line */
  #endRow(): CsvRow | undefined {
    this.#endCell();
    const row: CsvRow = {
      line: this.#begins,
      cells: this.#cells,
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
    };
    [this.#cells, this.#length, this.#begins, this.#fault] = [[], 0, this.#line, undefined];
    return row.cells.length > 1 || row.cells[0] !== '' ? row : undefined;
  }
}

/** The delimiter of a heading: tab, semicolon or comma, whichever occurs most outside quotes. */
export function guessDelimiter(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '');
  const count = (one: string): number => bare.split(one).length;
  return ['\t', ';', ','].sort((a, b) => count(b) - count(a))[0]!;
}
