import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Address } from '../s3-address.ts';
import { signatureFault } from './signature.ts';

const SMALLEST_PART = 5 * 2 ** 20;
const BUCKET = 'fieldbridge-test';

interface Stored {
  readonly content: Buffer;
  readonly digest: string | undefined;
}

/** What happens to the next requests that fit, instead of the right answer. */
export interface Fault {
  /** Text that the method, a blank and the path with the query have in them, for instance `PUT ` or `partNumber=2`. */
  readonly fits?: string;
  /** How many of them are answered rightly before; by default none. */
  skips?: number;
  /** How many requests; by default one. */
  times?: number;
  /** Answers so. */
  readonly status?: number;
  readonly code?: string;
  /** Does what is asked, and loses the answer. */
  readonly losesAnswer?: boolean;
  /** Cuts the connection after so many bytes of the answer. */
  readonly cutAfter?: number;
  /** Sends so many bytes of the answer, and then nothing more. */
  readonly stallsAfter?: number;
  /** Never answers. */
  readonly hangs?: boolean;
  /** Answers with another content. */
  readonly damages?: boolean;
  /** Waits before the answer. */
  readonly delayMs?: number;
}

/** An object store in this process that takes S3's rules at their word, for tests. */
export class StrictS3 {
  readonly objects = new Map<string, Stored>();
  /** Begun and not completed, by id. */
  readonly uploads = new Map<string, { key: string; digest: string | undefined; parts: Map<number, Buffer> }>();
  /** Method and path of everything that was asked. */
  readonly requests: string[] = [];
  readonly #faults: Fault[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #pageSize: number;
  readonly #host: string;
  #server: Server | undefined;
  #port = 0;

  private constructor(pageSize: number, host: string) {
    this.#pageSize = pageSize;
    this.#host = host;
  }

  /** @param pageSize most keys of a page of a list @param host address at which it listens */
  static async start(pageSize = 1000, host = '127.0.0.1'): Promise<StrictS3> {
    const store = new StrictS3(pageSize, host);
    await store.back();
    return store;
  }

  /** The settings of a client. */
  get address(): S3Address {
    const endpoint = `http://${this.#host}:${this.#port}`;
    const keys = { accessKey: 'AKIATEST', secretKey: 'a secret/key+of=tests' };
    return { endpoint, bucket: BUCKET, prefix: 'one/', region: 'test-1', isPathStyle: true, ...keys };
  }

  /** The settings of a server. */
  get settings(): Record<string, string> {
    const { endpoint, bucket, prefix, region, accessKey, secretKey } = this.address;
    const keys = { blobsAccessKey: accessKey, blobsSecretKey: secretKey };
    return { blobs: `s3://${bucket}/${prefix}`, blobsEndpoint: endpoint, blobsRegion: region, ...keys };
  }

  fail(fault: Fault): void {
    this.#faults.push({ skips: 0, times: 1, ...fault });
  }

  /** Ends all faults. */
  mend(): void {
    this.#faults.length = 0;
  }

  /** Cuts every connection and accepts no more. */
  async away(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }

  /** Accepts connections at the same port as before. */
  async back(): Promise<void> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, this.#host, resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`;
    this.requests.push(asked);
    const body = await buffer(request);
    const fault = this.#faults.find((one) => {
      if (one.times! <= 0 || !asked.includes(one.fits ?? '')) return false;
      if (one.skips === 0) return one.times!-- > 0;
      one.skips!--;
      return false;
    });
    if (fault?.hangs === true) return;
    await pause(fault?.delayMs ?? 0);
    if (fault?.status !== undefined) return refuse(response, fault.status, fault.code ?? 'InternalError');
    const wrong = signatureFault(request, body, this.address);
    if (wrong !== undefined) return refuse(response, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong);
    if (fault?.losesAnswer === true) {
      await this.#do(request, body, { writeHead: () => ({ end: () => {} }) } as unknown as ServerResponse);
      request.socket.destroy();
      return;
    }
    if (fault?.cutAfter !== undefined) endAfter(response, fault.cutAfter, () => response.socket?.destroy());
    if (fault?.stallsAfter !== undefined) endAfter(response, fault.stallsAfter, () => {});
    await this.#do(request, body, response, fault?.damages);
  }

  async #do(request: IncomingMessage, body: Buffer, response: ServerResponse, damages = false): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://store');
    const [, bucket, ...rest] = pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && request.headers['content-length'] === undefined)
      return refuse(response, 411, 'MissingContentLength');
    const digest = request.headers['x-amz-meta-sha256'] as string | undefined;
    const uploadId = query.get('uploadId');
    if (key === '' && method === 'GET') return this.#list(query, response);
    if (method === 'POST' && query.has('uploads')) {
      const id = `${randomUUID()}+/=&`;
      this.uploads.set(id, { key, digest, parts: new Map() });
      return say(
        response,
        `<InitiateMultipartUploadResult><UploadId>${xml(id)}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) return this.#part(request, key, uploadId, query, body, response);
    if (method === 'PUT') {
      this.objects.set(key, { content: body, digest });
      response.writeHead(200, { etag: tagOf(body), 'content-length': 0 }).end();
      return;
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const found = this.objects.get(key);
    if (found === undefined) return refuse(response, 404, 'NoSuchKey');
    const content = damages ? Buffer.from(found.content).fill('X', 0, 1) : found.content;
    const headers = { etag: tagOf(found.content), ...(found.digest && { 'x-amz-meta-sha256': found.digest }) };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range !== null) {
      const start = Number(range[1]);
      if (start >= content.length) return refuse(response, 416, 'InvalidRange');
      const part = content.subarray(start, range[2] === '' ? content.length : Number(range[2]) + 1);
      response.writeHead(206, { ...headers, 'content-length': part.length }).end(part);
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': content.length });
    response.end(method === 'HEAD' ? undefined : content);
  }

  async #part(
    { method }: IncomingMessage,
    key: string,
    id: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload');
    if (method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
      return;
    }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { etag: tagOf(body), 'content-length': 0 }).end();
      return;
    }
    const named = Array.from(
      body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g),
      ([, number, tag]) => ({
        part: upload.parts.get(Number(number)),
        number: Number(number),
        tag: tag!.replaceAll('&quot;', '"'),
      }),
    );
    if (named.some(({ part, tag }) => part === undefined || tag !== tagOf(part)))
      return refuse(response, 400, 'InvalidPart');
    if (named.some(({ number }, i) => i > 0 && number <= named[i - 1]!.number))
      return refuse(response, 400, 'InvalidPartOrder');
    if (named.some(({ part }, i) => i < named.length - 1 && part!.length < SMALLEST_PART))
      return refuse(response, 400, 'EntityTooSmall');
    this.objects.set(key, { content: Buffer.concat(named.map(({ part }) => part!)), digest: upload.digest });
    this.uploads.delete(id);
    say(response, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
  }

  async #list(query: URLSearchParams, response: ServerResponse): Promise<void> {
    if (query.get('list-type') !== '2') return refuse(response, 400, 'InvalidArgument');
    const after = query.get('continuation-token')?.replace(/^after&/, '') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = keys.sort().slice(0, Math.min(this.#pageSize, Number(query.get('max-keys') ?? 1000)));
    const rows = page.map((key) => `<Contents><Key>${xml(key)}</Key><Size>1</Size></Contents>`).join('');
    const isCut = page.length < keys.length;
    const token = isCut ? `<NextContinuationToken>after&amp;${xml(page.at(-1)!)}</NextContinuationToken>` : '';
    say(response, `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${rows}${token}</ListBucketResult>`);
  }
}

function say(response: ServerResponse, text: string): void {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  response.writeHead(200, { 'content-type': 'application/xml' }).end(head + text);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>of the test</Message></Error>`);
}

/** Lets so many bytes of the body through, and no more. */
function endAfter(response: ServerResponse, bytes: number, then: () => void): void {
  const end = response.end.bind(response);
  response.end = ((content: Buffer) => {
    if (content.length <= bytes) return end(content);
    return response.write(content.subarray(0, bytes), then);
  }) as typeof response.end;
}

const tagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
