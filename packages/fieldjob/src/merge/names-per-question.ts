/** Number of point names per query of a converter. */
export const NAMES_PER_QUESTION = 2000;
