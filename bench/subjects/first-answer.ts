import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sendLoad } from '../inputs/http-load.ts';
import { postRequest, ticketText } from '../inputs/tickets.ts';
import type { Measurement } from '../row.ts';

const START = join(import.meta.dirname, '../../tools/start.mjs');
const LONGEST_START_MS = 60_000;
const BATCH = 1000;
/** Pause between two attempts to connect to a starting server. */
const KNOCK_MS = 2;

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly seconds: number;
}

/** A data directory and the server that the start line runs on it. */
export class StartTarget {
  readonly directory = mkdtempSync(join(tmpdir(), 'bench-start-'));
  #tickets = 0;
  #jobs = 0;

  /** Starts the server, asks until it answers, and stops it. @returns the time from the command to the first answer */
  async start(flags: readonly string[] = []): Promise<Measurement> {
    const { child, seconds } = await this.#started(flags);
    await stop(child);
    return { seconds };
  }

  /** Fills the directory up to a number of tickets and of empty field jobs; not measured. */
  async fill(tickets: number, jobs: number): Promise<void> {
    if (this.#tickets >= tickets && this.#jobs >= jobs) return;
    const { child, port } = await this.#started(['--demo', '--requests-per-minute', '0']);
    const demo = join(this.directory, 'demo.json');
    // The first answer comes before the demonstration is created.
    while (!existsSync(demo)) await pause(KNOCK_MS);
    const { weighing, conversion } = JSON.parse(readFileSync(demo, 'utf8')) as Demo;
    const locationId = weighing.locationIds[0]!;
    const first = this.#tickets;
    const batch = (at: number): string =>
      `[${Array.from({ length: BATCH }, (_, i) => ticketText(locationId, `N${first + at * BATCH + i}`, at * BATCH + i)).join(',')}]`;
    const path = '/weighing-sandbox/v2/weighing';
    await sendLoad({
      ...{ port, connections: 2, requests: Math.ceil((tickets - first) / BATCH) },
      request: (at) => postRequest(path, batch(at), headersOf(weighing)),
    });
    this.#tickets = tickets;
    await sendLoad({
      ...{ port, connections: 16, requests: jobs - this.#jobs },
      request: () => postRequest('/conversion/job/mjf', '{}', headersOf(conversion)),
    });
    this.#jobs = jobs;
    await stop(child);
  }

  clear(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #started(flags: readonly string[]): Promise<Started> {
    const port = await freePort();
    const words = ['serve', '--data', this.directory, '--port', String(port), '--log-level', 'error', ...flags];
    const began = performance.now();
    const child = spawn(process.execPath, [START, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (;;) {
      if (await ask(port, '/health/ready')) return { child, port, seconds: (performance.now() - began) / 1000 };
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it answered`);
      if (performance.now() - began > LONGEST_START_MS) throw new Error('the server does not answer');
      await pause(KNOCK_MS);
    }
  }
}

/** The same for the smallest possible server. @param script of bench/servers; prints its port as JSON */
export async function startBare(script: string): Promise<Measurement> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../servers', script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  await ask((JSON.parse(line) as { port: number }).port, '/');
  const seconds = (performance.now() - started) / 1000;
  await stop(child);
  return { seconds };
}

interface Caller {
  readonly clientId: string;
  readonly clientSecret: string;
}
interface Demo {
  readonly weighing: Caller & { readonly locationIds: readonly string[] };
  readonly conversion: Caller;
}

function headersOf({ clientId, clientSecret }: Caller): Record<string, string> {
  return { 'X-ClientId': clientId, 'X-ClientSecret': clientSecret };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns whether the server answered with 200 */
async function ask(port: number, path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get({ port, path, agent: false }, (answer) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode === 200));
  }).on('error', () => resolve(false));
  return promise;
}
