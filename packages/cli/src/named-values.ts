import { UsageError } from './command.ts';

/** Reads a word of the form NAME=VALUE, without space around either. @throws UsageError for another form */
export function nameAndValue(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`"${word}" is not of the form NAME=VALUE`);
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

/** Reads words of the form NAME=VALUE; the last of a name counts. @throws UsageError for another form */
export function namedValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map(nameAndValue));
}
