import { FormatError } from '../../../core/failure.ts';

/** The refusal of a drawing with a damaged outer structure. @param offset where the damage was found */
export function damaged(found: string, offset: number): FormatError {
  return new FormatError('dwg-damaged', { found }, offset);
}
