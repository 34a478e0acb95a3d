import type { Limits } from '../../core/limits.ts';
import type { Interpreter } from './interpreter.ts';
import { LINKED } from './linked-files.ts';
import type { NameId, Names } from './names.ts';
import type { RuleBook } from './rule-book.ts';
import type { SpaceDrawer } from './space-drawer.ts';
import { Tape } from './tape.ts';
import type { Walker } from './walker.ts';

/** Lines that are clipped at the box of the drawing. */
export const INFINITE: readonly string[] = ['RAY', 'XLINE'];
/** Drawn after everything else: entities that link to something later in the file, then infinite lines. */
const LATE = [...INFINITE, ...LINKED];

/** State of a reading at its entities. */
export interface EntitiesReading {
  readonly walker: Walker;
  readonly names: Names;
  readonly rules: RuleBook;
  readonly limits: Limits;
  readonly interpreter: Interpreter;
  readonly drawer: SpaceDrawer;
  /** Collects the entities that are drawn after everything else. */
  readonly late: Tape;
}

/** Reads and draws a section of entities. @returns false when the file ended */
export async function readEntities(reading: EntitiesReading): Promise<boolean> {
  const { walker, names, rules, limits, interpreter, drawer, late } = reading;
  const { stream } = walker;
  const tapes = [new Tape(), new Tape()] as const;
  const isLate: boolean[] = [];
  for (const name of LATE) isLate[names.of(name)] = true;
  const more = await walker.records((type: NameId): boolean => {
    if (isLate[type] === true) return late.record(stream, type, names, limits, rules.of(type));
    // An entity that waits for its vertices or attributes keeps its tape.
    const tape = interpreter.pending?.tape === tapes[0] ? tapes[1] : tapes[0];
    tape.truncate(0);
    const isMore = tape.record(stream, type, names, limits, rules.of(type));
    drawer.draw(tape, 0);
    return isMore;
  });
  interpreter.flush();
  return more;
}
