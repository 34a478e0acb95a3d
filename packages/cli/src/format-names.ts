import type { Format } from '@fieldbridge/formats';

/** The names of formats: their ids and their extensions. */
export function namesOf(formats: readonly Format[]): string[] {
  return formats.flatMap(({ id, extensions }) => [id, ...extensions]);
}
