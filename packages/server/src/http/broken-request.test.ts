import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { answerBrokenRequest } from './broken-request.ts';

test('an unfinished TLS handshake ends its connection: no answer can be written there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [raw] = (await once(server, 'connection')) as [Socket];
  const secured = new TLSSocket(raw, { isServer: true, secureContext: createSecureContext() });
  const ended = once(caller, 'close');
  caller.resume();
  answerBrokenRequest(Object.assign(new Error('as Node reports it'), { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }), secured);
  // Not `writableEnded`: an answer that waits for the handshake would set that, too.
  assert.ok(secured.destroyed);
  await ended;
  server.close();
});
