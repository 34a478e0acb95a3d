/** How much a view holds at a time, in items: segments of lines, points, texts or triangles. */
export interface SceneLimits {
  /** Most items of one kind in a frame, unless the coarsest level has more. */
  readonly drawn: number;
  /** Decoded chunks that are kept; the least recently used ones are dropped first. */
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

/** The capacity of this device. If the browser does not report it, touch input decides: phones and tablets have it. */
export function sceneLimits(): SceneLimits {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const isSmall = deviceMemory === undefined ? matchMedia('(pointer: coarse)').matches : deviceMemory <= LITTLE;
  return isSmall ? SMALL : LARGE;
}
