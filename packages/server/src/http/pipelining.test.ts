import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { serveInTurn } from './pipelining.ts';

/** A server that holds its requests, and a connection to it. */
async function begin() {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    asked.push({ request, response });
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  serveInTurn(server);
  let read = 0;
  server.on('request', () => read++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => {});
  let answers = '';
  caller.setEncoding('latin1').on('data', (text: string) => (answers += text));
  return {
    asked,
    caller,
    read: () => read,
    answers: () => answers,
    /** Waits until that many requests were served. */
    async served(count: number): Promise<void> {
      while (asked.length < count) await arrived.promise;
    },
    async [Symbol.asyncDispose]() {
      caller.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('requests of one connection are served one after another, even those with a body', async () => {
  await using talk = await begin();
  talk.caller.write('POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc');
  talk.caller.write('PUT /2 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ndef\r\n0\r\n\r\n');
  talk.caller.write('GET /3 HTTP/1.1\r\nHost: x\r\n\r\n');
  for (const [i, [url, body]] of [
    ['/1', 'abc'],
    ['/2', 'def'],
    ['/3', ''],
  ].entries()) {
    await talk.served(i + 1);
    const { request, response } = talk.asked[i]!;
    let text = '';
    for await (const chunk of request) text += chunk;
    assert.deepEqual([request.url, text, talk.asked.length], [url, body, i + 1]);
    response.end(`answer ${i + 1}`);
  }
  await once(talk.asked[2]!.response, 'finish');
  while (!talk.answers().includes('answer 3')) await once(talk.caller, 'data');
  assert.match(talk.answers(), /answer 1.*answer 2.*answer 3$/s);
});

test('of a caller that sends without end only a few requests are read before the first is answered, and all are served in the end', async () => {
  const MANY = 20_000;
  await using talk = await begin();
  const text = (i: number): string => `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`;
  talk.caller.write(Array.from({ length: MANY }, (_, i) => text(i)).join(''));
  await talk.served(1);
  // Each turn of the event loop reads from the connection: after enough turns for all of it, no more arrives.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(talk.asked.length, 1);
  assert.ok(talk.read() < 4000, `${talk.read()} were read`);
  for (let i = 0; i < MANY; i++) {
    await talk.served(i + 1);
    const { request, response } = talk.asked[i]!;
    assert.equal(request.url, `/${i}`);
    response.end();
  }
});

test('a connection that ends drops its waiting requests', async () => {
  await using talk = await begin();
  talk.caller.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nDELETE /2 HTTP/1.1\r\nHost: x\r\n\r\n');
  await talk.served(1);
  const closed = once(talk.asked[0]!.response, 'close');
  talk.caller.destroy();
  await closed;
  assert.equal(talk.asked.length, 1, 'work that nobody waits for is not started');
});
