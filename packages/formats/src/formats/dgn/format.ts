import { type Format, type Sniffed, UNKNOWN } from '../../core/format.ts';
import { SURFACES_OPTION } from '../../kit/cad/surfaces-option.ts';
import { CFB_SIGNATURE } from './v8/compound-file.ts';

/** A V7 file begins with its control block: level 8 (or a cell library's), type 9, 766 words. */
const V7_STARTS = [0x08, 0xc8];
/** Names of a V8 file's storages in its directory, as UTF-16. */
const V8_MARK = Buffer.from('Dgn-Md', 'utf16le');
const LEAST_V7 = 1264;

function sniff(head: Uint8Array, size: number, extension: string): Sniffed {
  if (V7_STARTS.includes(head[0]!) && head[1] === 0x09 && head[2] === 0xfe && head[3] === 0x02 && size >= LEAST_V7) {
    return { confidence: 1, version: 'V7' };
  }
  if (CFB_SIGNATURE.some((byte, i) => head[i] !== byte)) return UNKNOWN;
  // The directory may be beyond the head of the file: then the file name decides.
  if (Buffer.from(head.buffer, head.byteOffset, head.length).includes(V8_MARK)) return { confidence: 1, version: 'V8' };
  return extension === 'dgn' ? { confidence: 0.6, version: 'V8' } : UNKNOWN;
}

/**
 * Properties that elements keep. Line weights, and names, codes and attributes of lines, areas and texts, are counted
 * where they are lost.
 */
const LOOKS = ['layer', 'colour', 'lineType', 'lineWeight'] as const;
const CALLED = [...LOOKS, 'name', 'code', 'description', 'attributes'] as const;

/** MicroStation design files: V7 (ISFF) and, as far as its layout is known, V8. */
export const dgn: Format = {
  id: 'dgn',
  name: 'DGN drawing',
  extensions: ['dgn'],
  mediaTypes: ['image/vnd.dgn', 'application/x-dgn'],
  kinds: ['point', 'line', 'area', 'text', 'surface'],
  versions: ['V7', 'V8'],
  experimental: { read: false, write: false },
  drawing: true,
  notes:
    'V7 follows its public description, V8 independent notes and samples: terrain models become surfaces, tables are drawn, other extended elements are counted. Curves and B-splines become chords. Written as V7, 3-D when anything has an elevation.',
  readOptions: {
    tolerance: {
      type: 'number',
      minimum: 1e-6,
      maximum: 1000,
      default: 0.001,
      description: "Largest distance between a curve and the chords that replace it, in the drawing's unit.",
    },
    surfaces: SURFACES_OPTION,
    model: {
      type: 'string',
      description: 'Name of the model to read from a V8 file with several; the first with content by default.',
    },
  },
  writeOptions: {
    resolution: {
      type: 'string',
      enum: ['auto', '0.001', '0.01', '0.1', '1'],
      default: 'auto',
      description:
        "Distance of two storable positions in thousandths of the job's unit (millimetres of a metre); auto takes the finest of 0.001, 0.01 and 0.1 that holds the extent.",
    },
    pointNames: { type: 'boolean', default: false, description: 'Write the name of each point as a text next to it.' },
    textHeight: {
      type: 'number',
      minimum: 1e-6,
      maximum: 1e6,
      default: 1,
      description: "Height of point names, and of texts without a height, in the job's unit.",
    },
  },
  sniff,
  loadReader: async () => (await import('./read.ts')).readDgn,
  loadWriter: async () => (await import('./v7/write.ts')).writeDgn,
  holds: {
    kinds: ['point', 'line', 'area', 'text', 'surface', 'alignment'],
    ...{ crs: false, point: LOOKS, line: CALLED, area: CALLED, text: CALLED, info: [], layer: ['colour', 'lineType'] },
    ...{ surface: ['layer', 'colour', 'breaklines', 'boundaries'], alignment: ['layer', 'vertical'] },
  },
};
