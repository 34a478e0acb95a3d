import assert from 'node:assert/strict';
import { startTestServer, type TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked by the assertions
export type Json = any;

/** An answer of the desk, with its body parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/**
 * Calls the desk of a server.
 * @param path below /operator/v1, or a whole address
 * @param headers instead of the first operator's key
 */
export async function callDesk(
  at: TestServer,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await fetch(path.startsWith('http') ? path : `${at.url}/operator/v1${path}`, {
    method,
    headers: {
      ...(headers ?? { authorization: `Bearer ${at.demo.operator.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** Asserts that an answer is a problem with this status and code. */
export function refused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
}

/** A server with a caller of its desk. */
export interface DeskUnderTest {
  readonly server: TestServer;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Adds an organisation with a unique name. */
  organisation(): Promise<Json>;
}

/** Starts one: `const { server, call } = await startDesk(); after(() => server[Symbol.asyncDispose]());` */
export async function startDesk(...start: Parameters<typeof startTestServer>): Promise<DeskUnderTest> {
  const server = await startTestServer(...start);
  let names = 0;
  const call: DeskUnderTest['call'] = (method, path, body, headers) => callDesk(server, method, path, body, headers);
  return {
    server,
    call,
    async organisation() {
      const answer = await call('POST', '/organisations', { name: `Organisation ${++names}` });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body;
    },
  };
}
