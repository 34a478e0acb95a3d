import type { Bucket } from '../../config/blob-place.ts';

/** Where the objects are, and with which key they are reached. */
export interface S3Address extends Bucket {
  /** Of the service, for instance `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is in the path of addresses rather than in the name of the host. */
  readonly isPathStyle: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The URL of an object, or of the bucket if the key is empty. */
export function urlOf({ endpoint, bucket, isPathStyle }: S3Address, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${base}${isPathStyle ? `/${bucket}` : ''}/${key}`;
  return url;
}
