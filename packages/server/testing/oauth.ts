import assert from 'node:assert/strict';
import type { TestServer } from './server.ts';

/** The answer of the token endpoint. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** Calls of one environment of the project interface, as a client would make them. */
export class ProjectCaller {
  readonly base: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };

  constructor(server: TestServer, client = server.demo.project, environment = 'sandbox') {
    this.base = `${server.url}/project/v1/${environment}`;
    this.client = client;
  }

  /** Posts a form to the token endpoint, by default with the client's own id and secret. */
  form(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const own = { client_id: this.client.clientId, client_secret: this.client.clientSecret };
    return fetch(`${this.base}/token`, { method: 'POST', body: new URLSearchParams({ ...own, ...fields }), headers });
  }

  async tokens(): Promise<TokenAnswer> {
    return (await (await this.form({ grant_type: 'client_credentials' })).json()) as TokenAnswer;
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.form({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** Whether an access token gives access to the divisions. */
  async status(accessToken: string): Promise<number> {
    const answer = await fetch(`${this.base}/divisions`, { headers: { authorization: `Bearer ${accessToken}` } });
    await answer.body?.cancel();
    return answer.status;
  }
}

/** Asserts that an answer is a refusal of the token endpoint in the form of RFC 6749 §5.2. @returns its description */
export async function expectError(answer: Response, status: number, error: string): Promise<string> {
  const body = (await answer.json()) as { error: string; error_description: string };
  assert.deepEqual([answer.status, body.error], [status, error], JSON.stringify(body));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, 'RFC 6749 §5.2 limits the characters');
  return body.error_description;
}
