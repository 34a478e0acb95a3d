/** Name under which the header Upload-Metadata is kept as it came; with a space, so that no caller can give it. */
export const AS_GIVEN = 'as given';
const HEADER = 'upload-metadata';

/**
 * Puts into an answer what the caller told of the upload, to the letter: "responses to HEAD requests MUST include the Upload-Metadata header
 * and its value as specified by the Client" (tus 1.0, Creation). The library writes what it keeps, which is more, and reads values as UTF-8.
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
