/**
 * Metres between an arc and the chords that show it, unless the caller says otherwise. Coarser than for formats whose chords
 * are all there is: here the arc itself stands beside them.
 */
export const SHOWN_TOLERANCE = 0.005;
