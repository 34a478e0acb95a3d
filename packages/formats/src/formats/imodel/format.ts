import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { sqliteApplication } from '../../kit/io/untrusted-sqlite.ts';

/** Application id of files that Bentley's library writes. */
const APPLICATION = 'BeDb';

function sniff(head: Uint8Array): Sniffed {
  return sqliteApplication(head) === APPLICATION ? { confidence: 1, version: 'BIS' } : UNKNOWN;
}

/** iModel snapshots: geometry of BIS databases, read without the vendor's native library. */
export const imodel: Format = {
  id: 'imodel',
  name: 'iModel snapshot',
  extensions: ['bim', 'ibim', 'imodel'],
  mediaTypes: ['application/vnd.bentley.imodel'],
  kinds: ['point', 'line', 'area', 'text', 'surface'],
  versions: ['BIS'],
  experimental: { read: false, write: false },
  drawing: true,
  notes:
    '2-D and 3-D geometry with parts; categories become layers. Meshes and solids become their faces, or surfaces with surfaces=true. Texts and colours are read; Parasolid bodies are counted, not drawn, unless the file also contains their faces.',
  readOptions: {
    surfaces: {
      type: 'boolean',
      default: false,
      description: 'Meshes and solids become TIN surfaces instead of areas, one for each face.',
    },
    tolerance: {
      type: 'number',
      minimum: 1e-6,
      maximum: 1000,
      default: 0.001,
      description: 'Largest distance in metres between a curve and the chords that replace it.',
    },
  },
  writeOptions: {},
  sniff,
  loadReader: async () => (await import('./read.ts')).readImodel,
};
