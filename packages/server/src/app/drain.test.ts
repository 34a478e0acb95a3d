import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { isoTime, systemClock } from '../core/clock.ts';
import { VERSION } from '../core/version.ts';
import { createApp } from '../http/app.ts';
import { Metrics } from '../http/metrics.ts';
import type { Service } from '../service/service.ts';
import { drainServer } from './drain.ts';

const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A listening application with a request that the test can end, and a record of what was drained in which order. */
async function make(seconds: number, more: Partial<Parameters<typeof createApp>[0]> = {}) {
  const draining = new AbortController();
  const app = createApp({
    ...{ bodyLimit: 1000, bodySeconds: 5, corsOrigins: [], trustedProxies: [], logLevel: 'silent' },
    ...{ log: { write: () => true }, metrics: new Metrics(), isDraining: () => draining.signal.aborted },
    ...more,
  });
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const order: string[] = [];
  app.get('/quick', async () => 'quick');
  app.get('/slow', async () => {
    began.resolve();
    const text = await end.promise;
    order.push('answered');
    return text;
  });
  draining.signal.addEventListener('abort', () => order.push('draining'));
  const service = (name: string): Service => ({
    routes: () => {},
    onDrain: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
    },
  });
  const services = [service('first'), { routes: () => {} }, service('second')];
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const drain = () => drainServer({ app, draining, services, seconds });
  return { app, port, began: began.promise, end: end.resolve, order, drain };
}

/** A connection and everything received on it until it ends. */
function open(port: number): { socket: Socket; whole: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => {});
  return { socket, whole: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

describe('a stopping server', () => {
  test('at its deadline also cuts connections whose TLS handshake never finished', async () => {
    // Without a certificate no handshake can finish; this test does not even start one.
    const { app, port, drain } = await make(0, { tls: {} as never });
    const arrived = once(app.server, 'connection');
    const silent = open(port);
    await arrived;
    const reasons: unknown[] = [];
    app.server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => reasons.push(code));
    await Promise.all([drain(), silent.whole]);
    assert.ok(!reasons.includes('ERR_TLS_HANDSHAKE_TIMEOUT'), "it waited for the handshake's own timeout");
  });

  test('is not held up by a caller that asks for a tunnel and never ends its half of the connection', async () => {
    const { port, drain } = await make(60);
    const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    caller.write('CONNECT far.example:443 HTTP/1.1\r\nHost: far.example:443\r\n\r\n');
    const [answer] = (await once(caller, 'data')) as [Buffer];
    assert.match(String(answer), /^HTTP\/1\.1 405 /);
    await drain();
    caller.destroy();
  });

  test('ends idle connections at once, answers running requests, then lets the services hand back, one after another', async () => {
    const { port, began, end, order, drain } = await make(60);
    const idle = open(port);
    idle.socket.write(GET('/quick'));
    await once(idle.socket, 'data');
    const busy = open(port);
    busy.socket.write(GET('/slow'));
    await began;
    const drained = drain();
    assert.match(await idle.whole, /^HTTP\/1\.1 200 .*quick$/s);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/quick`), 'no new connection is accepted');
    assert.deepEqual(order, ['draining']);
    end('slow but there');
    await drained;
    assert.match(await busy.whole, /^HTTP\/1\.1 200 .*slow but there$/s);
    assert.deepEqual(order, ['draining', 'answered', 'first', 'second']);
  });

  test('refuses the next request of a busy connection, in the order of its requests', async () => {
    const { port, began, end, drain } = await make(60);
    const busy = open(port);
    busy.socket.write(GET('/slow'));
    await began;
    const drained = drain();
    busy.socket.write(GET('/quick'));
    // Sent on the same connection, it arrives before the answer to the first can leave.
    await new Promise((resolve) => setTimeout(resolve, 50));
    end('slow but there');
    await drained;
    const text = await busy.whole;
    assert.match(text, /^HTTP\/1\.1 200 .*slow but there/s);
    assert.doesNotMatch(text, /\r\n\r\nquick$/, 'new requests are not served any more');
  });

  test('cuts at its deadline what does not end, and stops all the same', async () => {
    const { port, began, order, drain } = await make(0.2);
    const stuck = open(port);
    stuck.socket.write(GET('/slow'));
    const half = open(port);
    half.socket.write('GET /quick HTTP/1.1\r\nHost');
    await began;
    await drain();
    assert.equal(await stuck.whole, '');
    assert.equal(await half.whole, '');
    assert.deepEqual(order, ['draining', 'first', 'second']);
  });

  test('without connections stops at once', async () => {
    const { drain, order } = await make(60);
    await drain();
    assert.deepEqual(order, ['draining', 'first', 'second']);
  });
});

test('times are written in UTC with milliseconds, and the monotonic clock never steps back', () => {
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
  assert.equal(isoTime(Date.UTC(2026, 1, 28, 23, 59, 59, 7)), '2026-02-28T23:59:59.007Z');
  assert.throws(() => isoTime(Number.NaN), RangeError);
  assert.ok(Math.abs(systemClock.now() - Date.now()) < 10_000);
  let last = systemClock.monotonic();
  for (let i = 0; i < 1000; i++) {
    const next = systemClock.monotonic();
    assert.ok(next >= last);
    last = next;
  }
});

test('the version is a valid npm version', () => {
  assert.match(VERSION, /^\d+\.\d+\.\d+(-[\w.]+)?$/);
});
