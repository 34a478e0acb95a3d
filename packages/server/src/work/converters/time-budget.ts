/** Seconds that any conversion may take. */
const BASE = 120;
/** Seconds that each megabyte of input adds: the slowest honest inputs take a tenth of it. */
const PER_MEGABYTE = 20;

/**
 * The wall-clock time that a conversion may take: a small file that needs half an hour is an attack or a defect.
 * @param bytes of its input
 * @param most the setting converterSeconds
 */
export function secondsFor(bytes: number, most: number): number {
  return Math.min(most, Math.ceil(BASE + (bytes / 1e6) * PER_MEGABYTE));
}
