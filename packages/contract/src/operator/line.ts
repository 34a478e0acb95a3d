import { Type } from 'typebox';

/**
 * Anything but control characters, line and paragraph separators, and the characters that reverse the direction of the
 * text around them (Unicode Standard Annex 9): names are shown in lists, letters and headers of mail.
 */
export const PLAIN_PATTERN = '^[^\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]*$';
/** The same with at least one visible character. */
export const LINE_PATTERN = PLAIN_PATTERN.replace('^', '^(?=\\s*\\S)');

/** A name or label: one line. @param maxLength in characters */
export const line = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: LINE_PATTERN,
    ...(description === undefined ? {} : { description }),
  });
