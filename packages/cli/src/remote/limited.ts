import { UsageError } from '../command.ts';
import { one, type RemoteCall } from './action.ts';

/** Items of a list that are shown, unless --limit says otherwise. */
const USUAL_LIMIT = 1000;

/** The first items of a list; reports if there are more. @throws UsageError for a limit that is no number */
export async function limited<T>(items: AsyncIterable<T>, { options, io }: RemoteCall): Promise<T[]> {
  const limit = Number(one(options, 'limit') ?? USUAL_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit needs a whole number from 1');
  const found: T[] = [];
  for await (const item of items) {
    if (found.length === limit) {
      io.err(`There are more: these are the first ${limit} (--limit).\n`);
      break;
    }
    found.push(item);
  }
  return found;
}
