import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

const PIXELS = 256;
/** Colours of the parts north-west, north-east, south-west and south-east of a place. */
export const QUARTERS = [
  [220, 40, 40],
  [40, 160, 40],
  [40, 40, 220],
  [230, 200, 40],
] as const;

/** What a tile server was asked for, and how it answers. */
export interface TileServer extends AsyncDisposable {
  readonly origin: string;
  /** Paths with queries. */
  readonly asked: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  /** Zooms beyond this are missing. */
  deepest: number;
  /** Whether pages elsewhere may use its tiles. */
  isOpen: boolean;
}

/**
 * A server of map tiles (`/Z/X/Y.png`, and `?BBOX=` as a WMS) whose picture has four colours that meet in one place.
 * @param longitude and `latitude` of that place in degrees
 */
export async function startTileServer(longitude: number, latitude: number): Promise<TileServer> {
  const asked: TileServer['asked'] = [];
  const settings = { deepest: 22, isOpen: true };
  const middle = (longitude + 180) / 360;
  // Latitude to Web Mercator, as a share of the map from the north.
  const down = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  const server: Server = createServer((request, response) => {
    const path = request.url!;
    asked.push({ path, headers: request.headers });
    const cors = settings.isOpen ? { 'access-control-allow-origin': '*' } : {};
    const box = boxOf(path);
    if (box === undefined || box.zoom > settings.deepest) {
      response.writeHead(404, cors).end();
      return;
    }
    const png = picture((x, y) => {
      const [isEast, isSouth] = [box.west + x * box.side > middle, box.north + y * box.side > down];
      return QUARTERS[(isSouth ? 2 : 0) + (isEast ? 1 : 0)]!;
    });
    response.writeHead(200, { 'content-type': 'image/png', ...cors }).end(png);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(settings, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The part of the map of the world that is asked for: shares from the west and from the north. */
function boxOf(path: string): { west: number; north: number; side: number; zoom: number } | undefined {
  const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path) ?? [];
  if (y !== undefined) {
    const side = 1 / 2 ** Number(z);
    return { west: Number(x) * side, north: Number(y) * side, side, zoom: Number(z) };
  }
  const query = new URL(path, 'http://tiles').searchParams;
  if (query.get('CRS') !== 'EPSG:3857') return undefined;
  const world = 2 * Math.PI * 6_378_137;
  const [west, , east, north] = query
    .get('BBOX')!
    .split(',')
    .map((part) => Number(part) / world) as [number, number, number, number];
  return { west: west + 0.5, north: 0.5 - north, side: east - west, zoom: 0 };
}

/** A PNG of 256 by 256 pixels. */
function picture(colourAt: (x: number, y: number) => readonly number[]): Buffer {
  const rows = Buffer.alloc(PIXELS * (1 + 3 * PIXELS));
  for (let y = 0; y < PIXELS; y++)
    for (let x = 0; x < PIXELS; x++)
      rows.set(colourAt((x + 0.5) / PIXELS, (y + 0.5) / PIXELS), y * (1 + 3 * PIXELS) + 1 + 3 * x);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PIXELS, 0);
  header.writeUInt32BE(PIXELS, 4);
  header.set([8, 2], 8);
  const block = (name: string, content: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), content, Buffer.alloc(4)]);
    whole.writeUInt32BE(content.length, 0);
    whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
    return whole;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    block('IHDR', header),
    block('IDAT', deflateSync(rows)),
    block('IEND', Buffer.alloc(0)),
  ]);
}
