import { FormatError } from '../../core/failure.ts';

/**
 * Why a document cannot be scanned further. Codes:
 * `xml-not-well-formed` (against XML 1.0 or Namespaces 1.0), `xml-cut-off` (ends too early), `xml-doctype` (internal subset
 * or external identifier: refused), `xml-entity` (any entity but the five), `xml-encoding` (declared but not readable),
 * `xml-too-complex` (a bound of the scanner itself).
 */
export type XmlErrorCode =
  | 'xml-not-well-formed'
  | 'xml-cut-off'
  | 'xml-doctype'
  | 'xml-entity'
  | 'xml-encoding'
  | 'xml-too-complex';

/** A document that is not well-formed, or that uses what is refused; carries the line. */
export class XmlError extends FormatError {
  /** Counted from 1. */
  readonly line: number;

  constructor(code: XmlErrorCode, text: string, line: number) {
    super(code, `line ${line}: ${text}`);
    this.name = 'XmlError';
    this.line = line;
  }
}
