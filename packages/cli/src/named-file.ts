import { UsageError } from './command.ts';

/**
 * The file name in an argument. Readers and writers need random access, so `-` for standard input or output is refused
 * rather than taken for a file of that name.
 * @throws UsageError for `-` and for an empty name
 */
export function namedFile(word: string): string {
  if (word === '-')
    throw new UsageError(
      'standard input and output are not supported, because formats need random access: name a file (./- for one called -)',
    );
  if (word === '') throw new UsageError('the file name is empty');
  return word;
}
