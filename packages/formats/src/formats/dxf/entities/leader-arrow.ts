import { DIMSTYLE, DimensionStyle } from '../dimension-style.ts';
import { text } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';

/** Of a LEADER: its dimension style. */
export const LEADER_ARROW = { style: text(3) };

/** Length of a leader's arrow head, and the handle of its block: those of its dimension style, or its own. */
export function leaderArrow({ entity, dimensionStyles }: Interpreter): {
  readonly size: number;
  readonly block: number;
} {
  const named = dimensionStyles.get(entity.text(LEADER_ARROW.style).toLowerCase());
  const style = (named ?? new DimensionStyle()).ofEntity(entity);
  // Without a style only what the leader states itself has a size.
  const size = named === undefined && !style.has(DIMSTYLE.arrowSize) ? 0 : style.get(DIMSTYLE.arrowSize) * style.scale;
  return { size, block: style.get(DIMSTYLE.leaderArrow) || 0 };
}
