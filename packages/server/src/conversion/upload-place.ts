import type { DataStore, Upload } from '@tus/server';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { Reader, Transaction } from '../storage/port/space-store.ts';

/** Unused uploads are removed after a day. */
export const EXPIRY_MS = 24 * 3600 * 1000;
/** Our own metadata of an upload, besides the caller's: its organisation. Callers cannot use a name with a space. */
export const OWNER = 'owned by';

export const ID_FORM = /^[0-9a-f-]{36}$/;

/** The state of an unused upload. */
export type KnownUpload = Pick<Upload, 'id' | 'size' | 'offset' | 'metadata' | 'creation_date'>;

/** An organisation's unused uploads: their number, and the bytes they take or may take. */
export interface UnusedUploads {
  readonly count: number;
  readonly bytes: number;
}

/** A finished upload, taken over as a blob, until one of the functions is called. */
export interface TakenUpload {
  readonly info: BlobInfo;
  /** Puts it back, so that its id can be used again. */
  readonly giveBack: () => Promise<void>;
  /** Removes it and the blob: it is useless. */
  readonly drop: () => Promise<void>;
  /**
   * Ends it with the transaction that stores the blob's row; absent if its id is used up already.
   * @returns blobs to delete after the commit
   * @throws ProblemError upload-unknown if another server took it meanwhile
   */
  readonly end?: (tx: Transaction) => Promise<readonly string[]>;
}

/** Where resumable uploads are kept until they are used. */
export interface UploadPlace {
  /** The store for the library of the protocol. */
  store(): Promise<DataStore>;
  /** An upload of any organisation, finished or not. */
  find(id: string): Promise<KnownUpload | undefined>;
  /** Ends the writing of an unfinished upload on other servers: its offset stays until it is continued. */
  stop(id: string): Promise<void>;
  /** Takes a finished upload over. @param isPassing whether the blob is deleted again within the request */
  take(upload: KnownUpload, isPassing: boolean): Promise<TakenUpload>;
  /** @param from the transaction to read in, if any */
  unused(organisationId: string, from?: Reader): Promise<UnusedUploads>;
  /** Removes uploads that were not used in time, with all their data. @param now milliseconds since 1970 */
  sweep(now: number): Promise<void>;
}

export function unknownUpload(): ProblemError {
  return new ProblemError(
    'upload-unknown',
    detailOf('There is no such upload: it was used, it has expired, or it never existed here.'),
  );
}
