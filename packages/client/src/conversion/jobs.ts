import { notOurs } from '../transport/answer.ts';
import type { Call, Caller, CallOptions, Query } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import { isPassing } from '../transport/repetition.ts';
import type { Accepted, Job, JobStatus, NewJob } from '../wire/conversion.ts';
import { Download } from './download.ts';
import { blobOf, type FileBody, nameOf } from './file-body.ts';
import { type Progress, uploadResumable } from './resumable-upload.ts';
import { statusEvents } from './status-events.ts';

/** Options of a call that sends a file. */
export interface UploadOptions extends CallOptions {
  /** Name of the file; that of a `File` by default. */
  readonly filename?: string;
  /** Format id or extension; detected from the content by default. */
  readonly format?: string;
  /** Options of the format and of the import: `unit`, `crs`, `as`, `onDuplicate`, … */
  readonly options?: Query;
  /** In parts that continue after a broken connection; by default for files above 16 MiB. Not for streams. */
  readonly resumable?: boolean;
  readonly onProgress?: Progress;
}

/** Options of a call that receives a file. */
export interface FetchOptions extends CallOptions {
  /** Options of the format. */
  readonly options?: Query;
  readonly onProgress?: Progress;
}

export interface ConvertOptions extends Omit<UploadOptions, 'format'> {
  /** Format to write, as id or extension. */
  readonly to: string;
  /** Format to read; detected by default. */
  readonly from?: string;
}

/** Files above this are sent in parts. */
const RESUMABLE_BYTES = 16 * 1024 * 1024;
/**
 * The same for a file whose progress is reported: browsers report nothing about a body being sent, and do not send
 * streams.
 */
const UNWATCHED_BYTES = 512 * 1024;
/** How long the server may hold a status request. */
const WAIT_SECONDS = 20;

/** Field jobs of the conversion interface. */
export class Jobs {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Converts a file in one call; nothing is stored. `unit` and `crs` are of the source, `to.unit` of the target. */
  async convert(file: FileBody, { to, from, options, ...rest }: ConvertOptions): Promise<Download> {
    const call = { method: 'POST', path: '/convert', plain: true, query: { ...options, to, from } };
    return this.#download(await this.#withFile(call, file, rest), { ...rest, onProgress: undefined });
  }

  /** Creates an empty job. */
  create(job: NewJob = {}, options: CallOptions = {}): Promise<Job> {
    return this.#caller.json({ method: 'POST', path: '/job/mjf', json: job, ...options });
  }

  /** Uploads a file as a new job. */
  async upload(file: FileBody, { format = 'auto', options, ...rest }: UploadOptions = {}): Promise<Accepted> {
    const call = { method: 'POST', path: `/job/upload/${encodeURIComponent(format)}`, query: options };
    return this.#caller.json(await this.#withFile(call, file, rest));
  }

  /** Appends a file to a job. */
  async append(jobId: string, file: FileBody, upload: UploadOptions = {}): Promise<Accepted> {
    const { format = 'auto', options, ...rest } = upload;
    const call = { method: 'PUT', path: `${one(jobId)}/${encodeURIComponent(format)}`, query: options };
    return this.#caller.json(await this.#withFile(call, file, rest));
  }

  /** Uploads a file and reads its content report: the filter to fill in for `importFiltered`. */
  async report<T = Readonly<Record<string, unknown>>>(
    jobId: string,
    file: FileBody,
    { format = 'auto', options, ...rest }: UploadOptions = {},
  ): Promise<T> {
    const call = { method: 'POST', path: `${one(jobId)}/${encodeURIComponent(format)}`, query: options };
    return this.#caller.json<T>(await this.#withFile(call, file, rest));
  }

  /** Starts the import of a report's selection. */
  importFiltered(
    report: { readonly jobId: string; readonly fileId: string },
    { options, ...rest }: CallOptions & { readonly options?: Query } = {},
  ): Promise<Accepted> {
    const path = `${one(report.jobId)}/filtered/${encodeURIComponent(report.fileId)}`;
    return this.#caller.json({ method: 'PUT', path, json: report, query: options, ...rest });
  }

  /** Every job of the organisation. */
  iterate(options: CallOptions = {}): AsyncGenerator<Job, void> {
    return everyItem(this.#caller, '/job', {}, options);
  }

  status(jobId: string, options: CallOptions = {}): Promise<JobStatus> {
    return this.#caller.json({ method: 'GET', path: `${one(jobId)}/status`, ...options });
  }

  /**
   * Waits until no import of the job is waiting or running: by server-sent events, or by polling where they do not get
   * through.
   * @param onStatus called at every change
   */
  async waitFor(
    jobId: string,
    { onStatus, ...options }: CallOptions & { readonly onStatus?: (status: JobStatus) => void } = {},
  ): Promise<JobStatus> {
    const path = `${one(jobId)}/status`;
    try {
      const headers = { accept: 'text/event-stream' };
      const call = { method: 'GET', path, headers, repeatable: false, ...options };
      const ended = await this.#caller.send(call, async (response, moved) => {
        if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null)
          return undefined;
        for await (const status of statusEvents(response.body, moved)) {
          onStatus?.(status);
          if (status.state === 'idle') return status;
        }
        return undefined;
      });
      if (ended !== undefined) return ended;
    } catch (error) {
      // Proxies that hold events back make the stream time out; polling works through them.
      if (options.signal?.aborted || !isPassing(error)) throw error;
    }
    const { timing, timeoutMs, repetition } = this.#caller.settings;
    // Well below the time-out, so that a held request is not mistaken for silence.
    const wait = Math.max(1, Math.min(WAIT_SECONDS, Math.floor((options.timeoutMs ?? timeoutMs) / 2000)));
    for (;;) {
      const query = { wait };
      const status = await this.#caller.json<JobStatus>({ method: 'GET', path, query, ...options });
      onStatus?.(status);
      if (status.state === 'idle') return status;
      // A server that does not hold the request would be polled without a pause.
      await timing.sleep(repetition.firstPauseMs, options.signal);
    }
  }

  /** Downloads the job. Waits for its imports. @param format for instance `dxf`; the job package by default */
  download(jobId: string, format?: string, options: FetchOptions = {}): Promise<Download> {
    const path = format === undefined ? one(jobId) : `${one(jobId)}/as${encodeURIComponent(format)}`;
    const { options: query, signal, timeoutMs } = options;
    return this.#download({ method: 'GET', path, query, signal, timeoutMs }, options);
  }

  /** Deletes the job's data on the server. */
  delete(jobId: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path: one(jobId), ...options });
  }

  #download(call: Call, { signal, timeoutMs, onProgress }: FetchOptions): Promise<Download> {
    const { timing, timeoutMs: usual } = this.#caller.settings;
    const headers = { accept: '*/*' };
    return this.#caller.send({ ...call, headers: { ...call.headers, ...headers } }, async (response) => {
      if (response.headers.get('content-type')?.startsWith('text/html'))
        throw notOurs(response, 'sent HTML instead of a file');
      return new Download(response, { signal, timeoutMs: timeoutMs ?? usual, timing, onProgress });
    });
  }

  /** The call that sends a file, in its body or by the id of a finished upload. */
  async #withFile(call: Call, file: FileBody, options: Omit<UploadOptions, 'options' | 'format'>): Promise<Call> {
    const { filename, resumable, onProgress, signal, timeoutMs } = options;
    const name = nameOf(file, filename);
    const blob = blobOf(file);
    const all = { ...call, query: { ...call.query, filename: name }, signal, timeoutMs };
    const whole = onProgress === undefined ? RESUMABLE_BYTES : UNWATCHED_BYTES;
    if (blob !== undefined && (resumable ?? blob.size > whole)) {
      const upload = await uploadResumable(this.#caller, blob, name, { signal, timeoutMs, onProgress });
      return { ...all, query: { ...all.query, upload } };
    }
    const onSent = (bytes: number): void => onProgress?.(bytes, blob?.size);
    return { ...all, body: blob ?? file, onSent, headers: BYTES };
  }
}

const BYTES = { 'content-type': 'application/octet-stream' };
const one = (jobId: string): string => `/job/${encodeURIComponent(jobId)}`;
