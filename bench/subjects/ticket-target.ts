import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../../tools/runtime.mjs';
import { sendLoad } from '../inputs/http-load.ts';
import { postRequest, ticketText } from '../inputs/tickets.ts';
import type { Measurement } from '../row.ts';
import { cpuOf } from '../server-process.ts';
import { Postgres } from './postgres.ts';

const CONNECTIONS = 64;
const FILL_BATCH = 1000;

/** A service that accepts tickets, in a process of its own; started at first use. */
export class TicketTarget {
  readonly #kind: 'ours' | 'on-postgres' | 'no-store' | 'plain';
  #started: Promise<{ port: number; path: string; headers: Record<string, string>; locationId: string }> | undefined;
  #child: ChildProcess | undefined;
  #postgres: Postgres | undefined;
  #directory: string | undefined;
  #sent = 0;

  constructor(kind: 'ours' | 'on-postgres' | 'no-store' | 'plain') {
    this.#kind = kind;
  }

  start() {
    return (this.#started ??= this.#kind === 'plain' ? this.#startPlain() : this.#startOurs());
  }

  /** Sends tickets one by one, or in batches, over 64 connections. */
  async send(tickets: number, batch = 1, connections = CONNECTIONS): Promise<Measurement> {
    const { port, path, headers, locationId } = await this.start();
    const first = this.#sent;
    const requests = Math.ceil(tickets / batch);
    this.#sent += requests * batch;
    const text = (index: number): string => ticketText(locationId, `N${first + index}`, first + index);
    const before = cpuOf(this.#child!);
    const { seconds, p99 } = await sendLoad({
      port,
      connections,
      requests,
      request: (i) => {
        const body =
          batch === 1 ? text(i) : `[${Array.from({ length: batch }, (_, j) => text(i * batch + j)).join(',')}]`;
        return postRequest(path, body, headers);
      },
    });
    const cpu = ((cpuOf(this.#child!) - before) / tickets) * 1e6;
    return { seconds, p99, peakMemory: this.#peak(), note: `${cpu.toFixed(0)} µs of server CPU each` };
  }

  /** Bytes of the database, indices included, for each ticket; of PostgreSQL only. */
  databaseBytes(): number {
    return Number(this.#postgres!.value('SELECT pg_database_size(current_database())')) / this.#sent;
  }

  /** Fills the store up to a number of tickets; not measured. */
  async fill(tickets: number): Promise<void> {
    if (this.#sent >= tickets) return;
    if (this.#kind === 'plain') await this.#fillPlain(tickets);
    else await this.send(tickets - this.#sent, FILL_BATCH, 2);
  }

  /** Creates the rows that the plain service would have made, with one statement. */
  async #fillPlain(tickets: number): Promise<void> {
    const { locationId } = await this.start();
    const body = ticketText(locationId, 'FILL', 0).replace('"FILL"', `"' || i || '"`);
    this.#postgres!.sql(
      `INSERT INTO tickets SELECT gen_random_uuid(), '${locationId}', 'N' || i, now(), ('${body}')::jsonb FROM generate_series(${this.#sent}, ${tickets - 1}) i`,
    );
    this.#sent = tickets;
  }

  /** Reads an address to its end and discards the answer. */
  async read(path: string, accept = 'application/json'): Promise<Measurement> {
    const { port, headers, path: tickets } = await this.start();
    const started = performance.now();
    // A new connection: one kept from before a long fill may be closed by now.
    const request = get({ port, path: `${tickets}${path}`, headers: { ...headers, accept }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    return {
      seconds: (performance.now() - started) / 1000,
      peakMemory: this.#peak(),
      note: `${(bytes / 1e6).toFixed(1)} MB`,
    };
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#postgres?.stop();
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
  }

  async #startOurs() {
    const directory = (this.#directory = mkdtempSync(join(tmpdir(), 'bench-tickets-')));
    if (this.#kind === 'on-postgres') this.#postgres = new Postgres();
    const database = this.#postgres === undefined ? [] : [this.#postgres.url];
    const port = await this.#spawn('tickets-server.ts', [directory, this.#kind, ...database]);
    const { weighing } = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as {
      weighing: { clientId: string; clientSecret: string; locationIds: string[] };
    };
    const headers = { 'X-ClientId': weighing.clientId, 'X-ClientSecret': weighing.clientSecret };
    return { port, headers, path: '/weighing-sandbox/v2/weighing', locationId: weighing.locationIds[0]! };
  }

  async #startPlain() {
    this.#postgres = new Postgres();
    const port = await this.#spawn('tickets-plain.ts', [this.#postgres.directory]);
    return { port, headers: {}, path: '/weighing', locationId: '01a1fd1d-2392-74ff-816d-98aae4679277' };
  }

  async #spawn(script: string, args: readonly string[]): Promise<number> {
    // The peers get the flags of a server, too.
    const child = spawn(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, script), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return Number(String(line));
  }

  /** Peak resident memory of the service, if the system reports it. */
  #peak(): number | undefined {
    try {
      const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.#child!.pid}/status`, 'utf8'))?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    } catch {
      // There is no /proc here, so the figure is left out.
      return undefined;
    }
  }
}
