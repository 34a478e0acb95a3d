import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { StoreCounts } from '../port/blob-store.ts';
import { type S3Address, urlOf } from './s3-address.ts';
import { elementsOf, S3Answer } from './s3-answer.ts';
import { isPassing, reasonOf, S3Away, S3Refusal } from './s3-refusal.ts';

const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
/** Bytes in a millisecond that a part may take to be sent, besides the time for the answer. */
const SLOWEST = 200;
/** How often a store in trouble is asked again. */
const AGAIN_MS = 2000;
const NOTHING = createHash('sha256').digest('hex');

/** How long a store is waited for, in milliseconds. */
export interface S3Patience {
  /** For the beginning of an answer. */
  readonly answer: number;
  /** For the next bytes of one. */
  readonly stall: number;
  /** Nothing is tried again once a caller has waited for this long. */
  readonly all: number;
}
const PATIENCE: S3Patience = { answer: 15_000, stall: 15_000, all: 15_000 };

/** A request besides its method and key. */
export interface S3Request {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends signed requests to an object store, again if it may help, and knows whether the store is in trouble. */
export class S3Client {
  readonly #address: S3Address;
  readonly #patience: S3Patience;
  readonly #counts = { requests: 0, retries: 0, failures: 0 };
  /** Derived keys of today, kept by the signer. */
  readonly #keys = new Map<string, ArrayBuffer>();
  #trouble: string | undefined;
  #looking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(address: S3Address, patience = PATIENCE) {
    this.#address = address;
    this.#patience = patience;
  }

  get counts(): StoreCounts {
    return this.#counts;
  }

  /** What the last request that was given up failed from; undefined after one that succeeded. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Sends nothing any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#looking);
  }

  /**
   * Sends a request until it is answered with success, a few times at most; once while the store is in trouble.
   * @param take reads what is needed of the answer; the request is sent again if it fails
   * @throws S3Refusal, S3Away; the reason of the signal
   */
  async send<T>(
    method: string,
    key: string,
    request: S3Request,
    take: (answer: S3Answer) => T | Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw new Error('The object store is closed.');
    const began = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        const taken = await take(await this.#once(method, key, request));
        this.#trouble = undefined;
        return taken;
      } catch (error) {
        request.signal?.throwIfAborted();
        const waited = performance.now() - began;
        const isLast = attempt === MOST_ATTEMPTS || waited > this.#patience.all || this.#trouble !== undefined;
        if (isLast || !isPassing(error)) {
          throw this.#gaveUp(error);
        }
        this.#counts.retries++;
        await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()), undefined, { signal: request.signal });
      }
    }
  }

  async #once(method: string, key: string, { query = {}, headers = {}, body, signal }: S3Request): Promise<S3Answer> {
    this.#counts.requests++;
    const url = urlOf(this.#address, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = this.#address;
    // The digest is a part of the signature: what arrives otherwise than it was sent is refused.
    const digest = body === undefined ? NOTHING : await digestOf(body);
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, headers: { ...headers, 'x-amz-content-sha256': digest } },
      ...{ accessKeyId, secretAccessKey, region, service: 's3', cache: this.#keys },
    }).sign();
    // Not signed, because proxies change it; and nothing is to be unpacked.
    signed.headers.set('accept-encoding', 'identity');
    const stop = new AbortController();
    const { answer: answerMs, stall } = this.#patience;
    const late = setTimeout(
      () => stop.abort(new Error('the object store does not answer in time')),
      answerMs + (body?.length ?? 0) / SLOWEST,
    );
    try {
      const response = await fetch(signed.url, {
        ...{ method, headers: signed.headers, redirect: 'manual' },
        ...(body === undefined ? {} : { body }),
        signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
      });
      const answer = new S3Answer(response, stop, stall);
      if (!response.ok) throw new S3Refusal(response.status, elementsOf(await answer.text(), 'Code')[0] ?? '');
      return answer;
    } finally {
      clearTimeout(late);
    }
  }

  /** Notes a failure, unless it is only that there is no such object. @returns the error for the caller */
  #gaveUp(error: unknown): S3Refusal | S3Away {
    if (error instanceof S3Refusal && error.isAbsence) {
      this.#trouble = undefined;
      return error;
    }
    this.#counts.failures++;
    this.#trouble = reasonOf(error);
    clearTimeout(this.#looking);
    if (!this.#isClosed) {
      this.#looking = setTimeout(() => this.#look(), AGAIN_MS);
      this.#looking.unref();
    }
    return error instanceof S3Refusal ? error : new S3Away(this.#trouble, { cause: error });
  }

  /** Asks for little, so that health is right again without any other request. */
  #look(): void {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#address.prefix };
    this.send('GET', '', { query }, (answer) => answer.text()).catch(() => {});
  }
}

/** In another thread: a part of an upload takes milliseconds. */
async function digestOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
}
