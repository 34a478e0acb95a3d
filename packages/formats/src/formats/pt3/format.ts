import type { Format } from '../../core/format.ts';
import { CAPTIONED, machineFormat } from '../machine/descriptor.ts';

/** Points for a machine. */
export const pt3: Format = machineFormat({
  kind: 'PT3',
  name: 'Topcon PT3 points',
  kinds: ['point'],
  fields: { point: CAPTIONED, layer: ['colour'] },
  notes: 'Points with layer, name, code and time. Written files are experimental.',
  loadWriter: async () => (await import('../machine/write-tp3.ts')).writePt3,
});
