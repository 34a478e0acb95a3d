import type { SourceSpace, SourceTally, TypeTally } from '../tally.ts';
import type { Fault } from './entities/draw.ts';
import type { Interpreter, TallyOf } from './interpreter.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

const NOT_WANTED: Readonly<Record<'model' | 'paper', Fault>> = {
  paper: {
    code: 'paper-space-skipped',
    severity: 'note',
    text: 'the entity stands on a sheet of paper space and was left out (space=both reads it)',
  },
  model: {
    code: 'model-space-skipped',
    severity: 'note',
    text: 'the entity stands in model space and was left out, as asked',
  },
};

/** Draws entities of model and paper space, counting them; leaves out the space that is not wanted. */
export class SpaceDrawer {
  readonly #interpreter: Interpreter;
  readonly #wanted: string;
  readonly #report: (fault: Fault, place: number, handle: string) => void;
  readonly #tallies: Readonly<Record<SourceSpace, TallyOf>>;
  /** The entity before was left out: what belongs to it is left out with it. */
  #skipsParts = false;

  constructor(
    interpreter: Interpreter,
    names: Names,
    tally: SourceTally,
    wanted: string,
    report: (fault: Fault, place: number, handle: string) => void,
  ) {
    this.#interpreter = interpreter;
    this.#wanted = wanted;
    this.#report = report;
    this.#tallies = {
      model: cachedTally(tally, names, 'model'),
      paper: cachedTally(tally, names, 'paper'),
      block: cachedTally(tally, names, 'block'),
    };
  }

  /** Draws one entity of the sheet `page` (0: model space), or of the sheet it says itself when it is undefined. */
  draw(tape: Tape, index: number, page = isPaper(tape, index) ? 1 : 0): void {
    const space = page === 0 ? 'model' : 'paper';
    const kind = this.#interpreter.drawOf(tape.types[index]!).kind;
    if (kind === 'part' || kind === 'end') {
      if (this.#skipsParts) return;
      this.#interpreter.draw(tape, index, this.#tallies[space]);
      return;
    }
    this.#skipsParts = this.#wanted !== 'both' && this.#wanted !== space;
    if (this.#skipsParts) {
      this.#interpreter.flush();
      const tally = this.#tallies[space](tape.types[index]!);
      tally.found++;
      tally.skipped++;
      this.#report(NOT_WANTED[space], tape.places[index]!, this.#interpreter.entity.load(tape, index).handle);
      return;
    }
    // What was begun on another sheet is finished there.
    if (this.#interpreter.page !== page) this.#interpreter.flush();
    this.#interpreter.page = page;
    this.#interpreter.draw(tape, index, this.#tallies[space]);
  }

  /** Counts an entity of a block definition; what cannot be read is told here and not again for every reference. */
  count(tape: Tape, index: number): void {
    const type = tape.types[index]!;
    const draw = this.#interpreter.drawOf(type);
    if (draw.kind === 'part' || draw.kind === 'end') return;
    const tally = this.#tallies.block(type);
    tally.found++;
    tally.read++;
    const fault = this.#interpreter.refusalOf(tape, index);
    if (fault === undefined) return;
    this.#interpreter.expansion.firstFault(tape, index);
    this.#report(fault, tape.places[index]!, this.#interpreter.entity.handle);
  }
}

function isPaper(tape: Tape, index: number): boolean {
  const end = tape.end(index);
  const { codes, values } = tape;
  for (let i = tape.starts[index]!; i < end; i++) if (codes[i] === 67) return values[i] === 1;
  return false;
}

function cachedTally(tally: SourceTally, names: Names, space: SourceSpace): TallyOf {
  const byType: TypeTally[] = [];
  return (type) => (byType[type] ??= tally.of(names.text(type).toUpperCase(), space));
}
