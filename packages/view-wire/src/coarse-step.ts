import { NO_HEIGHT, type Places } from './chunk.ts';
import type { ChunkHead } from './columns.ts';

/** Largest step of coordinates stated with fewer decimals than a step has, in steps. */
const COARSEST = 100;

/**
 * The same positions in steps ten or a hundred times as long, where all are whole numbers of them: coordinates stated
 * to the millimetre need fewer bytes then. Nothing is rounded.
 */
export function inCoarseSteps<T extends Places & { readonly head: ChunkHead }>(chunk: T): T {
  let factor = COARSEST;
  while (factor > 1 && !(areMultiples(chunk.plan, factor) && areMultiples(chunk.height, factor))) factor /= 10;
  if (factor === 1) return chunk;
  return {
    ...chunk,
    head: { ...chunk.head, step: chunk.head.step * factor },
    plan: divided(chunk.plan, factor),
    height: chunk.height && divided(chunk.height, factor),
  };
}

function areMultiples(values: Int32Array | null, factor: number): boolean {
  for (let i = 0; values !== null && i < values.length; i++)
    if (values[i]! % factor !== 0 && values[i] !== NO_HEIGHT) return false;
  return true;
}

function divided(values: Int32Array, factor: number): Int32Array {
  const result = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = values[i] === NO_HEIGHT ? NO_HEIGHT : values[i]! / factor;
  return result;
}
