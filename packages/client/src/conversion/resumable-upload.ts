import type { Caller, CallOptions } from '../transport/caller.ts';
import { ProblemError, UnexpectedAnswerError } from '../transport/errors.ts';
import { isPassing, pauseAfter } from '../transport/repetition.ts';

/** Largest and smallest part: after a failure at most one part is sent again. */
const MOST_PART_BYTES = 8 * 1024 * 1024;
const LEAST_PART_BYTES = 256 * 1024;
/** How long a part should take if progress is reported, and how much larger than the previous part it may be. */
const STEP_MS = 300;
const MOST_GROWTH = 8;
const VERSION = { 'tus-resumable': '1.0.0' };

/** Called with the bytes that have arrived, and the bytes of all. */
export type Progress = (bytes: number, total: number | undefined) => void;

/**
 * Uploads bytes by tus 1.0, in parts; continues where the server stopped after a broken connection.
 * @returns the id of the upload, for `?upload=`
 */
export async function uploadResumable(
  caller: Caller,
  blob: Blob,
  filename: string | undefined,
  options: CallOptions & { readonly onProgress?: Progress },
): Promise<string> {
  const { signal, timeoutMs, onProgress } = options;
  const { repetition, timing } = caller.settings;
  const metadata = filename === undefined ? {} : { 'upload-metadata': `filename ${base64(filename)}` };
  const headers = { ...VERSION, 'upload-length': String(blob.size), ...metadata };
  const path = await caller.send({ method: 'POST', path: '/uploads', headers, signal, timeoutMs }, async (response) => {
    await response.body?.cancel();
    return new URL(response.headers.get('location') ?? '', `${caller.base}/uploads`).pathname;
  });
  const id = path.split('/').at(-1)!;
  const place = `/uploads/${encodeURIComponent(id)}`;
  const offsetOf = async (response: Response): Promise<number> => {
    await response.body?.cancel();
    return Number(response.headers.get('upload-offset'));
  };
  let partBytes = onProgress === undefined ? MOST_PART_BYTES : LEAST_PART_BYTES;
  for (let [offset, failures] = [0, 0]; offset < blob.size; ) {
    let arrived: number;
    const began = timing.monotonic();
    try {
      const part = blob.slice(offset, offset + partBytes);
      const at = { ...VERSION, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      arrived = await caller.send(
        { method: 'PATCH', path: place, headers: at, body: part, repeatable: false, signal, timeoutMs },
        offsetOf,
      );
      failures = 0;
      if (onProgress !== undefined) {
        const growth = Math.min(MOST_GROWTH, STEP_MS / Math.max(1, timing.monotonic() - began));
        partBytes = Math.round(Math.min(MOST_PART_BYTES, Math.max(LEAST_PART_BYTES, partBytes * growth)));
      }
    } catch (error) {
      // 409: the server's offset differs from ours, because an answer was lost.
      const isLost = isPassing(error) || (error instanceof ProblemError && error.status === 409);
      if (signal?.aborted || !isLost || ++failures >= repetition.attempts) throw error;
      await timing.sleep(pauseAfter(error, failures, repetition, timing), signal);
      arrived = await caller.send({ method: 'HEAD', path: place, headers: VERSION, signal, timeoutMs }, offsetOf);
    }
    if (!Number.isInteger(arrived) || arrived < 0 || arrived > blob.size)
      throw new UnexpectedAnswerError('unexpected-answer', `${place}: the server does not say how much has arrived`);
    offset = arrived;
    onProgress?.(offset, blob.size);
  }
  return id;
}

/** Base64 of the UTF-8 bytes, as the protocol asks for. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
