/** Why a text is not valid JSON. */
export type JsonFaultCode =
  | 'json-syntax'
  | 'json-encoding'
  | 'json-surrogate'
  | 'json-duplicate-name'
  | 'json-too-deep'
  | 'json-too-many-values';

/** A fault in the JSON itself and its position, before the text can be checked as a ticket. */
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
