/** Why a text is not taken as JSON. */
export type JsonFaultCode =
  | 'json-syntax'
  | 'json-encoding'
  | 'json-surrogate'
  | 'json-duplicate-name'
  | 'json-too-deep'
  | 'json-too-many-values';

/** What is wrong with a text as JSON, and where: the text never got as far as being a ticket. */
export class JsonFault extends Error {
  readonly code: JsonFaultCode;
  /** Offset in the text, UTF-16 units from 0 (bytes for `json-encoding`). */
  readonly offset: number;

  constructor(code: JsonFaultCode, message: string, offset: number) {
    super(message);
    this.name = 'JsonFault';
    this.code = code;
    this.offset = offset;
  }
}
