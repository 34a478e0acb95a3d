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

/**
 * The same together with options that have words of their own (`--unit ft` is `--option unit=ft`); those that were not said are left to the others.
 * @param own what the words of their own say, by option
 * @throws UsageError for one that is said in both ways
 */
export function namedOptions(
  words: readonly string[],
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const named = namedValues(words);
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (named[name] !== undefined) throw new UsageError(`${name} is said twice: ${named[name]} and ${value}`);
    named[name] = value;
  }
  return named;
}
