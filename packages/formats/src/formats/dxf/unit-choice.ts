import { parseUnit, type Unit } from '@fieldbridge/fieldjob/unit.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { OptionValues } from '../../core/options.ts';
import { drawingUnit, drawingUnitNamed } from '../../kit/cad/drawing-unit.ts';
import type { HeaderVariables } from './header.ts';

/** The unit of a drawing's coordinates, and the factor that converts them to it. */
export interface UnitChoice {
  /** Undefined when neither the drawing nor the caller states a unit. */
  readonly unit: Unit | undefined;
  readonly factor: number;
}

/**
 * Chooses the unit: the caller's `drawingUnit`, else the caller's `unit` (coordinates are then taken as they are), else
 * $INSUNITS. Contradictions are reported; nothing is guessed.
 */
export function chooseUnit(header: HeaderVariables, options: OptionValues, report: (issue: Issue) => void): UnitChoice {
  const stated = drawingUnit(header.insUnits);
  const said = options['drawingUnit'];
  const asked = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  if (stated !== undefined && !Number.isNaN(header.measurement) && stated.metric !== (header.measurement === 1)) {
    const measurement = header.measurement === 1 ? 'metric' : 'imperial';
    report(issueOf('unit-contradiction', { unit: stated.name, measurement }));
  }
  if (header.insUnits > 0 && stated === undefined) {
    report(issueOf('unit-unknown', { unit: `$INSUNITS = ${header.insUnits}` }));
  }
  const chosen = said === undefined ? undefined : drawingUnitNamed(String(said));
  // A drawing in millimetres contradicts a caller who states metres, although it would be converted to metres.
  const isAsked = stated !== undefined && stated.unit === asked && stated.numerator === stated.denominator;
  if (
    stated !== undefined &&
    ((chosen !== undefined && chosen !== stated) || (asked !== undefined && chosen === undefined && !isAsked))
  ) {
    report(issueOf('unit-overridden', { stated: stated.name, used: chosen?.name ?? asked! }));
  }
  if (chosen === undefined && asked !== undefined && !isAsked) return { unit: asked, factor: 1 };
  const unit = chosen ?? stated;
  if (unit === undefined) return { unit: undefined, factor: 1 };
  if (unit.numerator !== unit.denominator) {
    report(issueOf('unit-converted', { from: unit.name, to: unit.unit }));
  }
  return { unit: unit.unit, factor: unit.numerator / unit.denominator };
}
