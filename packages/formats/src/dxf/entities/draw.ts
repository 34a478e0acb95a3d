import type { Severity } from '../../issue.ts';
import type { Interpreter } from '../interpreter.ts';

/** Why an entity could not be drawn. */
export interface Fault {
  readonly code: string;
  readonly text: string;
  readonly severity?: Severity;
}

/** What drawing an entity ends in: nothing, or the reason why it was left out. */
export type Outcome = Fault | undefined;

/** Kinds of entities that belong to the one before them. */
export type Part = 'vertex' | 'attribute';

/**
 * How a type of entity is drawn: on its own; together with the parts that follow it (`finish` runs when they are all
 * there, with the view on the leading entity again); as such a part; or not at all, for a reason.
 */
export type Draw =
  | {
      readonly kind: 'single';
      readonly draw: (into: Interpreter) => Outcome;
      /** Why the entity at hand cannot be drawn, as far as that can be told before it is. */
      readonly refuse?: (into: Interpreter) => Outcome;
    }
  | {
      readonly kind: 'leader';
      readonly takes: Part;
      readonly start: (into: Interpreter) => void;
      readonly take: (into: Interpreter) => void;
      readonly finish: (into: Interpreter) => Outcome;
    }
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'end' }
  | { readonly kind: 'never'; readonly fault: Fault };

export const BAD_POSITION: Fault = {
  code: 'bad-coordinate',
  severity: 'warning',
  text: 'a coordinate is missing, infinite or not a number',
};
