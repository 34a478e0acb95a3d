import { FORMATS, type Format, formatsFor } from '@fieldbridge/formats';
import { UsageError } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { namesOf } from '../format-names.ts';

/**
 * The format to write.
 * @param name its id, or an extension
 * @throws UsageError if there is none of that name, or several
 */
export function targetFormat(name: string): Format {
  if (name === '') throw new UsageError('the output file has no extension that names a format: add --to');
  const [format, ...others] = formatsFor(name).filter((candidate) => candidate.loadWriter !== undefined);
  if (others.length > 0) {
    const ids = [format!, ...others].map(({ id }) => id).join(', ');
    throw new UsageError(`several formats use the extension "${name}": name one of ${ids} with --to`);
  }
  if (format === undefined) {
    const written = FORMATS.filter(({ loadWriter }) => loadWriter !== undefined);
    throw new UsageError(
      `"${name}" cannot be written${didYouMean(name.replace(/^\./, ''), namesOf(written)) || '; see "fieldbridge formats" or name one with --to'}`,
    );
  }
  return format;
}
