import type { Format } from '../format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** RD3: alignments in a file of their own. No real file of this kind was ever seen. */
export const rd3: Format = machineFormat({
  kind: 'RD3',
  name: 'Topcon RD3 alignments',
  kinds: ['alignment'],
  notes:
    'No public sample of this format exists: the container of its sister formats is tried and nothing is guessed. The alignments inside a TP3 are read.',
});
