import { connect, type Socket } from 'node:net';

/** A load of requests over keep-alive connections, each waiting for its answer before the next. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: number;
  /** The whole request, head and body, of this number. */
  readonly request: (index: number) => string;
}

/** How it went. */
export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99: number;
}

const STATUS_AT = 'HTTP/1.1 '.length;
/** Characters of requests that are made before the time begins; those of longer loads are made as they are sent. */
const PREPARED_MAX = 128 * 1024 * 1024;

/**
 * Sends the load. The client does as little as it can, so that the server is what is measured.
 * @throws Error when an answer is no 2xx
 */
export async function sendLoad({ port, connections, requests, request }: Load): Promise<LoadResult> {
  const times: number[] = [];
  const prepared: string[] = [];
  for (let length = 0; prepared.length < requests && length < PREPARED_MAX; length += prepared.at(-1)!.length)
    prepared.push(request(prepared.length));
  let next = 0;
  const started = performance.now();
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.on('error', reject);
      let answer = '';
      let began = 0;
      const send = (): void => {
        if (next >= requests) {
          socket.destroy();
          resolve();
          return;
        }
        began = performance.now();
        socket.write(prepared[next] ?? request(next));
        next++;
      };
      socket.on('connect', send);
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        if (!complete(answer)) return;
        if (answer[STATUS_AT] !== '2' || answer.includes('"status":4')) reject(new Error(answer.slice(0, 600)));
        times.push(performance.now() - began);
        answer = '';
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function complete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${answer.slice(0, head)}`);
  return answer.length >= head + 4 + Number(length);
}
