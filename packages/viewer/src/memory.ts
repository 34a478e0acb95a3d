/** How much a view holds at a time, in items: segments of lines, points, texts or triangles. */
export interface SceneLimits {
  /** Of one kind that a frame draws at most, unless the coarsest level has more. */
  readonly drawn: number;
  /** Decoded chunks that are kept; the ones unused for longest go first. */
  readonly kept: number;
  /** Pixels of the pictures that are kept, and the longest side of one. */
  readonly pixels: number;
  readonly side: number;
}

const LARGE: SceneLimits = { drawn: 250_000, kept: 6_000_000, pixels: 64e6, side: 4096 };
/** About 60 MB in the page, and as much for the graphics card. */
const SMALL: SceneLimits = { drawn: 120_000, kept: 1_200_000, pixels: 12e6, side: 2048 };
/** Gigabytes up to which a device has little memory. */
const LITTLE = 4;

/** What this device can hold. Browsers that do not say are asked for fingers: phones and tablets have them. */
export function sceneLimits(): SceneLimits {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const isSmall = deviceMemory === undefined ? matchMedia('(pointer: coarse)').matches : deviceMemory <= LITTLE;
  return isSmall ? SMALL : LARGE;
}
