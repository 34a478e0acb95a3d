import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server has it, before its body is read. */
export interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Which request of this path, from 1. */
  readonly count: number;
  /** Reads the body. */
  body(): Promise<string>;
}

/** A fault: answers in its own way, or returns false to let the server answer. */
export type Fault = (arrived: Arrived) => boolean | undefined | Promise<boolean | undefined>;

/** What became of a grant, in order. */
export interface Grant {
  readonly type: 'client_credentials' | 'refresh_token';
  readonly granted: boolean;
}

/**
 * A small server that speaks the project document and breaks on request. It also has `/v1/sandbox/echo`, which gives
 * back a body of any kind, and `/v1/sandbox/stream`, which sends 64 KiB.
 */
export class FaultServer {
  readonly grants: Grant[] = [];
  /** Requests per path. */
  readonly counts = new Map<string, number>();
  fault: Fault = () => false;
  url = '';
  #access = '';
  #refresh = '';
  #issued = 0;
  #http = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FaultServer> {
    const server = new FaultServer();
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    server.url = `http://127.0.0.1:${(server.#http.address() as AddressInfo).port}`;
    return server;
  }

  /** Access tokens issued so far are refused from now on. */
  expire(): void {
    this.#access = '';
  }

  /** The refresh token issued last is refused, too. */
  forgetRefresh(): void {
    this.#refresh = '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.replace('/v1/sandbox', '').replace(/\?.*/, '');
    const count = (this.counts.get(path) ?? 0) + 1;
    this.counts.set(path, count);
    let read: Promise<string> | undefined;
    const body = (): Promise<string> => (read ??= textOf(request));
    try {
      if ((await this.fault({ request, response, path, count, body })) === true) return;
      if (path === '/token') return this.#token(new URLSearchParams(await body()), response);
      if (request.headers.authorization !== `Bearer ${this.#access}` || this.#access === '') {
        request.resume();
        response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
        return sendJson(response, 401, { code: 'not-authenticated' });
      }
      if (path === '/stream') return void response.writeHead(200).end(Buffer.alloc(65_536, 's'));
      if (path === '/divisions')
        return sendJson(response, 200, [{ id: crypto.randomUUID(), name: 'Groundworks', abbreviation: 'GW' }]);
      const text = await body();
      return path === '/echo' ? sendJson(response, 200, { text }) : sendJson(response, 201, JSON.parse(text));
    } catch {
      response.destroy();
    }
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const type = form.get('grant_type') as Grant['type'];
    const knows = form.get('client_id') === 'id' && form.get('client_secret') === 'secret';
    const granted = knows && (type === 'client_credentials' || form.get('refresh_token') === this.#refresh);
    this.grants.push({ type, granted });
    if (!granted) {
      sendJson(response, knows ? 400 : 401, { error: knows ? 'invalid_grant' : 'invalid_client' });
      return;
    }
    this.#issued++;
    this.#access = `access-${this.#issued}`;
    this.#refresh = `refresh-${this.#issued}`;
    const tokens = { access_token: this.#access, token_type: 'bearer', expires_in: 3599, refresh_token: this.#refresh };
    sendJson(response, 200, tokens);
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}
