import type { Format } from '../../core/format.ts';
import { POINTS_HOLDS } from './holds.ts';
import { POINTS_READ_OPTIONS, POINTS_WRITE_OPTIONS } from './options.ts';
import { sniffPoints } from './sniff.ts';

const EXTENSIONS = ['txt', 'csv', 'dat', 'asc', 'pts', 'xyz', 'pnt', 'pnezd'];

/** ASCII points with any extension. `csv` is a separate format for writing tables; both read the same files. */
export const points: Format = {
  id: 'points',
  name: 'ASCII points',
  extensions: EXTENSIONS,
  mediaTypes: ['text/plain'],
  kinds: ['point', 'line', 'controlPoint'],
  versions: [],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'Delimiter, columns, header, decimal mark, encoding and angle format are guessed and reported with their confidence; each can be stated. The points become a point list named after the file.',
  readOptions: POINTS_READ_OPTIONS,
  writeOptions: POINTS_WRITE_OPTIONS,
  sniff: sniffPoints(EXTENSIONS),
  loadReader: async () => (await import('./read.ts')).readPoints,
  loadWriter: async () => (await import('./write.ts')).writePoints,
  holds: POINTS_HOLDS,
};
