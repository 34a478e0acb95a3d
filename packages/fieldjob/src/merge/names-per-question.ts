/** How many point names a converter asks about at once. */
export const NAMES_PER_QUESTION = 2000;
