import type { Format } from '@fieldbridge/formats';

/** What formats may be called by: their ids and their extensions. */
export function namesOf(formats: readonly Format[]): string[] {
  return formats.flatMap(({ id, extensions }) => [id, ...extensions]);
}
