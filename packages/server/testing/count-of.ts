/**
 * How often something is tried, from the command line or the environment.
 * @param usual when nothing is said
 * @throws RangeError for what is no number from 1: of a campaign of no rounds nothing would be learned, and it would pass
 */
export function countOf(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new RangeError(`${name} is a whole number from 1, not ${JSON.stringify(text)}`);
}
