/** An exact decimal number: digits × 10^-scale. */
export interface Decimal {
  readonly digits: bigint;
  /** Digits after the point, ≥ 0. */
  readonly scale: number;
}

/** Most digits of a number written out; the largest double needs 309. */
const MAX_DIGITS = 400;

const FORM = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Most characters, including the point, of a number whose digits always fit a double exactly. */
const SHORT = 16;

/**
 * Parses a JSON number exactly; undefined if it is not one or needs more than 400 digits on either side of the point.
 */
export function parseDecimal(text: string): Decimal | undefined {
  return parseShort(text) ?? parseAny(text);
}

/**
 * Fast path for digits with at most one point, as in weights, without a regular expression or an intermediate string.
 */
function parseShort(text: string): Decimal | undefined {
  if (text.length > SHORT) return undefined;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === 0x2e - 0x30 && point < 0 && at > 0) point = at;
    else return undefined;
  }
  if (text.length === 0 || point === text.length - 1 || digits > Number.MAX_SAFE_INTEGER) return undefined;
  return { digits: BigInt(digits), scale: point < 0 ? 0 : text.length - 1 - point };
}

function parseAny(text: string): Decimal | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (text.length > MAX_DIGITS || !(Math.abs(shift) <= MAX_DIGITS)) return undefined;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - shift;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.digits, b.digits, a.scale];
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale];
}

export function addDecimal(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { digits: left + right, scale };
}

export function subtractDecimal(a: Decimal, b: Decimal): Decimal {
  return addDecimal(a, { digits: -b.digits, scale: b.scale });
}

export function multiplyDecimal(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** −1, 0 or 1 if a is less than, equal to or greater than b. */
export function compareDecimal(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function absoluteDecimal(a: Decimal): Decimal {
  return a.digits < 0n ? { digits: -a.digits, scale: a.scale } : a;
}

/** Written out in full without an exponent, with all digits of the scale: { 2540n, 2 } is `25.40`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  return scale === 0 ? sign + text : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

/** The same without trailing zeros of the fraction, for messages. */
export function shortDecimal(value: Decimal): string {
  const text = formatDecimal(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
