import { parseUnit, type Unit } from '@fieldbridge/fieldjob/unit.ts';
import type { Issue } from '../../core/issues/issue.ts';
import type { OptionValues } from '../../core/options.ts';
import { drawingUnit, drawingUnitNamed } from '../../kit/cad/drawing-unit.ts';
import type { HeaderVariables } from './header.ts';

/** What the coordinates of a drawing are in, and by what they are multiplied to be in that unit. */
export interface UnitChoice {
  /** Undefined when neither the drawing nor the caller says. */
  readonly unit: Unit | undefined;
  readonly factor: number;
}

/**
 * Settles the unit: the caller's `drawingUnit`, else the caller's `unit` (then coordinates are taken as they are), else
 * $INSUNITS. What contradicts is reported; nothing is guessed.
 */
export function chooseUnit(header: HeaderVariables, options: OptionValues, report: (issue: Issue) => void): UnitChoice {
  const stated = drawingUnit(header.insUnits);
  const said = options['drawingUnit'];
  const asked = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  if (stated !== undefined && !Number.isNaN(header.measurement) && stated.metric !== (header.measurement === 1)) {
    report({
      code: 'unit-contradiction',
      severity: 'warning',
      text: `$INSUNITS says ${stated.name}, but $MEASUREMENT says ${header.measurement === 1 ? 'metric' : 'imperial'}; $INSUNITS was followed; state drawingUnit if that is wrong`,
    });
  }
  if (header.insUnits > 0 && stated === undefined) {
    report({
      code: 'unit-unknown',
      severity: 'warning',
      text: `$INSUNITS = ${header.insUnits} is not a unit of length on site; the unit counts as not stated`,
    });
  }
  const chosen = said === undefined ? undefined : drawingUnitNamed(String(said));
  // A drawing in millimetres is not what the caller says when that is metres, though it would become metres.
  const isAsked = stated !== undefined && stated.unit === asked && stated.numerator === stated.denominator;
  if (
    stated !== undefined &&
    ((chosen !== undefined && chosen !== stated) || (asked !== undefined && chosen === undefined && !isAsked))
  ) {
    report({
      code: 'unit-overridden',
      severity: 'note',
      text: `the drawing states its unit as ${stated.name}; it was read as ${chosen?.name ?? asked}, as asked`,
    });
  }
  if (chosen === undefined && asked !== undefined && !isAsked) return { unit: asked, factor: 1 };
  const unit = chosen ?? stated;
  if (unit === undefined) return { unit: undefined, factor: 1 };
  if (unit.numerator !== unit.denominator) {
    report({
      code: 'unit-converted',
      severity: 'note',
      text: `the drawing unit is the ${unit.name}; lengths were converted to ${unit.unit}`,
    });
  }
  return { unit: unit.unit, factor: unit.numerator / unit.denominator };
}
