import type { Format } from '../../core/format.ts';
import { POINTS_HOLDS } from '../points/holds.ts';
import { POINTS_READ_OPTIONS, POINTS_WRITE_OPTIONS } from '../points/options.ts';
import { sniffPoints } from '../points/sniff.ts';

// With any other extension the same bytes are recognised as ASCII points.
const EXTENSIONS = ['csv'];

/** Comma-separated values (RFC 4180): points, read by the same reader as any points file. */
export const csv: Format = {
  id: 'csv',
  name: 'CSV',
  extensions: EXTENSIONS,
  mediaTypes: ['text/csv'],
  kinds: ['point', 'line', 'controlPoint'],
  versions: [],
  experimental: { read: false, write: false },
  drawing: false,
  notes: 'A table with a header. Reads any points file, like the format points.',
  readOptions: POINTS_READ_OPTIONS,
  writeOptions: POINTS_WRITE_OPTIONS,
  sniff: sniffPoints(EXTENSIONS, 0.95),
  loadReader: async () => (await import('../points/read.ts')).readPoints,
  loadWriter: async () => (await import('../points/write.ts')).writePoints,
  holds: POINTS_HOLDS,
};
