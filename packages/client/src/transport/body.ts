import { BodyNotRepeatableError } from './errors.ts';

/** Bytes that can be sent any number of times. */
export type RepeatableBody = string | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | FormData | URLSearchParams;

/** A body: bytes, or a function that opens a stream of them each time, or a stream that can be read once. */
export type Body = RepeatableBody | (() => ReadableStream<Uint8Array>) | ReadableStream<Uint8Array>;

/**
 * Refuses a body that can be read once, before anything is sent: a request is sent again when its token has expired.
 * @param once the caller accepts that such a request fails then
 * @throws {BodyNotRepeatableError}
 */
export function refuseUnrepeatable(body: Body | undefined, once: boolean): void {
  if (!once && body instanceof ReadableStream)
    throw new BodyNotRepeatableError(
      'body-not-repeatable',
      'a stream can be sent once, and a request is sent again when its token has expired: pass a function that opens ' +
        'the stream, or bytes, or { once: true } to accept that the request fails then',
    );
}

/** What fetch sends, for one attempt. @param progress called with the bytes handed over so far */
export function openBody(body: Body | undefined, progress?: (bytes: number) => void): RequestInit['body'] {
  const opened = typeof body === 'function' ? body() : body;
  return opened instanceof ReadableStream && progress !== undefined ? counted(opened, progress) : opened;
}

/** Passes a stream on and reports the bytes that have passed. */
export function counted(
  stream: ReadableStream<Uint8Array>,
  progress: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        progress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
}
