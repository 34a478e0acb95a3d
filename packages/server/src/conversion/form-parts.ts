import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { silent } from './detached-body.ts';

/** Form fields besides the file. */
const MOST_FIELDS = 50;
/** File fields, as many as a searched archive of drawings may hold. */
const MOST_FILES = 200;
/**
 * Most characters of a form's Content-Type. A boundary in it has at most 70 (RFC 2046 §5.1.1); the parser accepts 252.
 */
const MOST_TYPE = 250;
/** A form whose last byte has arrived yields its next part within this time, or never. */
const STALLED_MS = 2000;
const WATCH_MS = 250;

/**
 * The parts of a multipart form, in order.
 * @throws ProblemError malformed-request if its boundary is too long, or if it ends without its closing boundary, for
 *   which the parser would wait forever
 */
export async function* formParts(request: FastifyRequest, mostSilence: number): AsyncGenerator<Multipart> {
  if (request.headers['content-type']!.length > MOST_TYPE)
    throw new ProblemError(
      'malformed-request',
      detailOf('The Content-Type of a form has {most} characters at most; its boundary should have no more than 70.', {
        most: MOST_TYPE,
      }),
    );
  const parts = request.parts({ limits: { files: MOST_FILES, fields: MOST_FIELDS } });
  for (;;) {
    const next = await beforeStall(request, parts.next(), mostSilence);
    if (next.done === true) return;
    yield next.value;
  }
}

/**
 * Gives up a promise when the whole body has arrived and there is no further progress, or when nothing of it arrives.
 * @param mostSilence milliseconds that the connection may be silent before the body is complete
 * @param moved a number that increases with progress
 * @throws ProblemError malformed-request, request-timeout
 */
export async function beforeStall<T>(
  { raw }: FastifyRequest,
  promise: Promise<T>,
  mostSilence: number,
  moved = () => 0,
): Promise<T> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const progress = (): number => (raw.complete ? moved() : raw.socket.bytesRead);
  let last = progress();
  let still = 0;
  const watch = setInterval(() => {
    const now = progress();
    still = now === last ? still + WATCH_MS : 0;
    last = now;
    if (raw.complete && still >= STALLED_MS)
      reject(
        new ProblemError('malformed-request', detailOf('The form ends without its closing boundary: it is truncated.')),
      );
    else if (still >= mostSilence) reject(silent(mostSilence));
  }, WATCH_MS);
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearInterval(watch);
  }
}
