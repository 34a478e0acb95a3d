/**
 * How often to try something, from the command line or the environment.
 * @param usual the default
 * @throws RangeError for anything but a number from 1: a campaign without rounds would pass and show nothing
 */
export function countOf(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new RangeError(`${name} is a whole number from 1, not ${JSON.stringify(text)}`);
}
