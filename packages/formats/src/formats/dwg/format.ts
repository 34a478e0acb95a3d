import { FormatError } from '../../core/failure.ts';
import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { DRAWING_HOLDS } from '../dxf/holds.ts';
import { DXF_READ_OPTIONS, DXF_WRITE_OPTIONS } from '../dxf/options.ts';
import { dwgRelease, isReadable } from './version.ts';

function sniff(head: Uint8Array): Sniffed {
  const release = dwgRelease(head);
  if (release === undefined) return UNKNOWN;
  if (isReadable(release)) return { confidence: 1, version: release };
  return { confidence: 1, version: release, refusal: new FormatError('dwg-version', { release }) };
}

/** Versions that are written. */
export const DWG_WRITE_VERSIONS = ['2000', '2004', '2007', '2010', '2013', '2018'] as const;
export type DwgWriteVersion = (typeof DWG_WRITE_VERSIONS)[number];

/** DWG drawings; entities are interpreted like those of DXF. */
export const dwg: Format = {
  id: 'dwg',
  name: 'DWG drawing',
  extensions: ['dwg'],
  mediaTypes: ['image/vnd.dwg', 'application/acad', 'application/x-dwg'],
  kinds: ['point', 'line', 'area', 'text', 'surface'],
  versions: ['R13', 'R14', '2000', '2004', '2007', '2010', '2013', '2018'],
  experimental: { read: false, write: true },
  drawing: true,
  notes:
    'R13 to 2018 are read, 2000 to 2018 written (experimental: not opened in a vendor’s program yet). The content is interpreted exactly as in a DXF. Flat faces of solids become areas, images frames. The intact parts of a damaged drawing are read.',
  readOptions: DXF_READ_OPTIONS,
  writeOptions: {
    ...DXF_WRITE_OPTIONS,
    version: { type: 'string', enum: DWG_WRITE_VERSIONS, default: '2018', description: 'Version of the file.' },
  },
  sniff,
  loadReader: async () => (await import('./read.ts')).readDwg,
  loadWriter: async () => (await import('./write.ts')).writeDwg,
  holds: DRAWING_HOLDS,
};
