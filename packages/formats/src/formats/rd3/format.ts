import type { Format } from '../../core/format.ts';
import { ALIGNMENT_HELD, machineFormat } from '../machine/descriptor.ts';

/** RD3: alignments in a separate file. No real sample is known. */
export const rd3: Format = machineFormat({
  kind: 'RD3',
  name: 'Topcon RD3 alignments',
  kinds: ['alignment'],
  fields: { alignment: ALIGNMENT_HELD },
  notes:
    'No public sample of this format exists: only the container of the related formats is tried. Alignments inside a TP3 are read.',
  writeOptions: {
    experimental: {
      type: 'boolean',
      default: false,
      description: 'Write the file although no sample from the vendor is known: the result is a guess.',
    },
  },
  loadWriter: async () => (await import('../machine/write-single.ts')).writeRd3,
});
