import type { Unit } from '@fieldbridge/fieldjob';
import { blocksOf } from './dimension-text.ts';
import type { V8Element } from './element.ts';
import { PROPERTY, textOf } from './linkages.ts';
import { ratioAt } from './model.ts';
import { type ShownUnits, shownUnits } from './scale.ts';

/** Factor of measured values, accuracies of the second and the first value, and what is shown with them (NOTES.md). */
const [FACTOR, ANGLE_ACCURACY, ACCURACY, FORMAT] = [0x78, 0xb8, 0xb9, 0xba];
const [IS_ANGLE, SUB_UNITS, LABELS, HYPHEN] = [0x01, 0x20, 0x40, 0x80];
const FLAGS = 0x108;
const [LEADING_ZERO, TRAILING_ZEROS] = [0x08, 0x10];
/** What ends lines and which symbols are before and after the value, three bits each. */
const TEMPLATE = 0x10c;
const [SYMBOL_BEFORE, SYMBOL_AFTER] = [12, 16];
/** Symbols by number: none, diameter, radius, square, radius and diameter of a sphere. */
const SYMBOLS: readonly string[] = ['', 'Ø', 'R', '□', 'SR', 'SØ'];
/** Accuracies: with this bit decimals, one for each bit from the lowest, with the next one powers of ten. */
const [DECIMAL, POWERS] = [0x80, 0x40];
const MOST_DECIMALS = 8;
/** The block of options with the units of the dimension, if they are not those of the model. */
const UNITS = 9;
const [MASTER, SUB, UNITS_SIZE] = [0x18, 0x28, 0x38];

/** Writes measured values as the style of a dimension says. Source of the rules: iTwin/imodel-native (Apache-2.0). */
export class DimensionFormat {
  readonly #accuracy: number;
  readonly #angleAccuracy: number;
  readonly #format: number;
  readonly #flags: number;
  readonly #template: number;
  readonly #factor: number;
  readonly #units: ShownUnits;

  /** @param pool place of the blocks of options @param unit of the job @param model units of the model */
  constructor(element: V8Element, pool: number, unit: Unit | undefined, model: ShownUnits | undefined) {
    const { view } = element;
    this.#accuracy = view.getUint8(ACCURACY);
    this.#angleAccuracy = view.getUint8(ANGLE_ACCURACY);
    this.#format = view.getUint16(FORMAT, true);
    this.#flags = view.getUint32(FLAGS, true);
    this.#template = view.getUint32(TEMPLATE, true);
    const factor = view.getFloat64(FACTOR, true);
    this.#factor = factor > 0 && Number.isFinite(factor) ? factor : 1;
    this.#units = unitsOf(element, pool, unit) ?? model ?? { perUnit: 1, subsPerMaster: 1, labels: ['', ''] };
  }

  /** @param measured in the job's unit */
  length(measured: number): string {
    const { perUnit, subsPerMaster, labels } = this.#units;
    const value = Math.abs(measured) * this.#factor * perUnit;
    const [master, sub] = this.#has(LABELS) ? labels : ['', ''];
    const text =
      this.#has(SUB_UNITS) && subsPerMaster !== 1 && !isPower(this.#accuracy)
        ? this.#inSubUnits(value, subsPerMaster, master, sub)
        : `${this.#number(value, this.#accuracy)}${master}`;
    return measured < 0 ? `-${text}` : text;
  }

  /** An angle in degrees, or the length of its arc. @param radius in the job's unit */
  angle(radians: number, radius: number): string {
    if (!this.#has(IS_ANGLE)) return this.length(radians * radius);
    return `${this.#decimals((radians * 180) / Math.PI, Math.min(MOST_DECIMALS, this.#accuracy))}°`;
  }

  /** The direction of a line, counter-clockwise from the first axis. */
  direction(radians: number): string {
    return `${this.#decimals((radians * 180) / Math.PI, Math.min(MOST_DECIMALS, this.#angleAccuracy))}°`;
  }

  /** The text of a value between its symbols. */
  withSymbols(text: string): string {
    const symbol = (shift: number): string => SYMBOLS[(this.#template >> shift) & 7] ?? '';
    return `${symbol(SYMBOL_BEFORE)}${text}${symbol(SYMBOL_AFTER)}`;
  }

  #has(bit: number): boolean {
    return (this.#format & bit) !== 0;
  }

  /** Whole master units and a rest of sub units; a value that is rounded up to a whole master unit is one. */
  #inSubUnits(value: number, perMaster: number, master: string, sub: string): string {
    const steps = stepsOf(this.#accuracy);
    const total = Math.round(value * perMaster * steps);
    const whole = Math.floor(total / (perMaster * steps));
    const rest = this.#number((total - whole * perMaster * steps) / steps, this.#accuracy);
    return whole === 0 ? `${rest}${sub}` : `${whole}${master}${this.#has(HYPHEN) ? '-' : ' '}${rest}${sub}`;
  }

  #number(value: number, accuracy: number): string {
    if (isPower(accuracy))
      return value
        .toExponential((accuracy & 7) + 1)
        .replace(/e([+-])(\d)$/, 'e$10$2')
        .toUpperCase();
    if ((accuracy & DECIMAL) !== 0 || accuracy === 0) return this.#decimals(value, decimalsOf(accuracy));
    const steps = stepsOf(accuracy);
    const total = Math.round(value * steps);
    const whole = Math.floor(total / steps);
    let [numerator, denominator] = [total - whole * steps, steps];
    if (numerator === 0) return String(whole);
    for (; numerator % 2 === 0; denominator /= 2) numerator /= 2;
    const isWhole = whole > 0 || (this.#flags & LEADING_ZERO) !== 0;
    return `${isWhole ? `${whole} ` : ''}${numerator}/${denominator}`;
  }

  #decimals(value: number, count: number): string {
    const digits = value.toFixed(count);
    const all = (this.#flags & TRAILING_ZEROS) !== 0 || count === 0;
    const text = all ? digits : digits.replace(/\.?0+$/, '');
    return (this.#flags & LEADING_ZERO) !== 0 ? text : text.replace(/^0\./, '.');
  }
}

/** The units that a dimension states for itself. */
function unitsOf(element: V8Element, pool: number, unit: Unit | undefined): ShownUnits | undefined {
  const block = blocksOf(element, pool).find(({ kind, size }) => kind === UNITS && size >= UNITS_SIZE);
  const master = block && ratioAt(element.view, block.at + MASTER);
  const sub = block && ratioAt(element.view, block.at + SUB);
  if (master === undefined || sub === undefined) return undefined;
  return shownUnits(unit, master, sub, [textOf(element, PROPERTY.masterLabel), textOf(element, PROPERTY.subLabel)]);
}

function isPower(accuracy: number): boolean {
  return (accuracy & (DECIMAL | POWERS)) === POWERS;
}

/** 0x81 is one decimal, 0x82 two, 0x84 three, …, 0x80 eight. */
function decimalsOf(accuracy: number): number {
  if (accuracy === 0) return 0;
  const bits = accuracy & ~DECIMAL;
  return bits === 0 ? MOST_DECIMALS : Math.min(MOST_DECIMALS, Math.log2(bits & -bits) + 1);
}

/** Steps in a unit: 1 is halves, 2 quarters, 4 eighths, …; with decimals powers of ten. */
function stepsOf(accuracy: number): number {
  return (accuracy & DECIMAL) !== 0 || accuracy === 0 ? 10 ** decimalsOf(accuracy) : 2 * accuracy;
}
