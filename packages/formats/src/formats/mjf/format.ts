import { type Format, KINDS } from '../../core/format.ts';
import type { FormatText } from '../../core/format-texts/table.ts';
import { sniffPackage } from './head.ts';
import { SHOWN_TOLERANCE } from './tolerance.ts';
import type { MjfStyle } from './writing.ts';

/**
 * A package format with one of the three names. The contents are the same; the profile in the file states the role.
 * @param id also the extension @param profile the role
 */
export function packageFormat(id: string, name: FormatText, profile: MjfStyle['profile'], notes: FormatText): Format {
  return {
    id,
    name,
    extensions: [id],
    mediaTypes:
      profile === 'job'
        ? ['application/geopackage+sqlite3', 'application/vnd.fieldbridge.mjf']
        : [`application/vnd.fieldbridge.${id}`],
    kinds: KINDS,
    versions: ['1'],
    experimental: { read: false, write: false },
    drawing: false,
    notes,
    readOptions: {},
    writeOptions: {
      tolerance: {
        type: 'number',
        minimum: 1e-6,
        maximum: 1,
        default: SHOWN_TOLERANCE,
        description:
          'Largest distance in metres between an arc and its chords, for programs that read only the geometry.',
      },
    },
    sniff: (head, _size, extension) => sniffPackage(id, head, extension),
    loadReader: async () => (await import('./read.ts')).readMjf,
    loadWriter: async () => (await import('./write.ts')).mjfWriter({ profile }),
    holds: { kinds: KINDS },
  };
}

/** The field job. */
export const mjf = packageFormat(
  'mjf',
  'Field job',
  'job',
  "An OGC GeoPackage with the job's tables: QGIS and GDAL open it. Everything in a job is kept bit for bit. The vendor's own .mjf files have an unpublished layout and are refused.",
);
