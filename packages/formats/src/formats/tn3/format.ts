import type { Format } from '../../core/format.ts';
import { chosenSurface } from '../machine/chosen-surface.ts';
import { machineFormat, SURFACE_HELD } from '../machine/descriptor.ts';

/** One surface for a machine. */
export const tn3: Format = machineFormat({
  kind: 'TN3',
  name: 'Topcon TN3 surface',
  kinds: ['surface'],
  fields: { surface: SURFACE_HELD },
  notes: 'One surface with its neighbour links and breakline edges. Written files are experimental.',
  writeOptions: {
    surface: { type: 'string', description: 'Name of the surface to write; the first one by default.', maxLength: 256 },
  },
  surfacesWritten: (surfaces, { surface }) => [chosenSurface(surfaces, surface)].filter((one) => one !== undefined),
  loadWriter: async () => (await import('../machine/write-tn3.ts')).writeTn3,
});
