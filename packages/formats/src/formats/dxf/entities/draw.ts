import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Interpreter } from '../interpreter.ts';

/** The result of drawing an entity: nothing, or why it was left out. */
export type Outcome = Issue | undefined;

/** Kinds of entities that belong to the one before them. */
export type Part = 'vertex' | 'attribute';

/** Draws the entity at hand. */
type Drawing = (into: Interpreter) => Outcome;
/** Notes something of the entity at hand. */
type Step = (into: Interpreter) => void;

/**
 * How a type of entity is drawn: on its own; together with the parts that follow it; as such a part; or never. One shape for
 * all of them, made in one place: every entity of a drawing passes by here, and a field of one shape is found at once.
 */
export interface Draw {
  readonly kind: 'single' | 'leader' | 'part' | 'end' | 'never';
  /** Draws it; of a leader when its parts are all there, with the view on the leading entity again. */
  readonly draw: Drawing;
  /** Why the entity at hand cannot be drawn, as far as that can be told before it is. */
  readonly refuse: Drawing;
  /** Kind of part that it is, or that it takes. */
  readonly part: Part | undefined;
  /** Of a leader: before its parts come, and for each of them. */
  readonly start: Step;
  readonly take: Step;
}

const nothing = (): undefined => undefined;

function made(
  kind: Draw['kind'],
  draw: Drawing,
  refuse: Drawing,
  part: Part | undefined,
  start: Step,
  take: Step,
): Draw {
  return { kind, draw, refuse, part, start, take };
}

/** Drawn on its own. */
export function single(draw: Drawing, refuse: Drawing = nothing): Draw {
  return made('single', draw, refuse, undefined, nothing, nothing);
}

/** Drawn when the parts behind it have been taken. */
export function leader(part: Part, start: Step, take: Step, finish: Drawing): Draw {
  return made('leader', finish, nothing, part, start, take);
}

/** Belongs to the leader before it. */
export function partOf(part: Part): Draw {
  return made('part', nothing, nothing, part, nothing, nothing);
}

/** Ends the parts of a leader. */
export const END: Draw = made('end', nothing, nothing, undefined, nothing, nothing);

/** Not drawn, for a reason. */
export function never(reason: Issue): Draw {
  return made('never', nothing, () => reason, undefined, nothing, nothing);
}

export const BAD_POSITION = issueOf('bad-coordinate');
