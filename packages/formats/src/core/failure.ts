import type { Issue } from './issues/issue.ts';
import { type ParametersThen, sentenceOf } from './issues/sentence.ts';
import { type FailureCode, issueTable } from './issues/table.ts';
import type { Parameters } from './issues/template.ts';

/**
 * A file that cannot be read (or a job that cannot be written) at all. Anything less is an `Issue`.
 * The code is a row of the table with level `error`; the message is its sentence.
 */
export class FormatError<Code extends FailureCode = FailureCode> extends Error {
  readonly code: FailureCode;
  /** The parameters of the sentence. */
  readonly parameters: Parameters;
  /** Byte offset where it was found, when there is one. */
  readonly offset: number | undefined;

  /** @param given the parameters of the sentence, then the byte offset where it was found */
  constructor(code: Code, ...given: ParametersThen<Code, number>) {
    const [parameters = {}, offset] = given as [Parameters?, number?];
    super(sentenceOf(issueTable[code], parameters));
    this.name = 'FormatError';
    this.code = code;
    this.parameters = parameters;
    this.offset = offset;
  }

  /** The same as an issue of a reader that goes on with what it has. */
  issue(): Issue {
    const place = this.offset === undefined ? {} : { offset: this.offset };
    return { code: this.code, severity: 'error', text: this.message, parameters: this.parameters, ...place };
  }
}

/** A named limit that the input exceeds: `limit` is the setting's name, `value` what it allows. */
export class LimitError extends FormatError<'limit-exceeded'> {
  readonly limit: string;
  readonly value: number;

  /** @param found what exceeds it, with the amount where that is known */
  constructor(limit: string, value: number, found: string) {
    super('limit-exceeded', { limit, value, found });
    this.name = 'LimitError';
    this.limit = limit;
    this.value = value;
  }
}
