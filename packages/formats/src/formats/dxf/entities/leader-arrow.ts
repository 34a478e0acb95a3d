import { EXTENDED } from '../extended-data.ts';
import { handle, integer, real, text } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';

/** Of a LEADER: its dimension style. A DWG states what that has of arrow heads here, in fields of ours. */
export const LEADER_ARROW = { style: text(3), arrowSize: real(140), scale: real(141, 1), arrow: handle(342) };
/** Values that one entity has in place of its style's: extended data of the CAD system, code and value in turn. */
const OVERRIDES = { application: 'ACAD', name: 'DSTYLE' };
const OVERRIDE = { code: integer(1070) };
const [SCALE, SIZE, BLOCK] = [40, 41, 341];

/** Length of a leader's arrow head, and the handle of its block: those of its dimension style, or its own. */
export function leaderArrow({ entity, dimensionStyles }: Interpreter): {
  readonly size: number;
  readonly block: number;
} {
  const style = dimensionStyles.get(entity.text(LEADER_ARROW.style).toLowerCase());
  let [scale, size] = [style?.scale ?? 1, style?.arrowSize ?? 0];
  let block = style?.leaderArrow ?? 0;
  if (entity.has(LEADER_ARROW.arrowSize))
    [scale, size] = [entity.get(LEADER_ARROW.scale), entity.get(LEADER_ARROW.arrowSize)];
  if (entity.has(LEADER_ARROW.arrow)) block = entity.get(LEADER_ARROW.arrow);
  let at = entity.find(EXTENDED.application);
  while (at < entity.to && entity.textAt(at).trim() !== OVERRIDES.application)
    at = entity.find(EXTENDED.application, at + 1);
  const end = entity.find(EXTENDED.application, at + 1);
  at = entity.find(EXTENDED.text, at);
  if (at >= end || entity.textAt(at).trim() !== OVERRIDES.name) return { size: size * scale, block };
  for (at++; at + 1 < end; at += 2) {
    if (entity.codeAt(at) !== OVERRIDE.code.code) break;
    const code = entity.valueAt(at);
    if (code === SCALE) scale = entity.valueAt(at + 1) || 1;
    else if (code === SIZE) size = entity.valueAt(at + 1);
    else if (code === BLOCK) block = Number.parseInt(entity.textAt(at + 1), 16) || 0;
  }
  return { size: size * scale, block };
}
