import type { Format } from '../../core/format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** GC3: control points in a separate file. No real sample is known. */
export const gc3: Format = machineFormat({
  kind: 'GC3',
  name: 'Topcon GC3 control points',
  kinds: ['controlPoint'],
  fields: {},
  notes:
    'No public sample of this format exists: only the container of the related formats is tried. Control points inside a TP3 are read.',
  writeOptions: {
    experimental: {
      type: 'boolean',
      default: false,
      description: 'Write the file although no sample from the vendor is known: the result is a guess.',
    },
  },
  loadWriter: async () => (await import('../machine/write-single.ts')).writeGc3,
});
