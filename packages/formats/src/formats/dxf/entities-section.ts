import type { ReadContext } from '../../core/format.ts';
import { namesFrom } from './ahead/batch.ts';
import { drawAhead } from './ahead/draw-ahead.ts';
import type { Ahead } from './ahead/entities-ahead.ts';
import type { Handover } from './ahead/recorder.ts';
import { allRules } from './entities/index.ts';
import type { HeaderVariables } from './header.ts';
import type { Interpreter } from './interpreter.ts';
import { LINKED } from './linked-files.ts';
import type { NameId, Names } from './names.ts';
import type { RuleBook } from './rule-book.ts';
import type { SpaceDrawer } from './space-drawer.ts';
import type { StreamFault } from './tag-stream.ts';
import { Tape } from './tape.ts';
import type { Walker } from './walker.ts';

/** Lines that end at the box of the drawing. */
export const INFINITE: readonly string[] = ['RAY', 'XLINE'];
/** Drawn when everything else is: what is linked to something that stands behind it, and then infinite lines. */
const LATE = [...INFINITE, ...LINKED];

/** What a reading knows and has when it comes to its entities. */
export interface EntitiesReading {
  readonly walker: Walker;
  readonly names: Names;
  readonly rules: RuleBook;
  readonly context: ReadContext;
  readonly header: HeaderVariables;
  /** Whether a mark says that the text is UTF-8. */
  readonly isMarked: boolean;
  readonly interpreter: Interpreter;
  readonly drawer: SpaceDrawer;
  /** Takes the entities that are drawn when everything else is. */
  readonly late: Tape;
  readonly fault: StreamFault;
  /** What records entities beside this thread, where there is such. */
  readonly ahead: Ahead | undefined;
}

/** Reads a section of entities, recorded here or ahead of here as soon as that can be. @returns false when the file ended */
export async function readEntities(reading: EntitiesReading): Promise<boolean> {
  const { walker, names, rules, context, interpreter, drawer, late, ahead } = reading;
  const { stream } = walker;
  const tapes = [new Tape(), new Tape()] as const;
  const isLate: boolean[] = [];
  for (const name of LATE) isLate[names.of(name)] = true;
  const visit = (type: NameId): boolean => {
    if (isLate[type] === true) return late.record(stream, type, names, context.limits, rules.of(type));
    // An entity whose vertices or attributes are still to come keeps its tape.
    const tape = interpreter.pending?.tape === tapes[0] ? tapes[1] : tapes[0];
    tape.truncate(0);
    const isMore = tape.record(stream, type, names, context.limits, rules.of(type));
    drawer.draw(tape, 0);
    return isMore;
  };
  await ahead?.ready();
  let isAhead = false;
  const leavesOff = ahead && ((): boolean => (isAhead = ahead.takes(stream.offset)));
  let more = leavesOff?.() === true || (await walker.records(visit, leavesOff));
  if (isAhead) {
    ahead!.handOver(handoverOf(reading));
    more = await drawAhead(ahead!, {
      ...{ walker, names, rules, interpreter, fault: reading.fault },
      draw: (tape, index) => {
        const type = tape.types[index]!;
        if (isLate[type] === true) late.copy(tape, index, rules.of(type));
        else drawer.draw(tape, index);
      },
    });
  }
  interpreter.flush();
  return more;
}

/** What another thread has to know to record the entities from here on. */
function handoverOf({ walker, names, context, header, isMarked }: EntitiesReading): Handover {
  const { offset, place } = walker.stream;
  const { options, limits } = context;
  return {
    ...{ offset, place, limits, header, isMarked, names: namesFrom(names, 0) },
    codePage: options['codePage'] === undefined ? undefined : String(options['codePage']),
    ...allRules(options['extendedData'] === true),
  };
}
