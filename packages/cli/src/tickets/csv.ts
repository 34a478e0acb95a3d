import { FileFault } from './file-fault.ts';

/** Longest row that is taken; a quote that never closes must not swallow the file. */
const LONGEST_ROW = 1024 * 1024;

/** A row of CSV with the line it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be said for sure what its cells are. */
  readonly fault?: string;
}

/**
 * Splits CSV (RFC 4180) that arrives in pieces into rows; quoted cells may hold delimiters, line breaks and doubled quotes, and are
 * handed on as they stand. Around others, and around quotes, white space is taken away: old programs fill their columns up with it.
 * Lines end as those of any system do: CR LF, LF or CR.
 * @throws {FileFault} row-too-long for one of more than 1 MiB, quote-not-closed
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
  /** Inside quotes; behind a closing one, right behind it. */
  #quoted = false;
  #closed = false;
  #justClosed = false;
  /** Right behind a CR, of which an LF is a part. */
  #afterReturn = false;
  #line = 1;
  #begins = 1;
  #length = 0;
  #fault: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that end in a piece of text. */
  *take(text: string): Generator<CsvRow> {
    for (const character of text) {
      if (++this.#length > LONGEST_ROW)
        throw new FileFault(
          'row-too-long',
          `line ${this.#begins}: a row is longer than ${LONGEST_ROW} characters; is a quote left open?`,
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

  /** The row that no line break ends. @throws {FileFault} quote-not-closed */
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
      // A quote right after a closing one stands for itself.
      this.#cell += '"';
      [this.#quoted, this.#closed] = [true, false];
    } else if (character === '"' && !this.#closed && this.#cell.trim() === '') {
      this.#cell = '';
      this.#quoted = true;
    } else if (!this.#closed) this.#cell += character;
    else if (character.trim() !== '')
      this.#fault ??= `text stands behind the closing quote of cell ${this.#cells.length + 1}; is a quote in it not doubled?`;
  }

  #endCell(): void {
    this.#cells.push(this.#closed ? this.#cell : this.#cell.trim());
    [this.#cell, this.#closed, this.#justClosed] = ['', false, false];
  }

  /** @returns the row; nothing for a line without anything */
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

/** The delimiter of a heading: whichever of tab, semicolon and comma it holds most outside of quotes. */
export function guessDelimiter(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '');
  const count = (one: string): number => bare.split(one).length;
  return ['\t', ';', ','].sort((a, b) => count(b) - count(a))[0]!;
}
