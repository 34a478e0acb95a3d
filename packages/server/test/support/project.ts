import assert from 'node:assert/strict';
import type { ProjectCaller } from './oauth.ts';

export type Json = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}
/** Calls the project interface with a token of its own. */
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Gets a token and calls with it. */
export async function callerOf(caller: ProjectCaller): Promise<Call> {
  const { access_token } = await caller.tokens();
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(caller.base + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : (JSON.parse(text) as Json) };
  };
}

/** Asserts that an answer is a problem of this status and code. */
export function refused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body['code']], [status, code], JSON.stringify(answer.body));
}
