import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVER_FLAGS } from '../../tools/runtime.mjs';
import { sendLoad } from '../inputs/http-load.ts';
import { postRequest, ticketText } from '../inputs/tickets.ts';
import type { Measurement } from '../row.ts';
import { cpuOf } from '../server-process.ts';
import { fillPostgres } from './fill-postgres.ts';
import { Postgres } from './postgres.ts';

const CONNECTIONS = 64;
const FILL_BATCH = 1000;
/** Tickets with which a store is filled over HTTP; more are added by a statement. */
const MOST_SENT = 1_000_000;

/** Ours embedded, on PostgreSQL, with tickets by month or two servers there, without a store; and the plain service. */
export type TargetKind = 'ours' | 'on-postgres' | 'by-month' | 'two-servers' | 'no-store' | 'plain';

interface Started {
  readonly ports: readonly number[];
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly locationId: string;
}

/** A service that accepts tickets, in processes of its own; started at first use. */
export class TicketTarget {
  readonly #kind: TargetKind;
  #started: Promise<Started> | undefined;
  readonly #children: ChildProcess[] = [];
  #postgres: Postgres | undefined;
  #directory: string | undefined;
  #sent = 0;

  constructor(kind: TargetKind) {
    this.#kind = kind;
  }

  start(): Promise<Started> {
    return (this.#started ??= this.#kind === 'plain' ? this.#startPlain() : this.#startOurs());
  }

  /** Sends tickets one by one, or in batches, over 64 connections. */
  async send(tickets: number, batch = 1, connections = CONNECTIONS): Promise<Measurement> {
    const { ports, path, headers, locationId } = await this.start();
    const first = this.#sent;
    const requests = Math.ceil(tickets / batch);
    this.#sent += requests * batch;
    const text = (index: number): string => ticketText(locationId, `N${first + index}`, first + index);
    const request = (i: number): string => {
      const body =
        batch === 1 ? text(i) : `[${Array.from({ length: batch }, (_, j) => text(i * batch + j)).join(',')}]`;
      return postRequest(path, body, headers);
    };
    const cpu = () => this.#children.reduce((sum, child) => sum + cpuOf(child), 0);
    const [before, databaseBefore] = [cpu(), this.#postgres?.cpuSeconds()];
    // Of several servers each gets every n-th request.
    const loads = ports.map((port, n) =>
      sendLoad({
        port,
        connections: Math.ceil(connections / ports.length),
        requests: Math.ceil((requests - n) / ports.length),
        request: (i) => request(i * ports.length + n),
      }),
    );
    const results = await Promise.all(loads);
    const each = (seconds: number): string => `${((seconds / tickets) * 1e6).toFixed(0)} µs`;
    const database =
      databaseBefore === undefined ? '' : `, ${each(this.#postgres!.cpuSeconds() - databaseBefore)} of the database's`;
    return {
      seconds: Math.max(...results.map(({ seconds }) => seconds)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
      peakMemory: this.#peak(),
      note: `${each(cpu() - before)} of server CPU each${database}`,
    };
  }

  /** Bytes of the database, indices included, for each ticket; of PostgreSQL only. */
  databaseBytes(): number {
    return Number(this.#postgres!.value('SELECT pg_database_size(current_database())')) / this.#sent;
  }

  /** Fills the store up to a number of tickets; not measured. */
  async fill(tickets: number): Promise<void> {
    if (this.#sent >= tickets) return;
    await this.start();
    if (this.#kind === 'plain') await this.#fillPlain(tickets);
    else if (this.#postgres !== undefined && tickets > MOST_SENT) {
      await this.fill(MOST_SENT);
      fillPostgres(this.#postgres, this.#sent, tickets);
      this.#sent = tickets;
    } else await this.send(tickets - this.#sent, FILL_BATCH, 2);
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
    const { ports, headers, path: tickets } = await this.start();
    const [started, before] = [performance.now(), this.#cpuSeconds()];
    // A new connection: one kept from before a long fill may be closed by now.
    const request = get({ port: ports[0]!, path: `${tickets}${path}`, headers: { ...headers, accept }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    return {
      seconds: (performance.now() - started) / 1000,
      peakMemory: this.#peak(),
      cpuSeconds: this.#cpuSeconds() - before,
      note: `${(bytes / 1e6).toFixed(1)} MB`,
    };
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    this.#postgres?.stop();
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
  }

  async #startOurs(): Promise<Started> {
    const root = (this.#directory = mkdtempSync(join(tmpdir(), 'bench-tickets-')));
    const kind = this.#kind;
    const data = join(root, 'first');
    const settings: Record<string, unknown> = { data };
    if (kind === 'on-postgres' || kind === 'by-month' || kind === 'two-servers') {
      this.#postgres = new Postgres();
      settings['database'] = this.#postgres.url;
    }
    if (kind === 'by-month') settings['ticketMonths'] = true;
    if (kind === 'two-servers') {
      mkdirSync(join(root, 'files'));
      settings['blobs'] = pathToFileURL(join(root, 'files')).href;
    }
    const spawnServer = (own: object): Promise<number> =>
      this.#spawn('tickets-server.ts', [JSON.stringify({ ...settings, ...own }), kind]);
    const ports = [await spawnServer({})];
    if (kind === 'two-servers')
      ports.push(await spawnServer({ data: join(root, 'second'), key: join(data, 'server.key') }));
    const { weighing } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as {
      weighing: { clientId: string; clientSecret: string; locationIds: string[] };
    };
    const headers = { 'X-ClientId': weighing.clientId, 'X-ClientSecret': weighing.clientSecret };
    return { ports, headers, path: '/weighing-sandbox/v2/weighing', locationId: weighing.locationIds[0]! };
  }

  async #startPlain(): Promise<Started> {
    this.#postgres = new Postgres();
    const port = await this.#spawn('tickets-plain.ts', [this.#postgres.directory]);
    return { ports: [port], headers: {}, path: '/weighing', locationId: '01a1fd1d-2392-74ff-816d-98aae4679277' };
  }

  async #spawn(script: string, args: readonly string[]): Promise<number> {
    // The peers get the flags of a server, too.
    const child = spawn(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, script), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return Number(String(line));
  }

  /** Processor time of the services and their database so far. */
  #cpuSeconds(): number {
    const database = this.#postgres?.cpuSeconds() ?? 0;
    return this.#children.reduce((sum, child) => sum + cpuOf(child), database);
  }

  /** Peak resident memory of the (first) service, if the system reports it. */
  #peak(): number | undefined {
    try {
      const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.#children[0]!.pid}/status`, 'utf8'))?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    } catch {
      // There is no /proc here, so the figure is left out.
      return undefined;
    }
  }
}
