/**
 * Default largest distance in metres between an arc and its chords. Coarser than in formats that have only the chords,
 * because the arc itself is stored next to them.
 */
export const SHOWN_TOLERANCE = 0.005;
