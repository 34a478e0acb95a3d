const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?$/;

/**
 * Milliseconds since 1970 UTC of a date with or without a time: ISO 8601, or day.month.year. Without a zone it is UTC.
 * NaN for everything else: month/day/year and day/month/year look the same, so slashed dates are never guessed.
 */
export function parseTime(text: string): number {
  const iso = ISO.exec(text);
  if (iso) return checked(iso[1]!, iso[2]!, iso[3]!, iso.slice(4, 8)) - zone(iso[8]);
  const dotted = DOTTED.exec(text);
  return dotted ? checked(dotted[3]!, dotted[2]!, dotted[1]!, dotted.slice(4, 8)) : Number.NaN;
}

/** Whether a time text states its zone. */
export function hasZone(text: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(text) && text.includes(':');
}

function checked(year: string, month: string, day: string, clock: (string | undefined)[]): number {
  const [hours, minutes, seconds, part] = clock.map((value) => Number(value ?? 0));
  if (hours! > 23 || minutes! > 59 || seconds! > 59) return Number.NaN;
  const date = new Date(0);
  // Date.UTC would map the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // 31 February would silently become 3 March.
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return Number.NaN;
  return date.setUTCHours(hours!, minutes, seconds, Math.round(part! * 1000));
}

function zone(text: string | undefined): number {
  if (text === undefined || /z/i.test(text)) return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))) * 60_000;
}
