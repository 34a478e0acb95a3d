import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { until } from '../../testing/receiver.ts';
import { checkUrl } from './check.ts';
import { wants } from './endpoint-store.ts';
import { webhookBody } from './event.ts';
import { post } from './post.ts';
import { readSecret, signedHeaders, writeSecret } from './signature.ts';
import { changesOf } from './wire.ts';

test('the signature equals the reference vector of Standard Webhooks', () => {
  const secret = readSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}', [secret]);
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('two secrets give two signatures, so that one can be rotated', () => {
  const [a, b] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const both = signedHeaders('evt_1', 1, '{}', [a, b])['webhook-signature'];
  const apart = [a, b].map((secret) => signedHeaders('evt_1', 1, '{}', [secret])['webhook-signature']);
  assert.equal(both, apart.join(' '));
});

test('a secret survives its written form', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
      assert.deepEqual(new Uint8Array(readSecret(writeSecret(bytes))), bytes);
    }),
  );
});

test('an endpoint wants a type if it names it, names all of its kind, or names nothing', () => {
  const name = fc.constantFrom<string>('ticket', 'job', 'import', 'created', 'failed', 'x');
  const type = fc.array(name, { minLength: 2, maxLength: 3 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(type, fc.array(type, { maxLength: 4 }), fc.array(name, { maxLength: 2 }), (asked, types, kinds) => {
      const all = [...types, ...kinds.map((kind) => `${kind}.*`)];
      const expected = all.length === 0 || types.includes(asked) || kinds.includes(asked.split('.')[0]!);
      assert.equal(wants({ types: all }, asked), expected, `${asked} of ${all}`);
    }),
  );
});

test('the body holds type, time and data as stored', () => {
  const event = { id: 'e', organisationId: 'o', type: 'ticket.created', at: 0, data: '{"quantity":25.40}' };
  assert.equal(
    webhookBody(event),
    '{"type":"ticket.created","timestamp":"1970-01-01T00:00:00.000Z","data":{"quantity":25.40}}',
  );
});

const nowhere = async (): Promise<never> => assert.fail('an address needs no lookup');
const open = { allowPrivate: true, allowPlain: true, answerMs: 60_000 };

async function receiver(
  answer: (url: string) => { status: number; location?: string; body?: string; endless?: boolean },
) {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      seen.push(`${request.headers.host} ${request.url} ${text}`);
      const { status, location, body, endless = false } = answer(request.url!);
      response.writeHead(status, location ? { location } : {});
      response.flushHeaders();
      if (endless) response.write(body ?? '');
      else response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('the connection goes to the address that was checked, under the requested name', async () => {
  await using target = await receiver(() => ({ status: 204 }));
  let asked = 0;
  const resolve = async () => {
    asked++;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const status = await post(`http://hooks.example:${target.port}/in`, {}, '{"a":1}', { ...open, resolve });
  assert.equal(status, 204);
  assert.equal(asked, 1, 'one lookup, so that a second result cannot lead elsewhere');
  assert.deepEqual(target.seen, [`hooks.example:${target.port} /in {"a":1}`]);
});

test('a redirect is an answer, not a way inside', async () => {
  await using target = await receiver(() => ({ status: 302, location: 'http://127.0.0.1/secret' }));
  const rules = { ...open, resolve: nowhere };
  assert.equal(await post(`http://127.0.0.1:${target.port}/in`, {}, '{}', rules), 302);
  assert.equal(target.seen.length, 1);
});

test('an endless answer is cut off', async () => {
  await using target = await receiver(() => ({ status: 200, body: 'x'.repeat(1_000_000) }));
  assert.equal(await post(`http://127.0.0.1:${target.port}/`, {}, '{}', { ...open, resolve: nowhere }), 200);
});

test('a receiver that does not end its answer, and a name that is never found, are given up with a sentence', async () => {
  await using target = await receiver(() => ({ status: 200, body: 'x', endless: true }));
  const hurried = { ...open, answerMs: 200 };
  const late = /^Error: no answer within 0\.2 s$/;
  await assert.rejects(post(`http://127.0.0.1:${target.port}/`, {}, '{}', { ...hurried, resolve: nowhere }), late);
  const never = () => new Promise<never>(() => {});
  await assert.rejects(post('http://hooks.example/', {}, '{}', { ...hurried, resolve: never }), late);
  const none = async () => [];
  await assert.rejects(post('http://hooks.example/', {}, '{}', { ...hurried, resolve: none }), /leads to no address/);
  await assert.rejects(checkUrl('http://hooks.example/', { ...hurried, allowPrivate: false, resolve: never }));
});

test('an attempt is given up at once when it is no longer wanted', async () => {
  await using target = await receiver(() => ({ status: 200, endless: true }));
  const stop = new AbortController();
  const url = `http://127.0.0.1:${target.port}/`;
  const attempt = post(url, {}, '{}', { ...open, resolve: nowhere }, stop.signal);
  await until(() => target.seen.length === 1, 'the attempt');
  stop.abort();
  await assert.rejects(attempt, { name: 'AbortError' });
});

test('setting a field to null restores its default; the rest is unchanged', () => {
  assert.deepEqual(changesOf({ types: null, description: null, enabled: null }), {
    types: [],
    description: '',
    enabled: true,
  });
  assert.deepEqual(changesOf({ url: 'https://x.example/', enabled: false }), {
    url: 'https://x.example/',
    enabled: false,
  });
  assert.deepEqual(changesOf({ id: 1, createdAt: null, modifiedAt: '' }), {});
});
