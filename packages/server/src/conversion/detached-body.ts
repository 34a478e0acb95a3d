import { PassThrough, type Readable } from 'node:stream';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/**
 * An upload may be slow, but must not be silent for longer than this many times the limit of a whole JSON body.
 */
const SILENCE_FACTOR = 2;

/** How long a body may be silent, in milliseconds. @param bodySeconds the setting */
export function silenceLimit(bodySeconds: number): number {
  return bodySeconds * SILENCE_FACTOR * 1000;
}

/** The refusal of a body that has gone silent. */
export function silent(milliseconds: number): ProblemError {
  return new ProblemError(
    'request-timeout',
    detailOf('Nothing of the body arrived for {seconds} s.', { seconds: milliseconds / 1000 }),
  );
}

/**
 * A stream of the body that can be given up without closing the connection: the rest of a refused body is then read and
 * discarded, and the caller's next request on the connection is handled. It fails if the connection breaks, or if
 * nothing arrives for longer than `mostSilence` milliseconds.
 */
export function detachedBody(body: Readable, mostSilence: number): Readable {
  const through = new PassThrough();
  const watch = setTimeout(() => through.destroy(silent(mostSilence)), mostSilence);
  const broke = (): void => {
    if (!body.readableEnded)
      through.destroy(Object.assign(new Error('the body broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }));
  };
  body.on('data', () => watch.refresh());
  body
    .once('error', broke)
    .once('close', broke)
    .once('end', () => clearTimeout(watch));
  through.once('close', () => clearTimeout(watch));
  // The caller may have left while something else was awaited; no further event arrives then.
  if (body.destroyed) process.nextTick(broke);
  return body.pipe(through);
}
