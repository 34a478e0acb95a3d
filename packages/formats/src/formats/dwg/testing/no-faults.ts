import type { Faults } from '../file/section.ts';

/** Does nothing with faults of pages and objects. */
export const NO_FAULTS: Faults = { lost: () => {}, altered: () => {}, objectAltered: () => {} };
