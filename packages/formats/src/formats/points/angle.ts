import type { AngleFormat } from './layout.ts';

const GON_TO_DEGREES = 0.9;
/** Longest text that is parsed as an angle. */
const MOST_LENGTH = 40;
/** A hyphen right after the hemisphere is no sign: N-52-07-24.5. */
const PARTS =
  /^\s*(?:([NSEW])-?)?\s*([-+]?)(\d{1,3})\s*(?:[°º˚d:\-\s])\s*(\d{1,2}(?:[.,]\d*)?)\s*(?:['′’m:\-\s]\s*(?:(\d{1,2}(?:[.,]\d*)?)\s*(?:''|["″”]|s(?=\s*[NSEW]))?)?)?\s*([NSEW]?)\s*$/i;
const MARKED_DECIMAL = /^\s*([NSEW]?)\s*([-+]?\d{1,3}(?:[.,]\d*)?)\s*[°º˚]?\s*([NSEW]?)\s*$/i;

/** Whether a text can only be an angle: degrees and minutes, a degree sign, or a hemisphere. */
export function isAngle(text: string): boolean {
  if (text.length > MOST_LENGTH) return false;
  return PARTS.test(text) || (/[°º˚NSEW]/i.test(text) && MARKED_DECIMAL.test(text));
}

/**
 * Parses an angle in degrees, negative to the south and west; NaN if the text is not an angle.
 * Parts (52°07'24.5"N, 52-07-24.5, N-52-07-24.5, N 52 07.408) are recognised in any `format`, which determines the
 * meaning of a plain number: `decimal` degrees, `packed` DDD.MMSSsss, `gon`. Minutes and seconds of 60 or more are
 * refused.
 */
export function parseAngle(text: string, format: AngleFormat): number {
  if (text.length > MOST_LENGTH) return Number.NaN;
  const plain = MARKED_DECIMAL.exec(text);
  if (plain) {
    const value = Number(plain[2]!.replace(',', '.'));
    const degrees = format === 'packed' ? fromPacked(value) : format === 'gon' ? value * GON_TO_DEGREES : value;
    return withHemisphere(degrees, plain[1]! + plain[3]!);
  }
  const parts = PARTS.exec(text);
  if (!parts) return Number.NaN;
  const [minutes, seconds] = [parts[4], parts[5]].map((part) => Number((part ?? '0').replace(',', '.')));
  // Fractional minutes exclude seconds.
  if (minutes! >= 60 || seconds! >= 60 || (parts[5] !== undefined && !Number.isInteger(minutes))) return Number.NaN;
  const size = Number(parts[3]) + minutes! / 60 + seconds! / 3600;
  return withHemisphere(parts[2] === '-' ? -size : size, (parts[1] ?? '') + parts[6]!);
}

/**
 * Decimal degrees of an angle packed as DDD.MMSSsss (as total stations print it); NaN if minutes or seconds reach 60.
 * The digits are split as written, not by arithmetic: 10.3 is 10°30'.
 */
export function fromPacked(packed: number): number {
  const text = Math.abs(packed).toFixed(10);
  const dot = text.indexOf('.');
  const minutes = Number(text.slice(dot + 1, dot + 3));
  const seconds = Number(`${text.slice(dot + 3, dot + 5)}.${text.slice(dot + 5)}`);
  if (minutes >= 60 || seconds >= 60) return Number.NaN;
  const size = Number(text.slice(0, dot)) + minutes / 60 + seconds / 3600;
  return packed < 0 || Object.is(packed, -0) ? -size : size;
}

/**
 * An angle packed as DDD.MMSSsss with `places` decimals (at least 4); the inverse of `fromPacked` to that precision.
 */
export function toPacked(degrees: number, places: number): string {
  const unit = 10 ** Math.max(0, places - 4);
  const total = Math.round(Math.abs(degrees) * 3600 * unit);
  const seconds = total % (60 * unit);
  const minutes = Math.floor(total / (60 * unit)) % 60;
  const whole = Math.floor(total / (3600 * unit));
  const digits = String(seconds).padStart(2 + String(unit).length - 1, '0');
  return `${degrees < 0 && total > 0 ? '-' : ''}${whole}.${String(minutes).padStart(2, '0')}${digits}`;
}

function withHemisphere(degrees: number, letters: string): number {
  if (letters.length > 1) return Number.NaN;
  const letter = letters.toUpperCase();
  return letter === 'S' || letter === 'W' ? -Math.abs(degrees) : degrees;
}
