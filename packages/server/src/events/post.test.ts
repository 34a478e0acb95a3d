import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { type PostRules, post } from './post.ts';
import { unlessAborted } from './unless-aborted.ts';

const nowhere = async (): Promise<never> => assert.fail('an address needs no lookup');
const open: PostRules = { allowPrivate: true, allowPlain: true, answerMs: 5000, resolve: nowhere };

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A receiver that answers with a status, at an address of this machine. */
async function receiver(status: number, host = '127.0.0.1') {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  return {
    seen,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A receiver that sends a fixed text to any request, and hangs up or waits. */
async function speaker(text: string, hangsUp: boolean) {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => (hangsUp ? socket.end(text) : socket.write(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a sent webhook', () => {
  test('is one POST of JSON with its length in bytes, its headers as given, its path and query, and no credential', async () => {
    await using target = await receiver(202);
    const body = '{"name":"Müller 🚚","quantity":25.40}';
    const headers = { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,a v1,b' };
    const url = `http://127.0.0.1:${target.port}/in/a%20b?x=1&y=%2F#part`;
    assert.equal(await post(url, headers, body, open), 202);
    const [one, ...more] = target.seen as [Seen];
    assert.equal(more.length, 0);
    assert.deepEqual([one.method, one.url, one.body.toString()], ['POST', '/in/a%20b?x=1&y=%2F', body]);
    assert.equal(one.headers['content-length'], String(Buffer.byteLength(body)));
    assert.equal(one.headers['content-type'], 'application/json');
    assert.equal(one.headers['webhook-signature'], 'v1,a v1,b');
    assert.deepEqual(Object.keys(one.headers).sort(), [
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
    ]);
  });

  describe('is answered with whatever status, and no other request follows', () => {
    for (const status of [200, 201, 204, 299, 301, 302, 303, 307, 308, 400, 401, 407, 410, 429, 500, 503, 599])
      test(`${status}`, async () => {
        await using target = await receiver(status);
        assert.equal(await post(`http://127.0.0.1:${target.port}/`, {}, '{}', open), status);
        assert.equal(target.seen.length, 1, String(status));
      });
  });

  test('goes to IPv6, too, and to the first of several addresses, under the requested name', async (t) => {
    await using four = await receiver(204);
    const resolve = async (host: string) => {
      assert.equal(host, 'hooks.example');
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    };
    assert.equal(await post(`http://HOOKS.example:${four.port}/`, {}, '{}', { ...open, resolve }), 204);
    assert.equal(four.seen[0]!.headers.host, `hooks.example:${four.port}`);
    const six = await receiver(200, '::1').catch(() => undefined);
    if (six === undefined) return t.skip('the machine has no IPv6: nothing can listen at ::1');
    await using _ = six;
    assert.equal(await post(`http://[::1]:${six.port}/`, {}, '{}', open), 200);
  });

  test('is not sent to an address that is not public, by number or by name, nor if any address of a name is not', async () => {
    await using target = await receiver(200);
    const strict = { ...open, allowPrivate: false };
    for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0'])
      await assert.rejects(post(`http://${host}:${target.port}/`, {}, '{}', strict), /is not public/, host);
    const leads = (...addresses: string[]) => ({
      ...strict,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['64:ff9b::7f00:1'], ['nonsense']])
      await assert.rejects(post(`http://a.example:${target.port}/`, {}, '{}', leads(...addresses)), {
        message: 'the name a.example leads to no address on the public internet',
      });
    const secure = { ...open, allowPlain: false };
    await assert.rejects(post(`http://127.0.0.1:${target.port}/`, {}, '{}', secure), /only https/);
    assert.equal(target.seen.length, 0);
  });

  test('that is not understood, cut off or never answered fails with a sentence', async () => {
    for (const [text, hangsUp, sentence] of [
      ['', true, /socket hang up/],
      ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', true, /aborted/],
      ['SSH-2.0-OpenSSH_9.2\r\n', true, /Parse Error|hang up/],
      ['HTTP/1.1 200 OK\r\nX: ', false, /no answer within 0\.3 s/],
      ['', false, /no answer within 0\.3 s/],
      [`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`, false, /Header overflow|Parse Error/],
    ] as const) {
      await using target = await speaker(text, hangsUp);
      await assert.rejects(post(target.url, {}, '{}', { ...open, answerMs: 300 }), sentence, text.slice(0, 40));
    }
  });

  test('over TLS trusts neither an unsigned certificate nor a plain answer', async () => {
    await using plain = await receiver(200);
    await assert.rejects(post(`https://127.0.0.1:${plain.port}/`, {}, '{}', open), /SSL|TLS|EPROTO|packet/i);
    assert.equal(plain.seen.length, 0);
  });

  test('is not even started after it is no longer wanted', async () => {
    await using target = await receiver(200);
    const url = `http://127.0.0.1:${target.port}/`;
    await assert.rejects(post(url, {}, '{}', open, AbortSignal.abort()), { name: 'AbortError' });
    assert.equal(target.seen.length, 0);
  });
});

test('a promise is awaited until a signal comes, without leaving a listener behind', async () => {
  const stop = new AbortController();
  let listening = 0;
  const watched = new Proxy(stop.signal, {
    get(signal, name) {
      if (name === 'addEventListener') listening++;
      if (name === 'removeEventListener') listening--;
      const value: unknown = Reflect.get(signal, name, signal);
      return typeof value === 'function' ? value.bind(signal) : value;
    },
  });
  assert.equal(await unlessAborted(Promise.resolve(7), watched), 7);
  await assert.rejects(unlessAborted(Promise.reject(new RangeError('x')), watched), RangeError);
  const waiting = unlessAborted(new Promise<never>(() => {}), watched);
  stop.abort(new TypeError('stopped'));
  await assert.rejects(waiting, TypeError);
  await assert.rejects(unlessAborted(new Promise<never>(() => {}), watched), TypeError, 'it came before');
  assert.equal(listening, 0);
});
