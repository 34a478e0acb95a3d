import type { Surface } from '@fieldbridge/fieldjob';

/**
 * The surface that a file of one surface gets: that of a name, the first one without it; undefined if the job has no
 * such surface.
 */
export function chosenSurface(surfaces: readonly Surface[], name: unknown): Surface | undefined {
  return name === undefined ? surfaces[0] : surfaces.find((surface) => surface.name === name);
}
