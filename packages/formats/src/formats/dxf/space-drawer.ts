import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { SourceSpace, SourceTally, TypeTally } from '../../core/tally.ts';
import { COMMON } from './common-fields.ts';
import { type Entity, WHEREABOUTS } from './entity.ts';
import type { Interpreter, ReportEntity, TallyOf } from './interpreter.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

const NOT_WANTED: Readonly<Record<'model' | 'paper', Issue>> = {
  paper: issueOf('paper-space-skipped'),
  model: issueOf('model-space-skipped'),
};

/** Draws and counts entities of model and paper space; omits the space that was not requested. */
export class SpaceDrawer {
  readonly #interpreter: Interpreter;
  readonly #wantsModel: boolean;
  readonly #wantsPaper: boolean;
  readonly #report: ReportEntity;
  readonly #inModel: TallyOf;
  readonly #inPaper: TallyOf;
  readonly #inBlocks: TallyOf;
  /** The previous entity was omitted, and so are its parts. */
  #skipsParts = false;

  constructor(interpreter: Interpreter, names: Names, tally: SourceTally, wanted: string, report: ReportEntity) {
    this.#interpreter = interpreter;
    this.#wantsModel = wanted !== 'paper';
    this.#wantsPaper = wanted !== 'model';
    this.#report = report;
    this.#inModel = cachedTally(tally, names, 'model');
    this.#inPaper = cachedTally(tally, names, 'paper');
    this.#inBlocks = cachedTally(tally, names, 'block');
  }

  /** Draws one entity of the sheet `page` (0: model space), or of the sheet that it states itself if undefined. */
  draw(tape: Tape, index: number, page = -1): void {
    const interpreter = this.#interpreter;
    const draw = interpreter.drawOf(tape.types[index]!);
    const isPart = draw.kind === 'part' || draw.kind === 'end';
    if (isPart && this.#skipsParts) return;
    if (interpreter.takePart(draw, tape, index)) return;
    // A pending entity is finished first, on its own sheet.
    interpreter.flush();
    if (draw.kind === 'end') return;
    const entity = interpreter.entity.load(tape, index);
    const sheet = page >= 0 ? page : (entity.traits & WHEREABOUTS) !== 0 && entity.get(COMMON.isOnSheet) === 1 ? 1 : 0;
    const tally = sheet === 0 ? this.#inModel : this.#inPaper;
    if (!isPart) {
      this.#skipsParts = sheet === 0 ? !this.#wantsModel : !this.#wantsPaper;
      if (this.#skipsParts) {
        this.#leaveOut(entity, tally, NOT_WANTED[sheet === 0 ? 'model' : 'paper']);
        return;
      }
      interpreter.turnTo(sheet);
    }
    interpreter.drawLoaded(draw, entity, tape, tally);
  }

  /** Counts the current entity as skipped and reports why. */
  #leaveOut(entity: Entity, tallyOf: TallyOf, fault: Issue): void {
    const tally = tallyOf(entity.type);
    tally.found++;
    tally.skipped++;
    this.#report(fault, entity.place, entity.handle);
  }

  /** Counts an entity of a block definition. An unreadable one is reported here and not again for every reference. */
  count(tape: Tape, index: number): void {
    const type = tape.types[index]!;
    const draw = this.#interpreter.drawOf(type);
    if (draw.kind === 'part' || draw.kind === 'end') return;
    const tally = this.#inBlocks(type);
    tally.found++;
    tally.read++;
    const fault = this.#interpreter.refusalOf(tape, index);
    if (fault === undefined) return;
    this.#interpreter.expansion.firstFault(tape, index);
    this.#report(fault, tape.places[index]!, this.#interpreter.entity.handle);
  }
}

function cachedTally(tally: SourceTally, names: Names, space: SourceSpace): TallyOf {
  const byType: TypeTally[] = [];
  return (type) => (byType[type] ??= tally.of(names.text(type).toUpperCase(), space));
}
