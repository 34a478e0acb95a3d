const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d{1,15}$/;
const INTERNATIONAL = /^(-?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/;

/** A double as xs:double spells it, so that reading it gives the very same bits (but those within a NaN). */
export function formatDouble(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
}

/** Reads an xs:double; undefined for anything else (an empty text, a word, a decimal comma). */
export function parseDouble(text: string): number | undefined {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed);
  if (trimmed === 'NaN') return Number.NaN;
  if (trimmed === 'INF' || trimmed === '+INF') return Infinity;
  return trimmed === '-INF' ? -Infinity : undefined;
}

/** Reads a finite double; NaN for anything else. */
export function finiteDouble(text: string): number {
  const value = parseDouble(text);
  return value === undefined || !Number.isFinite(value) ? Number.NaN : value;
}

/** Reads a whole number; undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const trimmed = text.trim();
  return INTEGER.test(trimmed) ? Number(trimmed) : undefined;
}

/** Reads an xs:int; undefined for anything else. */
export function parseInt32(text: string): number | undefined {
  const value = parseInteger(text);
  return value === undefined || value !== (value | 0) ? undefined : value;
}

/** Reads an xs:unsignedInt; undefined for anything else. */
export function parseUnsignedInt32(text: string): number | undefined {
  const value = parseInteger(text);
  return value === undefined || value !== value >>> 0 ? undefined : value;
}

/** Reads an xs:boolean; undefined for anything else. */
export function parseBoolean(text: string): boolean | undefined {
  const trimmed = text.trim();
  if (trimmed === 'true' || trimmed === '1') return true;
  return trimmed === 'false' || trimmed === '0' ? false : undefined;
}

/**
 * Milliseconds since 1970 as an xs:dateTime in UTC; undefined if a date cannot express it (fractions, out of range).
 */
export function formatTime(time: number): string | undefined {
  const fits = Number.isInteger(time) && time >= -62_135_596_800_000 && time < 253_402_300_800_000;
  return fits && !Object.is(time, -0) ? new Date(time).toISOString() : undefined;
}

/** A time to write: an xs:dateTime, as milliseconds if a date cannot express it, undefined if unknown. */
export function timeText(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : (formatTime(time) ?? formatDouble(time));
}

/** Reads a text written by `timeText`; undefined if it is not a time. */
export function parseTimeText(text: string): number | undefined {
  const time = parseDouble(text) ?? parseTime(text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Reads an xs:dateTime as milliseconds since 1970; NaN for anything else.
 * @param offset hours to add to a time without a zone to make it UTC
 */
export function parseTime(text: string, offset = 0): number {
  const match = INTERNATIONAL.exec(text.trim());
  if (match === null) return Number.NaN;
  const time = Date.parse(`${match[1]}${match[2] ?? 'Z'}`);
  // 31 February would silently become 3 March.
  const day = match[1]!.split('T')[0]!;
  if (new Date(`${day}T00:00:00Z`).getUTCDate() !== Number(day.slice(-2))) return Number.NaN;
  return match[2] === undefined ? time + offset * 3_600_000 : time;
}

/** A colour as `#RRGGBB`; as a plain number if it is not a colour. */
export function formatColour(colour: number): string {
  const isColour = Number.isInteger(colour) && colour >= 0 && colour <= 0xffffff;
  return isColour ? `#${colour.toString(16).padStart(6, '0').toUpperCase()}` : String(colour);
}

/** Reads `#RRGGBB` or an xs:int; undefined for anything else. */
export function parseColour(text: string): number | undefined {
  const match = /^#([0-9a-fA-F]{6})$/.exec(text.trim());
  return match === null ? parseInt32(text) : Number.parseInt(match[1]!, 16);
}
