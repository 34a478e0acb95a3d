/**
 * A file that cannot be read (or a job that cannot be written) at all. Anything less is an `Issue`.
 * The code is stable; the message says what was found, where, and what to do.
 */
export class FormatError extends Error {
  readonly code: string;
  /** Byte offset where it was found, when there is one. */
  readonly offset: number | undefined;

  constructor(code: string, message: string, offset?: number) {
    super(message);
    this.name = 'FormatError';
    this.code = code;
    this.offset = offset;
  }
}

/** A named limit that the input passes: `limit` is the setting's name, `value` what it allows. */
export class LimitError extends FormatError {
  readonly limit: string;
  readonly value: number;

  constructor(limit: string, value: number, found: string) {
    super('limit-exceeded', `${found} passes the limit ${limit} = ${value}`);
    this.name = 'LimitError';
    this.limit = limit;
    this.value = value;
  }
}
