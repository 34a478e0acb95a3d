import { NO_HEIGHT, type Places } from './chunk.ts';
import type { ChunkHead } from './columns.ts';

/** Largest step of coordinates stated with fewer decimals than a step has, in steps. */
const COARSEST = 100;

/**
 * The same positions in steps ten or a hundred times as long, where all are whole numbers of them: coordinates stated
 * to the millimetre need fewer bytes then. Nothing is rounded.
 */
export function inCoarseSteps<T extends Places & { readonly head: ChunkHead }>(chunk: T): T {
  for (let factor = COARSEST; factor > 1; factor /= 10) {
    const plan = divided(chunk.plan, factor);
    const height = plan && chunk.height && divided(chunk.height, factor);
    if (plan !== undefined && height !== undefined)
      return { ...chunk, head: { ...chunk.head, step: chunk.head.step * factor }, plan, height };
  }
  return chunk;
}

/** Values divided by a factor; undefined if one is no multiple of it. */
function divided(values: Int32Array, factor: number): Int32Array | undefined {
  const result = new Int32Array(values.length);
  // A division of integers takes several times as long as a product.
  const share = 1 / factor;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const part = Math.round(value * share) | 0;
    if (value !== NO_HEIGHT && Math.imul(part, factor) !== value) return undefined;
    result[i] = value === NO_HEIGHT ? NO_HEIGHT : part;
  }
  return result;
}
