import type { Format } from '../../core/format.ts';
import { ALIGNMENT_HELD, CAPTIONED, machineFormat, SURFACE_HELD } from '../machine/descriptor.ts';

/** Project of a machine-control site: everything in one file. */
export const tp3: Format = machineFormat({
  kind: 'TP3',
  name: 'Topcon TP3 project',
  kinds: ['point', 'line', 'text', 'surface', 'alignment', 'plane', 'controlPoint'],
  fields: {
    ...{ point: CAPTIONED, line: CAPTIONED, text: ['layer'], layer: ['colour'] },
    ...{ surface: SURFACE_HELD, alignment: ALIGNMENT_HELD },
  },
  notes:
    'Based on an open study of real files: points, lines, surfaces and control points are verified; curves of alignments and texts are marked in the report. Written files are experimental.',
  loadWriter: async () => (await import('../machine/write-tp3.ts')).writeTp3,
});
