import { DEFAULT_LIMITS, type Limits } from '@fieldbridge/formats';
import { UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { namedValues } from './named-values.ts';

/** One line for the usage of commands that read a file. */
export const LIMIT_USAGE = `  --limit NAME=VALUE    another limit for reading: ${Object.keys(DEFAULT_LIMITS).join(', ')}`;

/**
 * Parses `--limit features=1000000`.
 * @param words as given @throws UsageError for an unknown name or a value that is not a whole number from 1
 */
export function readLimits(words: readonly string[]): Partial<Limits> {
  const limits: Partial<Limits> = {};
  for (const [name, text] of Object.entries(namedValues(words))) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name))
      throw new UsageError(
        `there is no limit ${name}${didYouMean(name, Object.keys(DEFAULT_LIMITS)) || `; there are ${Object.keys(DEFAULT_LIMITS).join(', ')}`}`,
      );
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value) || value < 1)
      throw new UsageError(`the limit ${name} needs a whole number from 1, not "${text}"`);
    limits[name as keyof Limits] = value;
  }
  return limits;
}
