import { type Crs, parseCrs } from '@fieldbridge/fieldjob/crs.ts';
import type { Choice } from '../../core/choice.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { OptionValues } from '../../core/options.ts';
import { type DrawingUnit, drawingUnit, drawingUnitOption, insUnits } from '../../kit/cad/drawing-unit.ts';
import type { Pen } from '../../kit/cad/pen.ts';
import { likelierUnit, readingText } from '../../kit/cad/unit-doubt.ts';
import type { HeaderVariables } from './header.ts';

/** A drawing whose header states a unit that its content contradicts: what to report, and what to ask the caller. */
export interface UnitQuestion {
  readonly issue: Issue;
  readonly choice: Choice;
}

/**
 * Judges the unit of the header by the drawing's size, its distance from the origin and its texts.
 * @param pen drew it, in the unit of the job @param factor from drawing units to that unit
 * @param geodata system that the drawing itself states
 * @returns undefined for a plausible unit, and if the caller states the unit
 */
export async function unitQuestion(
  { insUnits: code, measurement }: HeaderVariables,
  options: OptionValues,
  pen: Pick<Pen, 'measures' | 'extents'>,
  factor: number,
  geodata: Crs | undefined,
): Promise<UnitQuestion | undefined> {
  if (options['drawingUnit'] !== undefined || options['unit'] !== undefined) return undefined;
  const own = pen.measures.result(pen.extents().get(0) ?? null, 1 / factor);
  if (own === undefined) return undefined;
  const stated = drawingUnit(code);
  const likely = likelierUnit(
    stated,
    own,
    await systemUnit(options, geodata),
    stated?.metric === true || measurement === 1,
  );
  const value = drawingUnitOption(stated ?? drawingUnit(insUnits('metre'))!);
  if (likely === undefined || likely === stated || value === undefined) return undefined;
  const other = drawingUnitOption(likely)!;
  const name = stated?.name ?? 'no unit, so metre';
  const [asStated, asLikely] = [readingText(own, stated), readingText(own, likely)];
  const parameters = { stated: name, asStated, likely: likely.name, asLikely, value, other };
  const values = [
    { value, text: `${stated?.name ?? 'no unit stated, so metre'}: ${asStated}` },
    { value: other, text: `${likely.name}: ${asLikely}` },
  ];
  return {
    issue: issueOf('drawing-unit-doubtful', parameters),
    choice: { option: 'drawingUnit', code: 'drawing-unit-doubtful', chosen: value, values },
  };
}

/** The unit of the reference system that the caller or the drawing states. */
async function systemUnit(options: OptionValues, geodata: Crs | undefined): Promise<DrawingUnit | undefined> {
  const crs = options['crs'] === undefined ? geodata : parseCrs(String(options['crs']));
  if (crs === undefined || crs.kind === 'local') return undefined;
  // Loaded when it is needed: most drawings state no system.
  const { unitOfCrs } = await import('../../kit/crs/unit-of-crs.ts');
  const unit = unitOfCrs(crs);
  return unit === undefined || unit === 'degree' ? undefined : drawingUnit(insUnits(unit));
}
