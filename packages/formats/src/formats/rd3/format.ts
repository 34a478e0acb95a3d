import type { Format } from '../../core/format.ts';
import { ALIGNMENT_HELD, machineFormat } from '../machine/descriptor.ts';

/** RD3: alignments in a file of their own. No real file of this kind was ever seen. */
export const rd3: Format = machineFormat({
  kind: 'RD3',
  name: 'Topcon RD3 alignments',
  kinds: ['alignment'],
  fields: { alignment: ALIGNMENT_HELD },
  notes:
    'No public sample of this format exists: the container of its sister formats is tried and nothing is guessed. The alignments inside a TP3 are read.',
  writeOptions: {
    experimental: {
      type: 'boolean',
      default: false,
      description: "Write the file although no sample of the vendor's was ever seen: what comes out is a guess.",
    },
  },
  loadWriter: async () => (await import('../machine/write-single.ts')).writeRd3,
});
