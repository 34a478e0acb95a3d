import { FormatError } from '../../core/failure.ts';
import type { xmlErrors } from '../../core/issues/xml.ts';

/** Why a document cannot be scanned further. */
export type XmlErrorCode = keyof typeof xmlErrors;

/** The document is not well-formed or uses a refused construct; carries the line. */
export class XmlError extends FormatError<XmlErrorCode> {
  declare readonly code: XmlErrorCode;
  /** The fault in words. */
  readonly found: string;
  /** Counted from 1. */
  readonly line: number;

  constructor(code: XmlErrorCode, text: string, line: number) {
    super(code, { found: `${text} in line ${line}` });
    this.found = text;
    this.name = 'XmlError';
    this.line = line;
  }
}
