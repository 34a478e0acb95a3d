import type { Interpreter } from '../interpreter.ts';
import type { Names } from '../names.ts';
import type { RuleBook } from '../rule-book.ts';
import type { StreamFault } from '../tag-stream.ts';
import { Tape } from '../tape.ts';
import type { Walker } from '../walker.ts';
import { addNames } from './batch.ts';
import type { Ahead } from './entities-ahead.ts';

/** What a reading draws with. */
export interface Drawing {
  readonly walker: Walker;
  readonly names: Names;
  readonly interpreter: Interpreter;
  readonly draw: (tape: Tape, index: number) => void;
  readonly rules: RuleBook;
  readonly fault: StreamFault;
}

/**
 * Draws the entities that another thread has recorded, up to the end of their section, where the stream stands afterwards.
 * @returns false when the file ended there
 * @throws what that thread met, when all before it is drawn
 */
export async function drawAhead(ahead: Ahead, into: Drawing): Promise<boolean> {
  const { walker, names, interpreter, draw, rules, fault } = into;
  const batch = new Tape();
  const held = new Tape();
  for (;;) {
    const { offset, names: more, faults, end } = await ahead.next(batch);
    addNames(names, more);
    let told = 0;
    const tellUpTo = (entity: number): void => {
      for (; told < faults.length && faults[told]![0] <= entity; told++)
        fault(...(faults[told]!.slice(1) as Parameters<StreamFault>));
    };
    for (let index = 0; index < batch.count; index++) {
      if (told < faults.length) tellUpTo(index);
      draw(batch, index);
    }
    tellUpTo(batch.count);
    // An entity whose vertices or attributes are still to come outlasts its batch.
    const { pending } = interpreter;
    if (pending?.tape === batch) {
      held.truncate(0);
      held.copy(batch, pending.index, rules.of(batch.types[pending.index]!));
      interpreter.pending = { ...pending, tape: held, index: 0 };
    }
    ahead.done();
    if (end !== undefined) {
      walker.stream.seek(end.offset, end.place);
      return end.more && walker.stream.next();
    }
    await walker.pause(offset);
  }
}
