import { NO_HEIGHT, type Places } from './chunk.ts';

/** Largest step of coordinates stated with fewer decimals than a step has, in steps. */
const COARSEST = 100;

/**
 * The factor by which a step may be longer with all positions still whole multiples of it: 1, 10 or 100. Coordinates
 * stated to the millimetre need fewer bytes then. Nothing is rounded.
 */
export function coarserBy({ plan, height }: Places): number {
  for (let factor = COARSEST; factor > 1; factor /= 10)
    if (areMultiples(plan, factor) && (height === null || areMultiples(height, factor))) return factor;
  return 1;
}

function areMultiples(values: Int32Array, factor: number): boolean {
  // A division of integers takes several times as long as a product.
  const share = 1 / factor;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Math.imul(Math.round(value * share) | 0, factor) !== value && value !== NO_HEIGHT) return false;
  }
  return true;
}
