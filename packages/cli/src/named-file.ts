import { UsageError } from './command.ts';

/**
 * The name of a file among the words of a command. Readers and writers need files that they can go back and forth in, so `-` for standard
 * input or output is refused rather than taken for a file of that name.
 * @throws UsageError for `-` and for no name at all
 */
export function namedFile(word: string): string {
  if (word === '-')
    throw new UsageError(
      'standard input and output are not taken, for formats are read and written back and forth: name a file (./- for one called -)',
    );
  if (word === '') throw new UsageError('the name of a file is empty');
  return word;
}
