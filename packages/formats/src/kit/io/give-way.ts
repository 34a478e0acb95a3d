import type { ReadContext } from '../../core/format.ts';

/** Bytes between two checks of the signal. */
export const GIVE_WAY = 1 << 20;

/**
 * Reports progress and yields.
 * @param offset bytes read so far
 * @param size of the file
 * @throws the reason of the signal
 */
export async function giveWay(offset: number, size: number, context: ReadContext): Promise<void> {
  context.progress(offset, size, 'reading');
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}
