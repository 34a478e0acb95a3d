import { type Format, UNKNOWN } from '../../core/format.ts';

/** Kinds that are drawn. */
const DRAWN = ['point', 'line', 'area', 'text', 'surface', 'alignment', 'controlPoint'] as const;

/** A plan of the job as a picture that every browser opens. */
export const svg: Format = {
  id: 'svg',
  name: 'SVG plan',
  extensions: ['svg'],
  mediaTypes: ['image/svg+xml'],
  kinds: DRAWN,
  versions: [],
  experimental: { read: false, write: false },
  drawing: false,
  notes:
    'A picture of the plan: north is up, arcs stay arcs, colours are those of features and layers; elevations are not shown.',
  readOptions: {},
  writeOptions: {
    width: {
      type: 'integer',
      minimum: 64,
      maximum: 8192,
      default: 1024,
      description: 'Width of the picture in pixels.',
    },
    height: {
      type: 'integer',
      minimum: 64,
      maximum: 8192,
      default: 768,
      description: 'Height of the picture in pixels.',
    },
    labels: { type: 'boolean', default: false, description: 'Write the names of points next to them.' },
    furniture: { type: 'boolean', default: true, description: 'Draw a scale bar and a north arrow.' },
  },
  sniff: () => UNKNOWN,
  loadWriter: async () => (await import('./write.ts')).writeSvg,
  // The writer itself reports codes (with everything else a picture cannot hold) and drawings that are not pictures.
  holds: { kinds: [...DRAWN, 'code', 'drawing'] },
};
