import { FormatError } from '../../core/failure.ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';
import { exactJson } from './exact-json.ts';
import type { JsonCutter } from './json-cutter.ts';

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON] = [123, 125, 91, 93, 44, 58];
/** Most top-level members besides the features. */
const MOST_MEMBERS = 1000;

/**
 * Walks a top-level object and collects its members; `feature` is called at each element of `features` and must consume
 * it.
 */
export async function walk(
  cutter: JsonCutter,
  size: number,
  members: Map<string, unknown>,
  context: ReadContext,
  feature: () => void,
): Promise<void> {
  let shown = 0;
  cutter.expect(OPEN_OBJECT);
  while (!cutter.take(CLOSE_OBJECT)) {
    const key = parse(cutter.value(), context, cutter.offset);
    if (typeof key !== 'string' || members.size >= MOST_MEMBERS)
      throw cutter.malformed('a member has no name, or there are too many');
    cutter.expect(COLON);
    if (key === 'features' && cutter.take(OPEN_ARRAY)) {
      while (!cutter.take(CLOSE_ARRAY)) {
        feature();
        if (!cutter.take(COMMA) && cutter.peek() !== CLOSE_ARRAY)
          throw cutter.malformed('a comma between features is missing');
        if (cutter.offset - shown < GIVE_WAY) continue;
        shown = cutter.offset;
        await giveWay(shown, size, context);
      }
    } else members.set(key, parse(cutter.value(), context, cutter.offset, exactJson));
    if (!cutter.take(COMMA) && cutter.peek() !== CLOSE_OBJECT)
      throw cutter.malformed('a comma between members is missing');
  }
}

/**
 * Reads until the text is damaged.
 * @param read calls `whole` after each complete value
 * @returns the damage after at least one complete value, if any
 * @throws FormatError if there was not even one
 */
export async function untilDamage(
  { signal }: ReadContext,
  read: (whole: () => void) => Promise<void>,
): Promise<FormatError | undefined> {
  let some = false;
  try {
    await read(() => {
      some = true;
    });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (some && error instanceof FormatError && error.code === 'json-malformed') return error;
    throw error;
  }
}

/** Parses a value; if it is not JSON, reports an issue and returns undefined. */
export function parse(
  text: string,
  context: ReadContext,
  offset: number,
  by: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return by(text);
  } catch {
    context.report(issueOf('json-value-malformed', { value: text.slice(0, 60) }, { offset }));
    return undefined;
  }
}
