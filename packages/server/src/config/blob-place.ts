/** A bucket of an object store, and where in it. */
export interface Bucket {
  readonly bucket: string;
  /** Before the names of all objects; empty or ends in a slash. */
  readonly prefix: string;
}

/** The bucket and prefix of `s3://bucket/prefix`; undefined if it is something else. */
export function bucketOf(text: string): Bucket | undefined {
  // Names of buckets as Amazon has them; prefixes of characters that need no encoding anywhere.
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]*))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bucket, path = ''] = match;
  if (path.split('/').some((part) => part === '.' || part === '..')) return undefined;
  return { bucket: bucket!, prefix: path === '' || path.endsWith('/') ? path : `${path}/` };
}

/** Why a text is not a place for blobs; undefined if it is one. */
export function blobPlaceFault(text: string): string | undefined {
  if (bucketOf(text) !== undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFolder = url?.protocol === 'file:' && url.host === '' && url.pathname.length > 1;
  return isFolder ? undefined : 's3://bucket/prefix or file:///folder is needed';
}
