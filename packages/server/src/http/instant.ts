const PARTS = /^(?<day>.{10})[Tt\s](?<clock>\d\d:\d\d:)(?<second>\d\d)(?<fraction>\.\d+)?(?<zone>.+)$/;

/**
 * The instant of a text that has passed the check of the format `date-time` (RFC 3339, with the zones that our
 * validator also accepts: `+01`, `+0100`). `Date.parse` supports neither these nor leap seconds, and its NaN would make
 * every filter pass.
 * @returns milliseconds since 1970; a leap second is the first instant after it
 */
export function instantOf(text: string): number {
  const { day, clock, second, fraction = '', zone = '' } = PARTS.exec(text)?.groups ?? {};
  const [sign, hours, minutes] = [zone.slice(0, 1), zone.slice(1, 3), zone.slice(3).replace(':', '') || '00'];
  const offset = /^z$/i.test(zone) ? 'Z' : `${sign}${hours}:${minutes}`;
  const isLeap = second === '60';
  const moment = Date.parse(`${day}T${clock}${isLeap ? '59' : second}${isLeap ? '' : fraction}${offset}`);
  return isLeap ? moment + 1000 : moment;
}
