import type { Format } from '../../core/format.ts';
import { UNKNOWN } from '../../core/format.ts';
import { sniffXml } from '../../kit/xml/sniff.ts';

export const LANDXML_ROOT = 'LandXML';

const KINDS = ['point', 'line', 'area', 'surface', 'alignment'] as const;
/** Properties kept for lines and areas. The writer reports the loss of layers and of attributes of points. */
const PATH = ['name', 'code', 'description', 'attributes', 'layer'] as const;

/** LandXML 1.0 to 1.2 and formats based on it (J-LandXML, HeXML, Inframodel). */
export const landxml: Format = {
  id: 'landxml',
  name: 'LandXML',
  extensions: ['xml', 'landxml'],
  mediaTypes: ['application/landxml+xml', 'application/xml', 'text/xml'],
  kinds: KINDS,
  versions: ['1.0', '1.1', '1.2'],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'Surfaces, points, alignments with profiles and cross sections, plan features and parcels. Coordinates are in the order northing, easting, elevation. Faces marked invisible are left out.',
  readOptions: {},
  writeOptions: {},
  sniff: (head) =>
    sniffXml(head, [LANDXML_ROOT], (root) =>
      root.name === LANDXML_ROOT ? { confidence: 0.95, version: root.attributes.get('version') ?? '' } : UNKNOWN,
    ),
  loadReader: async () => (await import('./read.ts')).readLandXml,
  loadWriter: async () => (await import('./write.ts')).writeLandXml,
  holds: {
    ...{ kinds: KINDS, infiniteElevations: false, info: ['description'] },
    ...{ point: [...PATH, 'time', 'list'], line: PATH, area: PATH },
    ...{ surface: ['description', 'breaklines', 'boundaries', 'attributes'] },
    alignment: [
      ...(['description', 'vertical', 'profileName', 'sections', 'sectionDetails'] as const),
      ...(['equations', 'equationDescriptions', 'superelevation', 'attributes'] as const),
    ],
  },
};
