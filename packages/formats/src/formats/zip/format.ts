import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { dgn } from '../dgn/format.ts';
import { DXF_ONLY_READ_OPTIONS, DXF_READ_OPTIONS } from '../dxf/options.ts';
import { startsAsZip } from '../mjf/head.ts';

/** Drawings that attach each other, in a ZIP archive. */
export const zip: Format = {
  id: 'zip',
  name: 'Drawings in a ZIP archive',
  extensions: ['zip'],
  mediaTypes: ['application/zip'],
  kinds: ['point', 'line', 'area', 'text', 'surface'],
  versions: [],
  experimental: { read: false, write: false },
  drawing: true,
  notes:
    'DXF, DWG and DGN files packed together with the files that they attach: the drawing that no other attaches is read, with its attachments in their places.',
  readOptions: {
    file: {
      type: 'string',
      maxLength: 1000,
      description: 'Name of the drawing to read, if several are not attached by another one.',
    },
    ...dgn.readOptions,
    ...DXF_READ_OPTIONS,
    ...DXF_ONLY_READ_OPTIONS,
  },
  writeOptions: {},
  sniff,
  loadReader: async () => (await import('./read.ts')).readZip,
};

/** Only by its name: many other formats are ZIP archives. */
function sniff(head: Uint8Array, _size: number, extension: string): Sniffed {
  return startsAsZip(head) && extension === 'zip' ? { confidence: 0.5, version: '' } : UNKNOWN;
}
