import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { treeCpuSeconds } from '../server-process.ts';

const VERSIONS = '/usr/lib/postgresql';

/** Directory of the newest PostgreSQL programs on the machine, or undefined. */
function programs(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
  return newest && join(VERSIONS, newest, 'bin');
}

/** Why PostgreSQL cannot be run here; undefined if it can. */
export function missingPostgres(): string | undefined {
  const bin = programs();
  return bin && existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pgbench'))
    ? undefined
    : 'postgresql is not installed';
}

/** A PostgreSQL server in a temporary directory, with its defaults (fsync on), reached over a socket. */
export class Postgres {
  readonly directory = mkdtempSync(join(tmpdir(), 'bench-pg-'));
  #made = 0;

  constructor() {
    // The server refuses to run as root.
    if (process.getuid?.() === 0) spawnSync('chown', ['postgres', this.directory]);
    this.run('initdb', ['-D', join(this.directory, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8']);
    const options = `-k ${this.directory} -c listen_addresses= -c max_connections=200`;
    this.run('pg_ctl', [
      '-D',
      join(this.directory, 'data'),
      '-w',
      '-l',
      join(this.directory, 'log'),
      '-o',
      options,
      'start',
    ]);
  }

  /** Runs one of its programs. @returns standard output @throws Error with its error output if it fails */
  run(program: string, args: readonly string[]): string {
    const command = [join(programs()!, program), ...args];
    const asRoot = process.getuid?.() === 0;
    const [first, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    // pg_ctl leaves its server running with our pipes, so its output is discarded.
    const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe';
    const { status, stdout, stderr } = spawnSync(first!, rest, { encoding: 'utf8', stdio, cwd: this.directory });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout ?? '';
  }

  /** Runs one statement. @throws Error with the server's message */
  sql(statement: string): void {
    this.run('psql', ['-h', this.directory, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q', '-c', statement]);
  }

  /** The first value that a statement returns. */
  value(statement: string): string {
    return this.run('psql', ['-h', this.directory, '-U', 'postgres', '-At', '-c', statement]).trim();
  }

  /** CPU time of the server and its connections so far, in seconds; NaN if the system does not report it. */
  cpuSeconds(): number {
    const main = readFileSync(join(this.directory, 'data/postmaster.pid'), 'utf8').split('\n')[0]!;
    return treeCpuSeconds(Number(main));
  }

  /** Address of its database. */
  get url(): string {
    return this.#urlOf('postgres');
  }

  /** Makes another database. @returns its address */
  fresh(): string {
    const name = `fresh${++this.#made}`;
    this.sql(`CREATE DATABASE ${name}`);
    return this.#urlOf(name);
  }

  /** Removes a database that `fresh` made. */
  drop(url: string): void {
    this.sql(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
  }

  #urlOf(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.directory)}`;
  }

  stop(): void {
    this.run('pg_ctl', ['-D', join(this.directory, 'data'), '-m', 'immediate', 'stop']);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
