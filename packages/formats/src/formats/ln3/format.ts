import type { Format } from '../../core/format.ts';
import { machineFormat } from '../machine/descriptor.ts';

/** Lines for a machine. */
export const ln3: Format = machineFormat({
  kind: 'LN3',
  name: 'Topcon LN3 lines',
  kinds: ['line'],
  fields: { line: ['layer', 'name', 'code'], layer: ['colour'] },
  notes:
    'Lines with their layers, in single precision relative to the origin of each layer: a job whose lines would be rounded by more than 0.5 mm is refused. Written files are experimental.',
  loadWriter: async () => (await import('../machine/write-ln3.ts')).writeLn3,
});
