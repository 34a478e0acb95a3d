import assert from 'node:assert/strict';
import { ProjectCaller } from './oauth.ts';
import { startTestServer, type TestServer } from './server.ts';

export type Json = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}
/** Calls the project interface with its own token. */
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

/** Asserts that an answer is a problem with this status and code. */
export function refused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body['code']], [status, code], JSON.stringify(answer.body));
}

/** A server with a caller of its project sandbox, for tests of projects. */
export interface Projects {
  readonly server: TestServer;
  readonly call: Call;
  readonly divisions: readonly { id: string; name: string; abbreviation: string }[];
  /** The fields of a new project with a unique number, plus the given ones. */
  input(fields?: Json): Json;
  /** Creates a project. */
  created(fields?: Json): Promise<{ project: Json; etag: string; path: string }>;
}

/** Starts one: `const { server, call } = await startProjects(); after(() => server[Symbol.asyncDispose]());` */
export async function startProjects(...start: Parameters<typeof startTestServer>): Promise<Projects> {
  const server = await startTestServer(...start);
  const call = await callerOf(new ProjectCaller(server));
  const divisions = (await call('GET', '/divisions')).body as unknown as Projects['divisions'];
  let numbers = 0;
  const input = (fields: Json = {}): Json => ({
    divisionId: divisions[0]!.id,
    number: `N${++numbers}`,
    name: 'Ring road',
    ...fields,
  });
  return {
    server,
    call,
    divisions,
    input,
    async created(fields) {
      const answer = await call('POST', '/projects', input(fields));
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return { project: answer.body, etag: answer.headers.get('etag')!, path: `/projects/${answer.body['id']}` };
    },
  };
}
