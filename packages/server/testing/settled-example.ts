import type { World } from './example-world.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const SECRET = /\b(fb[a-z]{2,5}|whsec)_[\w+/=-]{20,}/g;
/** Lists of an example are no longer than that; coordinates are not lists. */
const MOST_ITEMS = 2;

/** What a delivery says once it was tried: that depends on the network of the machine and may name its hosts. */
const OF_ATTEMPTS = ['lastAttemptAt', 'lastError', 'lastStatus'];

/**
 * An answer as it is written into a document: with the ids of the examples, one time, no secret, and short lists, so
 * that it says the same whenever it is written.
 */
export function settledExample(answer: unknown, world: World, url: string): unknown {
  const examples = new Map(Object.entries(world).map(([example, real]) => [real, example]));
  const settle = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = value
        .replaceAll(TIME, '2026-05-04T08:15:00.000Z')
        .replaceAll(url, 'https://bridge.example.com')
        .replace(SECRET, '$1_shown-once');
      return text.replace(ID, (id) => examples.get(id) ?? '00000000-0000-7000-8000-000000000099');
    }
    if (Array.isArray(value)) return (typeof value[0] === 'number' ? value : value.slice(0, MOST_ITEMS)).map(settle);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !OF_ATTEMPTS.includes(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, name === 'attempts' ? 0 : settle(inner)]));
  };
  return settle(answer);
}
