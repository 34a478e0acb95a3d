import type { Body } from '../transport/body.ts';

/** A file to send: bytes, a `File` or `Blob` (in Node: `openAsBlob(path)`), or a function that opens a stream. */
export type FileBody = Exclude<Body, FormData | URLSearchParams>;

/** The name a file is sent with: the one given, otherwise that of a `File`. */
export function nameOf(file: FileBody, filename: string | undefined): string | undefined {
  return filename ?? (file instanceof Blob ? (file as Blob & { name?: string }).name : undefined);
}

/** The bytes as a Blob, whose parts can be sent one by one; undefined for a stream. */
export function blobOf(file: FileBody): Blob | undefined {
  if (file instanceof Blob) return file;
  return typeof file === 'function' || file instanceof ReadableStream ? undefined : new Blob([file]);
}
