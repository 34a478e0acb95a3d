import type { Format } from '../../core/format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** PL3: planes in a file of their own. No real file of this kind was ever seen. */
export const pl3: Format = machineFormat({
  kind: 'PL3',
  name: 'Topcon PL3 planes',
  kinds: ['plane'],
  fields: {},
  notes:
    'No public sample of this format exists: the container of its sister formats is tried and nothing is guessed. The planes inside a TP3 are read.',
  writeOptions: {
    experimental: {
      type: 'boolean',
      default: false,
      description: "Write the file although no sample of the vendor's was ever seen: what comes out is a guess.",
    },
  },
  loadWriter: async () => (await import('../machine/write-single.ts')).writePl3,
});
