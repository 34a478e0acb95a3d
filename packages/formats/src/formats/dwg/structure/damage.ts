import { FormatError } from '../../../core/failure.ts';

/** The refusal of a drawing whose outer structure is not whole. @param offset where that was found */
export function damaged(text: string, offset: number): FormatError {
  return new FormatError('dwg-damaged', `the drawing is cut off or damaged: ${text}`, offset);
}
