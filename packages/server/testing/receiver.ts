import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from './weighing.ts';

/** A webhook as it arrived. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  readonly json: any;
}

/** A receiver of webhooks on this machine. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** How it answers; a test may change it at any time. */
  answer: (response: ServerResponse, received: Received) => void;
}

/** Starts a receiver that answers 204, or another status. */
export async function startReceiver(status = 204): Promise<Receiver> {
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body, json: JSON.parse(body) as unknown };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    answer: (response) => void response.writeHead(status).end(),
    [Symbol.asyncDispose]: async () => {
      http.close();
      http.closeAllConnections();
    },
  };
  return receiver;
}

/** Verifies a webhook as a receiver does by Standard Webhooks. */
export function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return headers['webhook-signature']!.split(' ').includes(expected);
}

/** Waits until a condition holds, at most a minute. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `${what} did not come in time`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A delivery in a list. */
export interface Listed {
  readonly id: number;
  readonly eventId: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus?: number;
  readonly lastError?: string;
  readonly lastAttemptAt?: string;
  readonly nextAttemptAt?: string;
}

/** Adds an endpoint, by default for new tickets. */
export async function addEndpoint(call: Call, url: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const { status, json, text } = await call('POST', '/events/endpoints', { url, types: ['ticket.created'], ...more });
  assert.equal(status, 201, text);
  return json;
}

/** The deliveries of an endpoint, newest first. */
export const deliveriesOf = async (call: Call, id: string): Promise<Listed[]> =>
  (await call('GET', `/events/endpoints/${id}/deliveries?limit=1000`)).json.items;
