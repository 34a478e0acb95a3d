import { connect, type Socket } from 'node:net';

/** What is sent and how. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Requests in all. */
  readonly requests: number;
  /** The bytes of one request, head and body; the same text may be sent again and again. */
  readonly request: (index: number) => string | Buffer;
  /** The status every answer must have; another one ends the run. */
  readonly status: number;
}

/** What was seen. */
export interface LoadResult {
  readonly seconds: number;
  /** 99th percentile of the time from request to the end of the answer, in milliseconds. */
  readonly p99: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends requests over kept-alive connections, one at a time on each, and checks every answer. Raw sockets: a client that
 * costs more than the server would measure itself.
 * @throws Error for an answer of another status, without Content-Length, or a connection that ends
 */
export async function loadHttp({ port, connections, requests, request, status }: Load): Promise<LoadResult> {
  let next = 0;
  const times = new Float64Array(requests);
  const began = performance.now();
  const one = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let buffered: Buffer = Buffer.alloc(0);
      let index = 0;
      let sent = 0;
      const send = () => {
        if (next >= requests) return void socket.end(resolve);
        index = next++;
        sent = performance.now();
        socket.write(request(index));
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed the connection')));
      socket.on('data', (chunk: Buffer) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
        const end = answerEnd(buffered, status);
        if (end instanceof Error) return void socket.destroy(end);
        if (end === undefined) return;
        buffered = buffered.subarray(end);
        times[index] = performance.now() - sent;
        send();
      });
      socket.once('connect', send);
    });
  await Promise.all(Array.from({ length: connections }, () => one(connect(port, '127.0.0.1').setNoDelay(true))));
  const seconds = (performance.now() - began) / 1000;
  return { seconds, p99: times.sort()[Math.floor(requests * 0.99)]! };
}

/** Where the first answer in the buffer ends; undefined while it is not all there. */
function answerEnd(buffer: Buffer, status: number): number | undefined | Error {
  const head = buffer.indexOf(HEAD_END);
  if (head < 0) return undefined;
  const text = buffer.toString('latin1', 0, head);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (Number(text.slice(9, 12)) !== status || length === undefined) {
    return new Error(`not the answer that was expected: ${buffer.toString('utf8', 0, 600)}`);
  }
  const end = head + HEAD_END.length + Number(length);
  return buffer.length < end ? undefined : end;
}
