import { UsageError } from './command.ts';

/** Parses an argument of the form NAME=VALUE, without space around either. @throws UsageError for other forms */
export function nameAndValue(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`"${word}" is not of the form NAME=VALUE`);
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

/** Parses arguments of the form NAME=VALUE; the last one of a name counts. @throws UsageError for other forms */
export function namedValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map(nameAndValue));
}

/**
 * The same, merged with options that have their own flags (`--unit ft` is `--option unit=ft`). Flags that were not
 * given add nothing.
 * @param own values of the options with their own flags
 * @throws UsageError for an option given both ways
 */
export function namedOptions(
  words: readonly string[],
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const named = namedValues(words);
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (named[name] !== undefined) throw new UsageError(`${name} is given twice: ${named[name]} and ${value}`);
    named[name] = value;
  }
  return named;
}
