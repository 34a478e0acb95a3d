import assert from 'node:assert/strict';
import type { TestServer } from './server.ts';

/** An answer as a page gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked into by the tests
  readonly body: any;
}

/** A browser: it keeps the cookie and repeats the CSRF token. */
export class Browser {
  cookie = '';
  csrf = '';
  readonly #server: TestServer;
  constructor(server: TestServer) {
    this.#server = server;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await fetch(this.#server.url + path, {
      method,
      headers: {
        cookie: this.cookie,
        ...(method === 'GET' ? {} : { 'x-csrf-token': this.csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const set = answer.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0]!;
    const text = await answer.text();
    const value = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    if (typeof value.csrfToken === 'string') this.csrf = value.csrfToken;
    return { status: answer.status, headers: answer.headers, body: value };
  }
}

export const PASSWORD = 'gravel under the moon';
let made = 0;

/** The first operator, signed in by key. */
export async function signInAtDesk(server: TestServer): Promise<Browser> {
  const browser = new Browser(server);
  const { key } = server.demo.operator;
  assert.equal((await browser.ask('POST', '/console/v1/session', { method: 'key', key })).status, 201);
  return browser;
}

/** Adds somebody, who accepts the invitation with a password and is signed in. */
export async function enterAs(
  server: TestServer,
  desk: Browser,
  fields: Record<string, unknown>,
): Promise<{ browser: Browser; id: string; email: string }> {
  const email = `person${++made}@example.org`;
  const added = await desk.ask('POST', '/console/v1/people', { name: `Ada ${made}`, email, ...fields });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const { id } = added.body;
  const { body } = await desk.ask('POST', `/console/v1/people/${id}/invitation`);
  const token = new URL(body.url).hash.slice('#token='.length);
  const browser = new Browser(server);
  const look = await browser.ask('POST', '/console/v1/invitations/look', { token });
  assert.deepEqual([look.status, look.body.ways.includes('password')], [200, true]);
  const entered = await browser.ask('POST', '/console/v1/invitations/accept', { token, password: PASSWORD });
  assert.equal(entered.status, 201, JSON.stringify(entered.body));
  return { browser, id, email };
}
