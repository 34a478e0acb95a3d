import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FileView } from '@fieldbridge/formats';
import type { TileMap } from '@fieldbridge/view-wire';
import { servedPage, servedPolicy } from '@fieldbridge/viewer/serve/page.ts';

/** The loopback interface: other machines get no answer. */
const HOST = '127.0.0.1';

/**
 * Serves the view of a file to a browser on this machine.
 * @param port 0: any that is free @returns the server and its address
 */
export async function serveView(
  view: FileView,
  script: string,
  port: number,
  { maps = [], grids }: ServeOptions = {},
): Promise<{ server: Server; url: string }> {
  const page = servedPage(view.manifest.name, '/viewer.js', '/view', maps);
  const policy = servedPolicy(maps);
  const packed = gzipSync(script);
  const server = createServer((request, response) => {
    answerOf({ view, script: packed, page, grids }, request)
      .catch((error: unknown): Answer => [422, 'application/json', JSON.stringify({ detail: String(error) })])
      .then(([status, type, body, headers]) => {
        response.writeHead(status, {
          ...{ 'content-type': type, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
          ...{ 'content-security-policy': policy, 'cache-control': 'no-cache', ...headers },
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return { server, url: `http://${HOST}:${(server.address() as AddressInfo).port}/` };
}

/** The parts needed to serve a view. */
export interface ServeOptions {
  /** Maps to choose from: the page may load from their hosts. */
  readonly maps?: readonly TileMap[];
  /** Folder of grid files for reference systems. */
  readonly grids?: string | undefined;
}

interface Served extends Pick<ServeOptions, 'grids'> {
  readonly view: FileView;
  /** Compressed. */
  readonly script: Uint8Array;
  readonly page: string;
}

/** An answer: status, media type, body, further headers. */
type Answer = readonly [
  status: number,
  type: string,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
];
const PACKED = { 'content-encoding': 'gzip' };

async function answerOf({ view, script, page, grids }: Served, request: IncomingMessage): Promise<Answer> {
  // A page elsewhere could use a host name of its own that resolves to this machine.
  const port = request.socket.localPort;
  if (![`${HOST}:${port}`, `localhost:${port}`].includes(request.headers.host ?? ''))
    return [421, 'text/plain', `this server answers for ${HOST}:${port} only\n`];
  if (request.method !== 'GET' && request.method !== 'HEAD') return [405, 'text/plain', 'GET and HEAD only\n'];
  const path = (request.url ?? '/').replace(/\?.*/, '');
  if (path === '/') return [200, 'text/html; charset=utf-8', page];
  if (path === '/viewer.js') return [200, 'text/javascript; charset=utf-8', script, PACKED];
  if (path === '/view') return [200, 'application/json', JSON.stringify(view.manifest)];
  const [, level, n] = /^\/view\/0\/(\d{1,6})\/(\d{1,6})$/.exec(path) ?? [];
  const chunk = level === undefined ? undefined : view.chunk(Number(level), Number(n));
  if (chunk !== undefined) return [200, 'application/octet-stream', chunk, PACKED];
  const [, image] = /^\/view\/0\/image\/(\d{1,6})$/.exec(path) ?? [];
  const picture = image === undefined ? undefined : view.image(Number(image));
  if (picture !== undefined) return [200, picture[0] === 0xff ? 'image/jpeg' : 'image/png', picture];
  const [, table, row] = /^\/view\/0\/feature\/(\w{1,20})\/(\d{1,9})$/.exec(path) ?? [];
  const feature = table === undefined ? null : view.feature(table, Number(row));
  if (feature !== null) return [200, 'application/json', JSON.stringify(feature)];
  const [, rows, first] = /^\/view\/0\/features\/(\w{1,20})\/(\d{1,9})$/.exec(path) ?? [];
  if (rows !== undefined) return [200, 'application/json', JSON.stringify(view.features(rows, Number(first)))];
  if (path === '/view/0/differences' && view.differences !== undefined)
    return [200, 'application/json', JSON.stringify(view.differences)];
  if (path === '/view/0/earth') {
    const sides = new URL(request.url!, 'http://local').searchParams.get('extent')?.split(',').map(Number) ?? [];
    if (sides.length !== 4 || !sides.every(Number.isFinite)) return [400, 'text/plain', 'extent=W,S,E,N is needed\n'];
    const net = await view.earth(sides as [number, number, number, number], { grids });
    return [200, 'application/json', JSON.stringify(net)];
  }
  // Every browser asks for one.
  if (path === '/favicon.ico') return [204, 'image/x-icon', ''];
  return [404, 'text/plain', 'there is nothing here\n'];
}
