import type { Entity } from './entity.ts';
import { EXTENDED } from './extended-data.ts';
import { type Field, handle, integer, type NumberField, name as names, real, text } from './fields.ts';

/** Values that one entity has in place of those of its style: extended data of the CAD system, by pairs. */
const OVERRIDES = { application: 'ACAD', name: 'DSTYLE', code: integer(1070), handle: text(1005) };
/** Text height, size of arrow heads and so on of a style that does not state them: AutoCAD omits these defaults. */
const [DIMTXT, DIMEXO, DIMGAP] = [0.18, 0.0625, 0.09];

/** The variables of a dimension style. Lengths are not scaled. */
export const DIMSTYLE = {
  name: names(2),
  /** Text before and after the measured value, which is at `<>`. */
  frame: text(3),
  /** 0: each sheet has its own. */
  scale: real(40, 1),
  arrowSize: real(41, DIMTXT),
  /** Gap before an extension line, and its reach beyond the dimension line. */
  gap: real(42, DIMEXO),
  reach: real(44, DIMTXT),
  rounding: real(45, 0),
  /** Reach of the dimension line beyond strokes. */
  lineReach: real(46, 0),
  plus: real(47, 0),
  minus: real(48, 0),
  hasTolerance: integer(71),
  hasLimits: integer(72),
  /** Whether texts between and beyond the extension lines are level. */
  isLevelInside: integer(73, 1),
  isLevelOutside: integer(74, 1),
  hidesFirstExtension: integer(75),
  hidesSecondExtension: integer(76),
  /** Place of the text: 0 in the line, 4 below it, else above. */
  side: integer(77),
  /** Which zeros are left out: of feet and inches (lowest two bits), before the point (4), at the end (8). */
  zeros: integer(78),
  /** The same of angles: before the point (1), at the end (2). */
  angleZeros: integer(79),
  textHeight: real(140, DIMTXT),
  centreMark: real(141, DIMGAP),
  strokeSize: real(142, 0),
  alternateFactor: real(143, 25.4),
  factor: real(144, 1),
  textGap: real(147, DIMGAP),
  hasAlternate: integer(170),
  alternateDecimals: integer(171, 2),
  hasLineOutside: integer(172),
  hasTwoArrows: integer(173),
  lineColour: integer(176),
  extensionColour: integer(177),
  textColour: integer(178),
  angleDecimals: integer(179),
  /** Before 2000 also the kind of unit. */
  oldUnit: integer(270, 2),
  decimals: integer(271, 4),
  toleranceDecimals: integer(272, 4),
  angleUnit: integer(275),
  unit: integer(277, 2),
  /** Character code of the decimal point. */
  point: integer(278, 46),
  /** Block records of arrow heads: of leaders, of both ends, of each of them. */
  leaderArrow: handle(341),
  arrow: handle(342),
  firstArrow: handle(343),
  secondArrow: handle(344),
};

/** The values of a dimension style, and what one entity has in place of them. */
export class DimensionStyle {
  readonly #numbers = new Map<number, number>();
  #frame = '';

  /** @param record one of the table of styles; without one all values are the default */
  constructor(record?: Entity) {
    if (record === undefined) return;
    this.#frame = record.text(DIMSTYLE.frame);
    for (const field of Object.values(DIMSTYLE))
      if (isNumber(field) && record.has(field)) this.#numbers.set(field.code, record.get(field));
  }

  get({ code, missing }: NumberField): number {
    const value = this.#numbers.get(code);
    return value === undefined || !Number.isFinite(value) ? missing : value;
  }

  has({ code }: NumberField): boolean {
    return this.#numbers.has(code);
  }

  /** Text before and after the value; empty or with `<>`, except that a mere text follows the value. */
  get frame(): string {
    return this.#frame;
  }

  /** What lengths are multiplied by. */
  get scale(): number {
    const scale = this.get(DIMSTYLE.scale);
    return scale > 0 ? scale : 1;
  }

  /** The style of an entity, with the values that the entity has in place of these. */
  ofEntity(entity: Entity): DimensionStyle {
    let at = entity.find(EXTENDED.application);
    while (at < entity.to && entity.textAt(at).trim() !== OVERRIDES.application)
      at = entity.find(EXTENDED.application, at + 1);
    const end = entity.find(EXTENDED.application, at + 1);
    at = entity.find(EXTENDED.text, at);
    if (at >= end || entity.textAt(at).trim() !== OVERRIDES.name) return this;
    const own = new DimensionStyle();
    own.#frame = this.#frame;
    for (const [code, value] of this.#numbers) own.#numbers.set(code, value);
    for (at++; at + 1 < end && entity.codeAt(at) === OVERRIDES.code.code; at += 2) {
      const [variable, code] = [entity.valueAt(at), entity.codeAt(at + 1)];
      if (code === EXTENDED.text.code) {
        if (variable === DIMSTYLE.frame.code) own.#frame = entity.textAt(at + 1);
      } else if (code === OVERRIDES.handle.code)
        own.#numbers.set(variable, Number.parseInt(entity.textAt(at + 1), 16) || 0);
      else own.#numbers.set(variable, entity.valueAt(at + 1));
    }
    return own;
  }
}

function isNumber(field: Field): field is NumberField {
  return field.type !== 'text' && field.type !== 'name';
}

/** Dimension styles by name in lower case. */
export type DimensionStyles = Map<string, DimensionStyle>;
