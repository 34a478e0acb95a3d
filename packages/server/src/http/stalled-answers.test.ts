import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { StalledAnswers } from './stalled-answers.ts';

/** More than the buffers of both ends of a connection hold. */
const MUCH = Buffer.alloc(64 * 1024 * 1024);
/** A time that no test waits for. */
const LONG_MS = 3_600_000;

/** A server that answers each request with a lot of data, one caller that has asked, and the server's end of it. */
async function asked(stalled: StalledAnswers) {
  const server: Server = createServer((_request, answer) => answer.end(MUCH));
  stalled.watch(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => {});
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const requested = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [[socket], [, answer]] = await Promise.all([connected, requested]);
  const close = async (): Promise<void> => {
    caller.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { caller, socket, answer, [Symbol.asyncDispose]: close };
}

describe('an answer that waits for its caller', () => {
  test('is given up with its connection if nothing of it is read', async () => {
    const stalled = new StalledAnswers(50);
    await using talk = await asked(stalled);
    talk.caller.pause();
    stalled.look();
    await once(talk.answer, 'close');
    assert.equal(talk.answer.writableFinished, false, 'and its producer learns that it did not arrive');
    assert.ok(talk.socket.destroyed);
  });

  test('gets its time once, at the first look that sees it wait, until all of it is read; then the connection continues', async () => {
    const stalled = new StalledAnswers(LONG_MS);
    await using talk = await asked(stalled);
    talk.caller.pause();
    assert.ok(talk.socket.writableLength > 0);
    assert.notEqual(talk.socket.timeout, LONG_MS);
    stalled.look();
    assert.equal(talk.socket.timeout, LONG_MS);
    stalled.look();
    assert.equal(talk.socket.timeout, LONG_MS);
    talk.caller.resume();
    await once(talk.answer, 'finish');
    stalled.look();
    assert.notEqual(talk.socket.timeout, LONG_MS);
    assert.equal(talk.socket.destroyed, false);
    let again = 0;
    talk.caller.on('data', (bytes: Buffer) => (again += bytes.length));
    talk.caller.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(talk.caller, 'close');
    assert.ok(again >= MUCH.length, `${again} bytes of the next answer`);
  });
});

/** The part of a connection that is looked at. */
class Connection {
  timeout: number | undefined = 0;
  writableLength = 0;
  readonly set: number[] = [];
  closed = (): void => {};
  once(_event: 'close', listener: () => void): void {
    this.closed = listener;
  }
  setTimeout(ms: number): void {
    this.timeout = ms;
    this.set.push(ms);
  }
}

describe('a connection', () => {
  const watched = () => {
    const stalled = new StalledAnswers(LONG_MS);
    const listeners = new Map<string, (socket: unknown) => void>();
    const server = { on: (event: string, listener: (socket: unknown) => void) => listeners.set(event, listener) };
    stalled.watch(server as never, 'secureConnection');
    const connection = new Connection();
    listeners.get('secureConnection')!(connection);
    return { stalled, connection };
  };

  test('with nothing to send is left alone, however long it waits for its answer', () => {
    const { stalled, connection } = watched();
    for (let i = 0; i < 3; i++) stalled.look();
    assert.deepEqual(connection.set, []);
  });

  test('that already has a timeout keeps it: idle between requests, or in the middle of an upload', () => {
    const { stalled, connection } = watched();
    connection.timeout = 72_000;
    connection.writableLength = 1;
    stalled.look();
    connection.writableLength = 0;
    stalled.look();
    assert.deepEqual([connection.set, connection.timeout], [[], 72_000]);
  });

  test('that changed to another timeout meanwhile keeps that', () => {
    const { stalled, connection } = watched();
    connection.writableLength = 1;
    stalled.look();
    connection.timeout = 72_000;
    connection.writableLength = 0;
    stalled.look();
    assert.deepEqual([connection.set, connection.timeout], [[LONG_MS], 72_000]);
  });

  test('of a stream that pauses has no timeout once all was read, and gets one again when it waits again', () => {
    const { stalled, connection } = watched();
    for (const waiting of [100, 0, 0, 7, 3]) {
      connection.writableLength = waiting;
      stalled.look();
    }
    assert.deepEqual(connection.set, [LONG_MS, 0, LONG_MS]);
  });

  test('that is closed is no longer looked at', () => {
    const { stalled, connection } = watched();
    connection.closed();
    connection.writableLength = 1;
    stalled.look();
    assert.deepEqual(connection.set, []);
  });
});
