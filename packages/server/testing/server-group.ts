import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import type { MemberNetwork } from './member-network.ts';
import type { DemoDocument } from './server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** What a member of a group does. */
type Role = 'all' | 'api' | 'worker';

/** A server process that is started again where it was. */
class Member {
  readonly role: Role;
  readonly number: number;
  readonly #start: () => Promise<ServerProcess>;
  #now: ServerProcess;
  isUp = true;

  constructor(role: Role, number: number, start: () => Promise<ServerProcess>, now: ServerProcess) {
    this.role = role;
    this.number = number;
    this.#start = start;
    this.#now = now;
  }

  get url(): string {
    return this.#now.url;
  }

  async kill(): Promise<void> {
    this.isUp = false;
    const { exitCode, signalCode } = this.#now.process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise((resolve) => this.#now.process.once('exit', resolve));
    this.#now.process.kill('SIGKILL');
    await ended;
  }

  async start(): Promise<void> {
    this.#now = await this.#start();
    this.isUp = true;
  }

  freeze(): void {
    this.isUp = false;
    this.#now.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.#now.process.kill('SIGCONT');
    this.isUp = true;
  }

  /** Ends it in order. @returns its exit code */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#now.process.once('exit', resolve));
    this.#now.process.kill('SIGTERM');
    return ended;
  }
}

/** Servers and workers, each a process, on one database and one object store. */
export class ServerGroup implements AsyncDisposable {
  readonly members: readonly Member[];
  readonly demo: DemoDocument;
  readonly #end: () => Promise<void>;

  private constructor(members: readonly Member[], demo: DemoDocument, end: () => Promise<void>) {
    this.members = members;
    this.demo = demo;
    this.#end = end;
  }

  /**
   * @param roles of the members; the first makes the demonstration organisation, so it is `all`
   * @param network in which each of them has its own namespace
   */
  static async start(postgres: TestPostgres, roles: readonly Role[], network?: MemberNetwork): Promise<ServerGroup> {
    const [store, folder] = [
      await StrictS3.start(1000, network?.address),
      await mkdtemp(join(tmpdir(), 'fieldbridge-group-')),
    ];
    const { blobs, blobsEndpoint, blobsRegion, blobsAccessKey, blobsSecretKey } = store.settings;
    const env: Record<string, string> = {
      FIELDBRIDGE_DATABASE: await postgres.database(),
      FIELDBRIDGE_BLOBS: blobs!,
      FIELDBRIDGE_BLOBS_ENDPOINT: blobsEndpoint!,
      FIELDBRIDGE_BLOBS_REGION: blobsRegion!,
      FIELDBRIDGE_BLOBS_ACCESS_KEY: blobsAccessKey!,
      FIELDBRIDGE_BLOBS_SECRET_KEY: blobsSecretKey!,
    };
    const member = async (role: Role, i: number, demo?: DemoDocument) => {
      const key: Record<string, string> = i === 0 ? {} : { FIELDBRIDGE_KEY: join(folder, '0', 'server.key') };
      const start = () =>
        startServerProcess(join(folder, String(i)), {
          within: network?.within(i) ?? [],
          words: ['--role', role, '--converters', '1', '--drain', '2', '--host', network?.host(i) ?? '127.0.0.1'],
          env: { ...env, ...key },
          ...(demo === undefined ? {} : { demo }),
        });
      const now = await start();
      return { member: new Member(role, i, start, now), demo: now.demo };
    };
    const started: Member[] = [];
    const end = async (): Promise<void> => {
      await Promise.all(started.map((one) => one.kill()));
      await store.away();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    try {
      const first = await member(roles[0]!, 0);
      started.push(first.member);
      const others = await Promise.allSettled(roles.slice(1).map((role, i) => member(role, i + 1, first.demo)));
      for (const one of others) if (one.status === 'fulfilled') started.push(one.value.member);
      const failed = others.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return new ServerGroup(started, first.demo, end);
    } catch (error) {
      // What runs would keep the test's process.
      await end();
      throw error;
    }
  }

  /** Members that answer requests, those that are killed or frozen as well: callers do not know. */
  get servers(): readonly Member[] {
    return this.members.filter(({ role }) => role !== 'worker');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.members) one.thaw();
    await this.#end();
  }
}
