import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@fieldbridge/server';

/** A server with the weighing credentials of the demonstration, in its own directory. */
export interface WeighingServer {
  readonly directory: string;
  readonly server: RunningServer;
  readonly weighing: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly locationIds: readonly string[];
  };
}

export async function startWeighing(): Promise<WeighingServer> {
  const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-tickets-'));
  const server = await startServer({
    flags: { data: directory, port: 0, interfaces: 'weighing' },
    env: {},
    demo: true,
    print: () => {},
    log: { write: () => {} },
  });
  const { weighing } = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')) as WeighingServer;
  return { directory, server, weighing };
}

/** Stops the server and removes its directory. */
export async function stopWeighing({ directory, server }: Pick<WeighingServer, 'directory' | 'server'>): Promise<void> {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
