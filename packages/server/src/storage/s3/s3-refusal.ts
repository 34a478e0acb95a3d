import { diskFull, notResponding, storageFailure } from '../failure.ts';

/** What an administrator can do about a refusal, by S3's code. */
const CURES: Readonly<Record<string, string>> = {
  AccessDenied: 'the access key needs the rights to list the bucket and to read, write and delete objects in it',
  InvalidAccessKeyId: 'the setting blobsAccessKey is not a key of this store',
  SignatureDoesNotMatch: 'the setting blobsSecretKey is wrong',
  NoSuchBucket: 'the bucket of the setting blobs does not exist',
  RequestTimeTooSkewed: 'the clock of this machine or of the store is wrong',
  AuthorizationHeaderMalformed: 'the setting blobsRegion is not the region of the bucket',
  PermanentRedirect: 'the setting blobsRegion or blobsEndpoint is not that of the bucket',
};
/** Codes of stores that have no room left; Amazon's never says so. */
const FULL: readonly string[] = ['QuotaExceeded', 'StorageFull', 'XMinioStorageFull', 'EntityTooLarge'];
const NO_ROOM = 507;
/** Answers after which the same request may succeed. */
const PASSING_STATUS: readonly number[] = [408, 429, 500, 502, 503, 504];
const PASSING_CODES: readonly string[] = ['RequestTimeout', 'SlowDown', 'InternalError', 'BadDigest', 'IncompleteBody'];

/** An answer of the object store that is not the one asked for. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  readonly status: number;
  readonly code: string;

  /** @param code S3's, for instance `NoSuchKey` */
  constructor(status: number, code: string) {
    const cure = CURES[code];
    super(`it answers ${status}${code === '' ? '' : ` ${code}`}${cure === undefined ? '' : `: ${cure}`}`);
    this.status = status;
    this.code = code;
  }

  /** Whether it says that there is no such object, which is no fault of the store. */
  get isAbsence(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket' && this.code !== 'NoSuchUpload';
  }
}

/** The object store cannot be reached, or breaks off. */
export class S3Away extends Error {
  override readonly name = 'S3Away';
}

/** Whether a failed request may succeed if it is sent again. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof S3Refusal)) return true;
  return PASSING_STATUS.includes(error.status) || PASSING_CODES.includes(error.code);
}

/** Why a request failed, for health and log: the refusal, or the cause of a connection that failed. */
export function reasonOf(error: unknown): string {
  if (error instanceof S3Refusal) return error.message;
  const { message, cause } = error as Error;
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  const details = [deeper, code].filter((text) => text !== undefined && text !== '' && !message.includes(text));
  return [message, ...new Set(details)].join(': ');
}

/**
 * How a failure is reported to users of the port.
 * @returns a problem for a store that is full, away or refuses; those of the file system; otherwise the error itself
 */
export function s3Failure(error: unknown): unknown {
  if (error instanceof S3Refusal && (error.status === NO_ROOM || FULL.includes(error.code))) return diskFull(error);
  return error instanceof S3Refusal || error instanceof S3Away ? notResponding(error) : storageFailure(error);
}
