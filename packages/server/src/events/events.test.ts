import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from './addresses.ts';
import { checkTypes, checkUrl } from './check.ts';
import { wants } from './endpoint-store.ts';
import { webhookBody } from './event.ts';
import { post } from './post.ts';
import { pauseAfter } from './schedule.ts';
import { readSecret, signedHeaders, writeSecret } from './signature.ts';
import { changesOf } from './wire.ts';

test('the signature is the one of the reference vector of Standard Webhooks', () => {
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

test('private, local, reserved and disguised addresses are not public', () => {
  const refused =
    '127.0.0.1 127.8.8.8 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ' +
    '192.0.2.1 198.18.0.1 ::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2001:db8::1 2002:7f00:1:: no-address';
  for (const address of refused.split(' ')) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['93.184.216.34', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:2800:220:1::1', '2a00:1450::1'])
    assert.equal(isPublicAddress(address), true, address);
});

test('pauses grow and together last about a day, then it is over', () => {
  let sum = 0;
  let last = 0;
  let attempts = 0;
  for (;;) {
    const pause = pauseAfter(++attempts, 0.5);
    if (pause === undefined) break;
    assert.ok(pause >= last);
    [sum, last] = [sum + pause, pause];
  }
  assert.ok(Math.abs(sum / 3_600_000 - 24) < 0.2, `${sum / 3_600_000} h`);
  assert.ok(pauseAfter(1, 0)! < pauseAfter(1, 1)!);
});

test('an endpoint gets the types it asked for', () => {
  assert.ok(wants({ types: [] }, 'ticket.created'));
  assert.ok(wants({ types: ['ticket.*'] }, 'ticket.deleted'));
  assert.ok(!wants({ types: ['ticket.*'] }, 'job.expiring'));
  assert.ok(!wants({ types: ['ticket.created'] }, 'ticket.deleted'));
});

test('an unknown type is refused with the nearest one', () => {
  checkTypes(['ticket.created', 'ticket.*'], ['ticket.created']);
  assert.throws(
    () => checkTypes(['ticket.create'], ['ticket.created', 'ticket.deleted']),
    /Did you mean ticket.created/,
  );
  assert.throws(() => checkTypes(['job.*'], ['ticket.created']), /no event type/);
});

test('the body holds type, time and data as stored', () => {
  const event = { id: 'e', organisationId: 'o', type: 'ticket.created', at: 0, data: '{"quantity":25.40}' };
  assert.equal(
    webhookBody(event),
    '{"type":"ticket.created","timestamp":"1970-01-01T00:00:00.000Z","data":{"quantity":25.40}}',
  );
});

const nowhere = async (): Promise<never> => assert.fail('an address needs no look-up');
const strict = { allowPrivate: false, answerMs: 2000 };
const open = { allowPrivate: true, answerMs: 2000 };

for (const url of [
  'ftp://example.org',
  'javascript:alert(1)',
  'nonsense',
  'http://u:p@example.org/',
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::ffff:192.168.0.1]/',
]) {
  test(`the address ${url} is refused when an endpoint is made`, async () => {
    await assert.rejects(checkUrl(url, { ...strict, resolve: nowhere }), { code: 'validation-failed' });
  });
}

test('a name that leads to a private address is refused, whatever else it leads to', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ];
  await assert.rejects(checkUrl('https://inside.example/', { ...strict, resolve }), /10\.0\.0\.7/);
  await assert.rejects(post('http://inside.example/', {}, '{}', { ...strict, resolve }), /not public/);
});

async function receiver(answer: (url: string) => { status: number; location?: string; body?: string; after?: number }) {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      seen.push(`${request.headers.host} ${request.url} ${text}`);
      const { status, location, body, after = 0 } = answer(request.url!);
      response.writeHead(status, location ? { location } : {});
      response.flushHeaders();
      setTimeout(() => response.end(body), after);
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

test('the connection goes to the address that was checked, under the name that was asked for', async () => {
  await using target = await receiver(() => ({ status: 204 }));
  let asked = 0;
  const resolve = async () => {
    asked++;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const status = await post(`http://hooks.example:${target.port}/in`, {}, '{"a":1}', { ...open, resolve });
  assert.equal(status, 204);
  assert.equal(asked, 1, 'one look-up, so a second answer cannot lead elsewhere');
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
  await using target = await receiver(() => ({ status: 200, body: 'x', after: 5000 }));
  const hurried = { allowPrivate: true, answerMs: 200 };
  const late = /^Error: no answer within 0\.2 s$/;
  await assert.rejects(post(`http://127.0.0.1:${target.port}/`, {}, '{}', { ...hurried, resolve: nowhere }), late);
  const never = () => new Promise<never>(() => {});
  await assert.rejects(post('http://hooks.example/', {}, '{}', { ...hurried, resolve: never }), late);
  const none = async () => [];
  await assert.rejects(post('http://hooks.example/', {}, '{}', { ...hurried, resolve: none }), /has no address/);
  await checkUrl('http://hooks.example/', { ...hurried, allowPrivate: false, resolve: never });
});

test('an attempt is given up at once when it is not wanted any more', async () => {
  await using target = await receiver(() => ({ status: 200, after: 5000 }));
  const stop = new AbortController();
  const url = `http://127.0.0.1:${target.port}/`;
  const attempt = post(url, {}, '{}', { allowPrivate: true, answerMs: 60_000, resolve: nowhere }, stop.signal);
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(attempt, { name: 'AbortError' });
});

test('a field that a change sets to null is what it is where nothing is said; the rest stays as it is', () => {
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
