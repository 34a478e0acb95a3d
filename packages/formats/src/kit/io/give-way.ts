import type { ReadContext } from '../../core/format.ts';

/** Bytes between two checks of the signal. */
export const GIVE_WAY = 1 << 20;

/**
 * Reports progress and yields.
 * @param done of `total`: bytes read so far, or features written
 * @param what is done, for the progress
 * @throws the reason of the signal
 */
export async function giveWay(
  done: number,
  total: number,
  { progress, signal }: Pick<ReadContext, 'progress' | 'signal'>,
  what = 'reading',
): Promise<void> {
  progress(done, total, what);
  await pause(signal);
}

/** Yields. @throws the reason of the signal */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}
