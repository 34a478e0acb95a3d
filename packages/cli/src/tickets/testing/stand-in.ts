import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign server, or one in trouble. */
export async function standIn(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  let count = 0;
  const bodies: string[] = [];
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      bodies.push(body);
      answer(request, response, ++count);
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    bodies,
    url: `http://127.0.0.1:${port}/v2/`,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** The answer of a server that has stored every ticket of a body. */
export const stored = (body: string): string =>
  JSON.stringify({ items: (JSON.parse(body) as object[]).map(() => ({ status: 201, ticket: { uuid: 'u' } })) });
