import { FormatError } from '../../../core/failure.ts';

/** The refusal of a drawing whose outer structure is damaged. @param offset where that was found */
export function damaged(found: string, offset: number): FormatError {
  return new FormatError('dwg-damaged', { found }, offset);
}
