import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pointsCsv } from '../inputs/points-csv.ts';
import type { Measurement } from '../row.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { sendFile } from './conversion-server.ts';
import { Postgres } from './postgres.ts';

const POLL_MS = 20;
const LONGEST_MS = 60_000;
/** Roles of the two that run imports: by them the row of a server shows which process it is. */
const ROLES = ['worker', 'all'] as const;

/** A server that answers and two that run imports, on one PostgreSQL. */
export class TakeoverGroup {
  readonly #postgres = new Postgres();
  readonly #files = mkdtempSync(join(tmpdir(), 'bench-takeover-'));
  readonly #workers = new Map<string, ServerProcess>();
  #first: ServerProcess | undefined;

  /** Kills the server that runs an import. @returns how long it takes until the other one runs it */
  async killHolder(points: number): Promise<Measurement> {
    const started = await this.#start();
    const { clientId, clientSecret } = (started.ready['demo'] as unknown as Demo).conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const url = `http://127.0.0.1:${started.ready.port}/conversion/job`;
    const made = await fetch(`${url}/mjf`, {
      ...{ method: 'POST', body: '{}' },
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const { jobId } = (await made.json()) as { jobId: string };
    const sent = await sendFile(`${url}/${jobId}/csv?filename=points.csv`, 'PUT', headers, pointsCsv(points));
    if (sent.status !== 202) throw new Error(`answered with ${sent.status}: ${sent.text}`);
    const holder = await this.#holderOf(jobId, 1);
    this.#workers.get(holder)!.kill();
    this.#workers.delete(holder);
    const killed = performance.now();
    const next = await this.#holderOf(jobId, 2);
    const seconds = (performance.now() - killed) / 1000;
    if (next === holder) throw new Error(`${next} is said to run it, but was killed`);
    return { seconds, note: `${holder} killed` };
  }

  async stop(): Promise<void> {
    for (const one of [...this.#workers.values(), this.#first]) await one?.stop();
    this.#postgres.stop();
    rmSync(this.#files, { recursive: true });
  }

  async #start(): Promise<ServerProcess> {
    const shared = [`database=${this.#postgres.url}`, `blobs=${pathToFileURL(this.#files).href}`];
    this.#first ??= await startProcess('fieldbridge.ts', [...shared, 'role=api']);
    const key = join(this.#first.ready['data']!, 'server.key');
    for (const role of ROLES)
      if (!this.#workers.has(role))
        this.#workers.set(role, await startProcess('fieldbridge.ts', [...shared, `role=${role}`, `key=${key}`]));
    return this.#first;
  }

  /** Waits until a job's import was started a number of times. @returns the role of the server that runs it */
  async #holderOf(jobId: string, starts: number): Promise<string> {
    const text = `SELECT servers.role FROM conversion.imports AS import JOIN cluster.servers ON servers.id = import.holder
      WHERE import."jobId" = '${jobId}' AND import.fence >= ${starts} AND import.state = 'running'`;
    for (const end = performance.now() + LONGEST_MS; performance.now() < end; await pause(POLL_MS)) {
      const role = this.#postgres.value(text);
      if (role !== '') return role;
    }
    throw new Error(`the import was not started ${starts} times`);
  }
}

interface Demo {
  readonly conversion: { readonly clientId: string; readonly clientSecret: string };
}
