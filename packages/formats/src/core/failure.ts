import type { Issue } from './issues/issue.ts';
import { englishSentence, type ParametersThen } from './issues/sentence.ts';
import type { FailureCode } from './issues/table.ts';
import type { Parameters } from './issues/template.ts';

/**
 * A file cannot be read, or a job cannot be written, at all. Anything less is an `Issue`.
 * The code is a row of the issue table with level `error`; the message is its sentence.
 */
export class FormatError<Code extends FailureCode = FailureCode> extends Error {
  readonly code: FailureCode;
  /** The parameters of the sentence. */
  readonly parameters: Parameters;
  /** Byte offset of the fault, if known. */
  readonly offset: number | undefined;

  /** @param given the parameters of the sentence, then the byte offset of the fault */
  constructor(code: Code, ...given: ParametersThen<Code, number>) {
    const [parameters = {}, offset] = given as [Parameters?, number?];
    super(englishSentence(code, parameters));
    this.name = 'FormatError';
    this.code = code;
    this.parameters = parameters;
    this.offset = offset;
  }

  /** The same as an issue, for a reader that continues with the data it has. */
  issue(): Issue {
    const place = this.offset === undefined ? {} : { offset: this.offset };
    return { code: this.code, severity: 'error', text: this.message, parameters: this.parameters, ...place };
  }
}

/** The input exceeds a named limit: `limit` is the name of the setting, `value` its value. */
export class LimitError extends FormatError<'limit-exceeded'> {
  readonly limit: string;
  readonly value: number;

  /** @param found the part that exceeds the limit, with the amount if known */
  constructor(limit: string, value: number, found: string) {
    super('limit-exceeded', { limit, value, found });
    this.name = 'LimitError';
    this.limit = limit;
    this.value = value;
  }
}
