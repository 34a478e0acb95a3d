/** Name under which the header Upload-Metadata is stored verbatim; it contains a space, so no caller can use it. */
export const AS_GIVEN = 'as given';
const HEADER = 'upload-metadata';

/**
 * Restores the caller's metadata verbatim in an answer: "responses to HEAD requests MUST include the Upload-Metadata
 * header and its value as specified by the Client" (tus 1.0, Creation). The library writes everything it stores, which
 * is more, and reads values as UTF-8.
 * @param headers of an answer of the library
 */
export function restoreMetadata(headers: Pick<Headers, 'get' | 'set' | 'delete'>): void {
  const kept = headers
    .get(HEADER)
    ?.split(',')
    .find((pair) => pair.startsWith(`${AS_GIVEN} `));
  if (kept === undefined) headers.delete(HEADER);
  else headers.set(HEADER, Buffer.from(kept.slice(AS_GIVEN.length + 1), 'base64').toString('utf8'));
}
