import { type Format, KINDS, UNKNOWN } from '../../core/format.ts';
import { sniffXml } from '../../kit/xml/sniff.ts';
import { MAXML_NAMESPACE, MAXML_ROOT } from './profile.ts';

/** MAXML: an open profile for a whole job, and a tolerant reader for the one known dialect of points. */
export const maxml: Format = {
  id: 'maxml',
  name: 'MAXML',
  extensions: ['maxml', 'xml'],
  mediaTypes: ['application/xml', 'text/xml'],
  kinds: KINDS,
  versions: ['1.0'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    "Everything in a job, bit for bit, in an open profile of this project with a published schema. There is no public description of other vendors' MAXML; documents with repeated Point elements (PointNumber, Code, Easting, Northing, …) are read.",
  readOptions: {},
  writeOptions: {},
  sniff: (head) =>
    sniffXml(head, [MAXML_ROOT], (root) => {
      const version = root.attributes.get('version') ?? '';
      if (root.namespace === MAXML_NAMESPACE) return { confidence: 1, version };
      if (root.name === MAXML_ROOT) return { confidence: 0.8, version };
      const dialect = Buffer.from(head.buffer, head.byteOffset, head.length).includes('<PointNumber');
      return dialect ? { confidence: 0.6, version: '' } : UNKNOWN;
    }),
  loadReader: async () => (await import('./read.ts')).readMaxml,
  loadWriter: async () => (await import('./write.ts')).writeMaxml,
  holds: { kinds: KINDS },
};
