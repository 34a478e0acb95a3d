import type { Format } from '../../core/format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** PL3: planes in a separate file. No real sample is known. */
export const pl3: Format = machineFormat({
  kind: 'PL3',
  name: 'Topcon PL3 planes',
  kinds: ['plane'],
  fields: {},
  notes:
    'No public sample of this format exists: only the container of the related formats is tried. Planes inside a TP3 are read.',
  writeOptions: {
    experimental: {
      type: 'boolean',
      default: false,
      description: 'Write the file although no sample from the vendor is known: the result is a guess.',
    },
  },
  loadWriter: async () => (await import('../machine/write-single.ts')).writePl3,
});
