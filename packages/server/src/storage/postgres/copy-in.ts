import type { Client, Connection, Submittable } from 'pg';
import type { PlainRow } from '../port/table-rows.ts';

/** What the driver's connection has besides its declared methods. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

/** The characters that are written otherwise in PostgreSQL's text format (`COPY`), and how. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Adds rows by one `COPY … FROM STDIN`, which is a transaction. PostgreSQL needs half as much processor time for it as
 * for an INSERT of the same rows as JSON.
 * @param text the statement
 * @throws the error of PostgreSQL or of the connection; nothing is added then
 */
export function copyIn(client: Client, text: string, rows: readonly PlainRow[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.query(new CopyIn(text, Buffer.from(rows.map(lineOf).join('')), resolve, reject));
  return promise;
}

/** What the driver calls while the statement runs. */
class CopyIn implements Submittable {
  readonly #text: string;
  readonly #lines: Buffer;
  readonly handleReadyForQuery: () => void;
  readonly handleError: (error: Error) => void;

  constructor(text: string, lines: Buffer, resolve: () => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#lines = lines;
    this.handleReadyForQuery = resolve;
    this.handleError = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#lines);
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}
}

function lineOf(row: PlainRow): string {
  return `${row.map(fieldOf).join('\t')}\n`;
}

function fieldOf(value: PlainRow[number]): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
  return typeof value === 'number' ? String(value) : `\\\\x${Buffer.from(value).toString('hex')}`;
}
