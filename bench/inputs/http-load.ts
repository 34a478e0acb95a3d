import { connect, type Socket } from 'node:net';

/** A load of requests over keep-alive connections, each waiting for its answer before sending the next. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: number;
  /** The whole request with this number, head and body. */
  readonly request: (index: number) => string;
}

/** The result of a load. */
export interface LoadResult {
  readonly seconds: number;
  /** 99th percentile of the answer times, in milliseconds. */
  readonly p99: number;
}

/** Most characters of requests built before the clock starts; those of longer loads are built while sending. */
const PREPARED_MAX = 128 * 1024 * 1024;
/** Largest single read; an answer may take several. */
const READ_BYTES = 64 * 1024;
const STATUS_AT = 'HTTP/1.1 '.length;
/** The first digit of a 2xx status. */
const SUCCESS = 0x32;
const REFUSED_ITEM = Buffer.from('"status":4');
const HEAD_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /content-length: (\d+)/i;
/** Enough of an answer to see what was refused. */
const SHOWN = 600;

/**
 * Sends the load. The client does as little as possible, so that the server is what is measured: requests are built
 * beforehand, and answers are counted but not kept.
 * @throws Error if an answer is not 2xx, or the server closes a connection
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
      let began = 0;
      const answers = new Answers();
      const take = (bytes: Buffer): void => {
        const answer = answers.add(bytes);
        if (answer === undefined) return;
        if (answer[STATUS_AT] !== SUCCESS || answer.includes(REFUSED_ITEM))
          throw new Error(answer.toString('latin1', 0, SHOWN));
        times.push(performance.now() - began);
        send();
      };
      const socket: Socket = connect({
        ...{ port, host: '127.0.0.1', noDelay: true },
        onread: {
          buffer: Buffer.alloc(READ_BYTES),
          callback: (count, buffer) => {
            try {
              take(Buffer.from(buffer.buffer, buffer.byteOffset, count));
            } catch (error) {
              // Throwing from here would end the process instead of the load.
              socket.destroy();
              reject(error);
            }
            return true;
          },
        },
      });
      socket.on('error', reject);
      // After the last answer this has no effect.
      socket.on('close', () => reject(new Error('the server closed a connection that waited for an answer')));
      const send = (): void => {
        if (next >= requests) {
          socket.destroy();
          resolve();
          return;
        }
        began = performance.now();
        socket.write(prepared[next] ?? request(next), 'latin1');
        next++;
      };
      socket.on('connect', send);
    });
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** Reassembles the answers of one connection. */
class Answers {
  #parts: Buffer[] = [];
  #length = 0;
  /** Length of the current answer; undefined until its head is complete. */
  #whole: number | undefined;

  /** Takes the next bytes and keeps them only if needed. @returns the answer they complete */
  add(bytes: Buffer): Buffer | undefined {
    this.#length += bytes.length;
    this.#whole ??= wholeLength(this.#together(bytes));
    if (this.#whole === undefined || this.#length < this.#whole) {
      this.#parts.push(Buffer.from(bytes));
      return undefined;
    }
    const answer = this.#together(bytes);
    this.#parts = [];
    this.#length = 0;
    this.#whole = undefined;
    return answer;
  }

  #together(bytes: Buffer): Buffer {
    return this.#parts.length === 0 ? bytes : Buffer.concat([...this.#parts, bytes]);
  }
}

/** Length of an answer, head and body; undefined if its head is incomplete. */
function wholeLength(answer: Buffer): number | undefined {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = answer.toString('latin1', 0, end);
  const length = CONTENT_LENGTH.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return end + HEAD_END.length + Number(length);
}
