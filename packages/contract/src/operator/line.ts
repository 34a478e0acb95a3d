import { Type } from 'typebox';
import { UNSHOWN } from '../unshown.ts';

/** Names are shown in lists, letters and headers of mail. */
export const PLAIN_PATTERN = `^[^${UNSHOWN}]*$`;
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
