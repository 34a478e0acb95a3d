import { ON_DUPLICATE } from '@fieldbridge/fieldjob/merge/on-duplicate.ts';
import { FORMATS, type Format, formatsFor, type OptionTable } from '@fieldbridge/formats';
import { asWritten, type Detail, detailOf } from '../core/detail.ts';
import { nearest } from '../core/nearest.ts';
import { ProblemError } from '../core/problem.ts';

/** Options of an import into a job besides the format's own. */
export const JOB_OPTIONS: OptionTable = {
  onDuplicate: {
    type: 'string',
    enum: ON_DUPLICATE,
    default: 'rename',
    description:
      'A point whose name the job already has: gets another name, is left out, replaces the one in the job, or fails the import. With `replace`, codes replace those of the job, too; otherwise the job keeps its own.',
  },
};

/** Ids of the formats that can be read or written. */
export function formatIds(direction: 'read' | 'write'): string[] {
  return FORMATS.filter((format) => (direction === 'read' ? format.loadReader : format.loadWriter) !== undefined).map(
    ({ id }) => id,
  );
}

/**
 * Checks the caller's name for the format of an upload; the content decides later.
 * @throws ProblemError format-unknown (415) with the list
 */
export function checkRequestedFormat(requested: string): void {
  const known =
    requested.toLowerCase() === 'auto' || formatsFor(requested).some(({ loadReader }) => loadReader !== undefined);
  if (!known)
    throw unknownSource(
      detailOf('"{name}" is not a readable format{close}.', {
        name: requested.slice(0, 40),
        close: didYouMean(requested, 'read'),
      }),
    );
}

/** The nearest id or extension, as part of a sentence; empty without one. */
function didYouMean(requested: string, direction: 'read' | 'write'): Detail {
  const ways = FORMATS.filter(({ loadReader, loadWriter }) =>
    direction === 'read' ? loadReader !== undefined : loadWriter !== undefined,
  );
  const names = ways.flatMap(({ id, extensions }) => [id, ...extensions]);
  const close = nearest(requested, direction === 'read' ? [...names, 'auto'] : names);
  return close === undefined ? asWritten('') : detailOf(' (did you mean {close}?)', { close });
}

/** The refusal of bytes that no format reads. */
export function unknownSource(detail: Detail): ProblemError {
  const formats = formatIds('read');
  return new ProblemError(
    'format-unknown',
    detailOf('{detail} Known: {formats} and auto.', { detail, formats: formats.join(', ') }),
    {
      extra: { formats },
    },
  );
}

/**
 * The format to write.
 * @param requested id or extension @throws ProblemError not-found (404) with the list
 */
export function targetFormat(requested: string): Format {
  const found = formatsFor(requested).filter(({ loadWriter }) => loadWriter !== undefined);
  if (found.length === 1) return found[0]!;
  const formats = found.length > 1 ? found.map(({ id }) => id) : formatIds('write');
  const detail =
    found.length > 1
      ? detailOf('Several formats use the extension "{name}"; use one of {formats}.', {
          ...{ name: requested, formats: formats.join(', ') },
        })
      : detailOf('"{name}" is not a writable format{close}; use one of {formats}.', {
          ...{ name: requested.slice(0, 40), formats: formats.join(', ') },
          close: didYouMean(requested, 'write'),
        });
  throw new ProblemError('not-found', detail, { extra: { formats } });
}
