import type { Format } from '../format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** PL3: planes in a file of their own. No real file of this kind was ever seen. */
export const pl3: Format = machineFormat({
  kind: 'PL3',
  name: 'Topcon PL3 planes',
  kinds: ['plane'],
  notes:
    'No public sample of this format exists: the container of its sister formats is tried and nothing is guessed. The planes inside a TP3 are read.',
});
