import { DIMSTYLE, type DimensionStyle } from '../../dimension-style.ts';

/** Kinds of units of lengths; 2 and others are decimal. */
const [SCIENTIFIC, ENGINEERING, ARCHITECTURAL, FRACTIONAL] = [1, 3, 4, 5];
/** The older numbers of architectural and fractional units that are not stacked. */
const OLD_UNITS: Readonly<Record<number, number>> = { 6: ARCHITECTURAL, 7: FRACTIONAL };
const [DEGREES_MINUTES, GRADS, RADIANS] = [1, 2, 3];
const [NO_LEADING, NO_TRAILING] = [4, 8];
/** Of feet and inches: 0 shows neither zero feet nor zero inches, 1 both, 2 only zero feet, 3 only zero inches. */
const [SHOWS_BOTH, SHOWS_FEET, SHOWS_INCHES] = [1, 2, 3];
const MOST_DECIMALS = 8;
const INCHES = 12;

/** The measured length as the style shows it, with its tolerance and alternate value. @param symbol R, Ø or none */
export function lengthText(length: number, style: DimensionStyle, symbol = ''): string {
  const factor = style.get(DIMSTYLE.factor);
  // A negative factor is for sheets only.
  const value = rounded(length * (factor > 0 ? factor : 1), style.get(DIMSTYLE.rounding));
  const shown = (number: number, decimals = style.get(DIMSTYLE.decimals)): string => ofUnit(number, style, decimals);
  const tolerance = (number: number): string => shown(number, style.get(DIMSTYLE.toleranceDecimals));
  const [plus, minus] = [style.get(DIMSTYLE.plus), style.get(DIMSTYLE.minus)];
  let text = shown(value);
  if (style.get(DIMSTYLE.hasLimits) === 1) text = `${shown(value + plus)}/${shown(value - minus)}`;
  else if (style.get(DIMSTYLE.hasTolerance) === 1)
    text += plus === minus ? `±${tolerance(plus)}` : ` +${tolerance(plus)}/-${tolerance(minus)}`;
  text = framed(text, style.frame, symbol);
  if (style.get(DIMSTYLE.hasAlternate) !== 1) return text;
  const alternate = decimal(
    value * style.get(DIMSTYLE.alternateFactor),
    style.get(DIMSTYLE.alternateDecimals),
    style.get(DIMSTYLE.zeros),
  );
  return `${text} [${alternate}]`;
}

/** The measured angle as the style shows it. */
export function angleText(radians: number, style: DimensionStyle): string {
  const stated = style.get(DIMSTYLE.angleDecimals);
  const decimals = stated < 0 ? style.get(DIMSTYLE.decimals) : stated;
  const zeros = style.get(DIMSTYLE.angleZeros) << 2;
  const point = style.get(DIMSTYLE.point);
  const degrees = (radians / Math.PI) * 180;
  switch (style.get(DIMSTYLE.angleUnit)) {
    case DEGREES_MINUTES:
      return framed(inMinutes(degrees, decimals, zeros), style.frame, '');
    case GRADS:
      return framed(`${decimal(degrees / 0.9, decimals, zeros, point)}g`, style.frame, '');
    case RADIANS:
      return framed(`${decimal(radians, decimals, zeros, point)}r`, style.frame, '');
    default:
      return framed(`${decimal(degrees, decimals, zeros, point)}°`, style.frame, '');
  }
}

function rounded(value: number, step: number): number {
  return step > 0 ? Math.round(value / step) * step : value;
}

/** The value within the text of its style; a symbol is left out where that has a text of its own before the value. */
function framed(value: string, frame: string, symbol: string): string {
  const at = frame.indexOf('<>');
  if (at < 0) return symbol + value + frame;
  return (at === 0 ? symbol : frame.slice(0, at)) + value + frame.slice(at + 2).replace('[]', '');
}

function ofUnit(value: number, style: DimensionStyle, decimals: number): string {
  const old = style.get(DIMSTYLE.oldUnit);
  const unit = style.get(DIMSTYLE.unit);
  const zeros = style.get(DIMSTYLE.zeros);
  const point = style.get(DIMSTYLE.point);
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  switch (unit === DIMSTYLE.unit.missing ? (OLD_UNITS[old] ?? old) : unit) {
    case SCIENTIFIC: {
      const [digits, power] = size.toExponential(placesOf(decimals)).split('e') as [string, string];
      return `${sign}${digits}E${power[0]}${power.slice(1).padStart(2, '0')}`;
    }
    case ENGINEERING:
      return sign + inFeet(size, zeros, (inches) => decimal(inches, decimals, zeros, point), 10 ** placesOf(decimals));
    case ARCHITECTURAL:
      return sign + inFeet(size, zeros, (inches) => fraction(inches, decimals), 2 ** placesOf(decimals));
    case FRACTIONAL:
      return sign + fraction(size, decimals);
    default:
      return decimal(value, decimals, zeros, point);
  }
}

function placesOf(decimals: number): number {
  return Math.max(0, Math.min(MOST_DECIMALS, Math.trunc(decimals)));
}

function decimal(value: number, decimals: number, zeros: number, point: number = DIMSTYLE.point.missing): string {
  let text = value.toFixed(placesOf(decimals));
  if ((zeros & NO_TRAILING) !== 0 && text.includes('.')) text = text.replace(/\.?0+$/, '');
  if ((zeros & NO_LEADING) !== 0) text = text.replace(/^(-?)0\./, '$1.');
  return text.replace('.', point > 0x1f && point < 0xffff ? String.fromCharCode(point) : '.');
}

/** A number of inches in feet and inches. @param steps of an inch that are shown */
function inFeet(inches: number, zeros: number, show: (inches: number) => string, steps: number): string {
  const total = Math.round(inches * steps) / steps;
  const feet = Math.floor(total / INCHES);
  const rest = total - feet * INCHES;
  const kind = zeros & 3;
  const hasFeet = feet > 0 || kind === SHOWS_BOTH || kind === SHOWS_FEET;
  const hasInches = rest > 0 || kind === SHOWS_BOTH || kind === SHOWS_INCHES || !hasFeet;
  if (!hasInches) return `${feet}'`;
  return `${hasFeet ? `${feet}'-` : ''}${show(rest)}"`;
}

/** A number with a fraction of a power of two. */
function fraction(value: number, decimals: number): string {
  let steps = 2 ** placesOf(decimals);
  const total = Math.round(value * steps);
  const whole = Math.floor(total / steps);
  let rest = total - whole * steps;
  if (rest === 0) return String(whole);
  for (; rest % 2 === 0; steps /= 2) rest /= 2;
  return `${whole > 0 ? `${whole} ` : ''}${rest}/${steps}`;
}

/** Degrees, with as many of minutes and seconds as there are places. */
function inMinutes(degrees: number, decimals: number, zeros: number): string {
  const places = placesOf(decimals);
  if (places === 0) return `${Math.round(degrees)}°`;
  if (places < 3) {
    const minutes = Math.round(degrees * 60);
    return `${Math.floor(minutes / 60)}°${minutes % 60}'`;
  }
  const scale = 10 ** Math.max(0, places - 4);
  const seconds = Math.round(degrees * 3600 * scale) / scale;
  const whole = Math.floor(seconds / 60);
  return `${Math.floor(whole / 60)}°${whole % 60}'${decimal(seconds - whole * 60, places - 4, zeros)}"`;
}
