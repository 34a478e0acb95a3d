import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { App } from '../http/app.ts';

/** Starts listening. @param port 0 for any free one @returns the port */
export async function listen(app: App, { host }: { readonly host: string }, port: number): Promise<number> {
  // With that name, Fastify also listens at ::1, with a second server that has none of our listeners.
  await app.listen({ host: host === 'localhost' ? (await lookup(host)).address : host, port });
  return (app.server.address() as AddressInfo).port;
}
