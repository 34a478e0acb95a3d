import type { Format } from '../../core/format.ts';
import { UNKNOWN } from '../../core/format.ts';
import { sniffXml } from '../../kit/xml/sniff.ts';

/** Root element of a JobXML document, without a namespace. */
export const JOBXML_ROOT = 'JOBFile';

/** Trimble JobXML: reduced points, the field book as data, a summary of the coordinate system. */
export const jobxml: Format = {
  id: 'jobxml',
  name: 'JobXML',
  extensions: ['jxl', 'xml'],
  mediaTypes: ['application/xml'],
  kinds: ['point', 'controlPoint', 'observation'],
  versions: ['5.0', '5.1', '5.2', '5.3'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'Points come from the Reductions, whose coordinates are final: no correction is applied again. The field book is read as observations, calibration pairs as control points. Points are written, valid according to the schema of version 5.3.',
  readOptions: {},
  writeOptions: {},
  sniff: (head) =>
    sniffXml(head, [JOBXML_ROOT], (root) =>
      root.name === JOBXML_ROOT ? { confidence: 0.95, version: root.attributes.get('version') ?? '' } : UNKNOWN,
    ),
  loadReader: async () => (await import('./read.ts')).readJobXml,
  loadWriter: async () => (await import('./write.ts')).writeJobXml,
  holds: {
    // The environment has the name of the reference system, for display only.
    ...{ kinds: ['point'], crs: false, infiniteElevations: false },
    ...{ point: ['name', 'code', 'description', 'attributes'], info: ['createdAt'], layer: [] },
  },
};
