import type { Holds } from '../../core/holds.ts';

/**
 * The data that a file holds.
 * @param recordsOnly whether the points have no attribute except their record, which their observation keeps
 */
export function gts7Holds(recordsOnly: boolean): Holds {
  return {
    ...{ kinds: ['point', 'observation'], crs: false, infiniteElevations: false, info: [], layer: [] },
    point: ['name', 'code', 'description', ...(recordsOnly ? (['attributes'] as const) : [])],
  };
}
