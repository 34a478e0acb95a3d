import { FormatError } from '../../core/failure.ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { exactJson } from './exact-json.ts';
import type { JsonCutter } from './json-cutter.ts';

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON] = [123, 125, 91, 93, 44, 58];
/** Top-level members other than the features; a text with more is no GeoJSON. */
const MOST_MEMBERS = 1000;
/** Bytes between two looks at the caller's signal. */
export const GIVE_WAY = 1 << 20;

/** Walks over a top-level object and fills its members in; `feature` is called at each element of `features` and must take it. */
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
 * Reads until a text is damaged; damage before anything was whole is no matter of this.
 * @param read calls `whole` for each thing that was read
 * @returns the damage behind what was read, if any
 * @throws FormatError when nothing was
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

/** A value cut out; undefined, and an issue, when it is not JSON. */
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

/** Tells how far the reading is, and lets others have their turn. */
export async function giveWay(offset: number, size: number, context: ReadContext): Promise<void> {
  context.progress(offset, size, 'reading');
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}
