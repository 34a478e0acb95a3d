import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Accepted, ImportStatus, Job, JobStatus } from '@fieldbridge/contract';
import type { SelectionGroup } from '@fieldbridge/fieldjob';
import type { TestServer } from './server.ts';

/** The real files, outside the project. */
export const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus');

/**
 * Paths of the corpus files with one of these extensions, in the folder and below; fails if there are no such files.
 */
export function corpusFiles(folder: string, ...extensions: string[]): string[] {
  const found = readdirSync(join(CORPUS, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => extensions.includes(extname(name).toLowerCase()))
    .map((name) => join(folder, name))
    .sort();
  assert.ok(found.length > 0, `no ${extensions.join(', ')} in ${folder} of the corpus`);
  return found;
}

/** The bytes of a corpus file. */
export function corpus(path: string): Buffer {
  return readFileSync(join(CORPUS, path));
}

/** A content report as a caller reads it. */
export interface ReportAnswer {
  readonly jobId: string;
  readonly fileId: string;
  readonly format: string;
  readonly counts: Record<string, number>;
  readonly issues: readonly { readonly code: string; readonly severity: string; readonly count: number }[];
  readonly source: readonly {
    readonly type: string;
    readonly found: number;
    readonly read: number;
    readonly skipped: number;
  }[];
  selection: SelectionGroup[];
  bounds?: object;
}

/** An answer: status, headers, body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  json<T = Record<string, unknown>>(): T;
}

/** A program that uses the conversion interface. */
export class ConversionClient {
  readonly base: string;
  readonly headers: Record<string, string>;

  constructor(url: string, credentials: { clientId: string; clientSecret: string }) {
    this.base = `${url}/conversion`;
    this.headers = { 'x-clientid': credentials.clientId, 'x-clientsecret': credentials.clientSecret };
  }

  static of(server: TestServer): ConversionClient {
    return new ConversionClient(server.url, server.demo.conversion);
  }

  /** Sends any request. */
  async send(
    method: string,
    path: string,
    body?: RequestInit['body'],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const duplex = body instanceof ReadableStream ? { duplex: 'half' as const } : {};
    const response = await fetch(`${this.base}${path}`, {
      method,
      body,
      headers: { ...this.headers, ...headers },
      ...duplex,
    } as RequestInit);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    return { status: response.status, headers: response.headers, bytes, text, json: () => JSON.parse(text) };
  }

  async #expect(
    status: number,
    method: string,
    path: string,
    body?: RequestInit['body'],
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const answer = await this.send(method, path, body, headers);
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 600)}`);
    return answer;
  }

  async createJob(body: object = {}): Promise<Job> {
    return (
      await this.#expect(201, 'POST', '/job/mjf', JSON.stringify(body), { 'content-type': 'application/json' })
    ).json();
  }

  /** POST /job/upload/{format}. */
  async uploadJob(format: string, bytes: Uint8Array | string, name?: string, query = ''): Promise<Accepted> {
    return (
      await this.#expect(202, 'POST', `/job/upload/${format}?${named(name)}${query}`, bytes as RequestInit['body'])
    ).json();
  }

  /** PUT /job/{jobId}/{format}. */
  async append(
    jobId: string,
    format: string,
    bytes: Uint8Array | string,
    name?: string,
    query = '',
  ): Promise<Accepted> {
    return (
      await this.#expect(202, 'PUT', `/job/${jobId}/${format}?${named(name)}${query}`, bytes as RequestInit['body'])
    ).json();
  }

  /** POST /job/{jobId}/{format}: the content report. */
  async report(
    jobId: string,
    format: string,
    bytes: Uint8Array | string,
    name?: string,
    query = '',
  ): Promise<ReportAnswer> {
    return (
      await this.#expect(200, 'POST', `/job/${jobId}/${format}?${named(name)}${query}`, bytes as RequestInit['body'])
    ).json();
  }

  /** PUT /job/{jobId}/filtered/{fileId}. */
  async importFiltered(filter: ReportAnswer, query = ''): Promise<Accepted> {
    const { jobId, fileId } = filter;
    return (
      await this.#expect(202, 'PUT', `/job/${jobId}/filtered/${fileId}?${query}`, JSON.stringify(filter), {
        'content-type': 'application/json',
      })
    ).json();
  }

  async status(jobId: string, wait = 300): Promise<JobStatus> {
    return (await this.#expect(200, 'GET', `/job/${jobId}/status?wait=${wait}`)).json();
  }

  /** The status of the only or last import, when it is done. */
  async lastImport(jobId: string): Promise<ImportStatus> {
    const { imports, state } = await this.status(jobId);
    assert.equal(state, 'idle');
    return imports.at(-1)!;
  }

  async info(jobId: string): Promise<{
    counts: Record<string, number>;
    layers: string[];
    pointLists: { name: string; count: number }[];
    extent: object | null;
  }> {
    return (await this.#expect(200, 'GET', `/job/${jobId}/info`)).json();
  }

  /** GET /job/{jobId}/as{format}, or the package without a format. */
  async download(jobId: string, format?: string, query = ''): Promise<Answer> {
    return this.#expect(200, 'GET', `/job/${jobId}${format === undefined ? '' : `/as${format}`}?${query}`);
  }

  async deleteJob(jobId: string): Promise<void> {
    await this.#expect(204, 'DELETE', `/job/${jobId}`);
  }
}

function named(name: string | undefined): string {
  return name === undefined ? '' : `filename=${encodeURIComponent(basename(name))}&`;
}

/** Counts of a job that a report's counts promise, except layers, which come in with the first thing on them. */
export function things(counts: Record<string, number>): Record<string, number> {
  const { layers: _, ...rest } = counts;
  return rest;
}
