import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Interpreter } from '../interpreter.ts';

/** The result of drawing an entity: nothing, or why it was left out. */
export type Outcome = Issue | undefined;

/** Kinds of entities that belong to the one before them. */
export type Part = 'vertex' | 'attribute';

/** Draws the current entity. */
type Drawing = (into: Interpreter) => Outcome;
/** Takes something from the current entity. */
type Step = (into: Interpreter) => void;

/**
 * How a type of entity is drawn: on its own; together with the parts that follow it; as such a part; or never. All have
 * one shape and are made in one place, so that property access stays monomorphic for every entity of a drawing.
 */
export interface Draw {
  readonly kind: 'single' | 'leader' | 'part' | 'end' | 'never';
  /** Draws it; for a leader, when all its parts are there and the view is on the leading entity again. */
  readonly draw: Drawing;
  /** Why the current entity cannot be drawn, as far as that is known beforehand. */
  readonly refuse: Drawing;
  /** Kind of part that it is, or that it takes. */
  readonly part: Part | undefined;
  /** Of a leader: called before its parts come, and for each of them. */
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

/** Drawn when the parts after it have been taken. */
export function leader(part: Part, start: Step, take: Step, finish: Drawing): Draw {
  return made('leader', finish, nothing, part, start, take);
}

/** Part of the leader before it. */
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
