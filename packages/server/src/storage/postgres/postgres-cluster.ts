import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryResult } from 'pg';
import type { Role } from '../../config/role.ts';
import { type Cluster, LEASE_MS, LOOK_MS, type Memory, type OthersDemand } from '../port/cluster.ts';
import { CLUSTER } from './cluster-schema.ts';
import { openPool } from './connections.ts';
import { MARK, NOTIFY } from './marks.ts';
import { postgresFailure } from './postgres-failure.ts';
import { otherFiles, ServerLock } from './server-lock.ts';

/** How long after a look remembered rows may be used; then rows are read until the next look. */
const CURRENT_MS = LEASE_MS - LOOK_MS;
/** A look that takes longer counts as failed. */
const QUERY_MS = 2000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;
/** How many looks there are between two removals of leases that nobody holds any more. */
const TIDY_EVERY = 60;

const LOOK = `WITH beat AS (UPDATE servers SET "beatAt" = clock_timestamp() WHERE id = $1 RETURNING id),
  gone AS (DELETE FROM servers WHERE $2 AND id <> $1 AND "beatAt" < clock_timestamp() - ${LEASE})
  SELECT (SELECT count(*) FROM beat) AS known,
    (SELECT count(*) FROM servers WHERE role <> 'worker' AND "beatAt" > clock_timestamp() - ${LEASE}) AS size,
    (SELECT coalesce(json_agg(json_build_array(space, kind, number)), '[]') FROM marks) AS marks,
    (SELECT coalesce(json_agg(json_build_array(series, number)), '[]') FROM needs) AS needs`;
const JOIN = 'INSERT INTO servers (id, role, place, knows, "beatAt") VALUES ($1, $2, $3, $4, clock_timestamp())';
const HOLD = `INSERT INTO leases AS held (name, holder) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM servers WHERE id = $2)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder
  WHERE held.holder = excluded.holder OR NOT EXISTS (SELECT 1 FROM servers WHERE id = held.holder)`;

/** No limit. */
const MOST_INT = 2 ** 31 - 1;
/** The row of a name is locked while it changes, so two servers cannot take the last place both. */
const OPEN = `INSERT INTO opened AS o (name, counts) SELECT $1, jsonb_build_object($2::text, $3::int) WHERE $3::int <= $4::int
  ON CONFLICT (name) DO UPDATE SET counts = o.counts || excluded.counts
  WHERE $3::int + (SELECT coalesce(sum(one.value::int), 0) FROM jsonb_each_text(o.counts) AS one
    JOIN servers ON servers.id = one.key WHERE servers.id <> $2) <= $4::int`;
const CLOSED = 'UPDATE opened SET counts = counts - $2 WHERE name = $1';

const TIDY = `WITH old AS (DELETE FROM demand WHERE at < clock_timestamp() - interval '1 minute')
  , ended AS (DELETE FROM opened WHERE NOT EXISTS
    (SELECT 1 FROM jsonb_object_keys(counts) AS one (id) JOIN servers ON servers.id = one.id))
  DELETE FROM leases WHERE NOT EXISTS (SELECT 1 FROM servers WHERE id = holder)`;
const REPORT = `INSERT INTO demand (name, server, amount, at)
  SELECT name, $1, amount, clock_timestamp() FROM unnest($2::text[], $3::float8[]) AS own (name, amount)
  ON CONFLICT (name, server) DO UPDATE SET amount = excluded.amount, at = excluded.at`;
/** A row without a name says when a server has reported, whatever is asked of it. */
const REPORTED = '';
const SILENT = `SELECT (extract(epoch FROM clock_timestamp() - min(coalesce(demand.at, to_timestamp(0)))) * 1000)::float8
    AS ms FROM servers LEFT JOIN demand ON demand.name = '${REPORTED}' AND demand.server = servers.id
  WHERE servers.id <> $1 AND role <> 'worker' AND "beatAt" > clock_timestamp() - ${LEASE}`;
const OTHERS = `SELECT name, sum(amount) AS amount FROM demand
  WHERE name = ANY ($2::text[]) AND server <> $1 AND at > clock_timestamp() - ${LEASE} GROUP BY name`;

/** How a server joins the others. */
export interface JoinOptions {
  readonly role?: Role;
  /** Where its files are: the same place for all. Without, files do not matter. */
  readonly place?: string;
  /** Whether nobody but this process can use the place: another server there has ended. */
  readonly isOwnPlace?: boolean;
  /** Keeps every other server away. */
  readonly isAlone?: boolean;
  /** The steps of migrations that this program knows, by series. */
  readonly knows?: Readonly<Record<string, number>>;
}

interface LookRow {
  readonly known: number;
  readonly size: number;
  readonly marks: readonly (readonly [space: string, kind: string, number: number])[];
  readonly needs: readonly (readonly [series: string, number: number])[];
}

/**
 * The servers of one database. Each has a row that it renews every second; one that is silent for a lease is removed
 * by any other, and begins under a new id if it was only held up. Leases belong to such rows, so holding one costs
 * nothing but the sign of life.
 */
export class PostgresCluster implements Cluster {
  readonly isShared = true;
  readonly #lock: ServerLock;
  readonly #pool: Pool;
  readonly #role: Role;
  readonly #place: string;
  readonly #knows: Readonly<Record<string, number>>;
  /** What a newer version has changed so that this one cannot work on. */
  #outgrown: string | undefined;
  #id: string = randomUUID();
  /** On the monotonic clock: when the last look began that succeeded, and since when they have without a pause. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #steadySince = 0;
  #size = 1;
  #looks = 0;
  /** The last look that has begun, and one that begins after it. */
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Leases, each with the id under which it was taken. */
  readonly #held = new Map<string, string>();
  /** When a lease of another server was last asked for. */
  readonly #asked = new Map<string, number>();
  readonly #marks = new Map<string, number>();
  readonly #memories: { readonly space: string; readonly kind: string; readonly forget: () => void }[] = [];
  readonly #listeners = new Map<string, ((text: string) => void)[]>();
  readonly #onLook: (() => void)[] = [];
  #notices: string[] = [];

  private constructor(url: string, lock: ServerLock, { role = 'all', place = '', knows = {} }: JoinOptions) {
    this.#lock = lock;
    this.#role = role;
    this.#place = place;
    this.#knows = knows;
    this.#pool = openPool(url, { schema: CLUSTER, most: 4, queryMs: QUERY_MS });
  }

  /** @throws DatabaseInUse; SettingError if another server has its files elsewhere */
  static async join(url: string, options: JoinOptions = {}): Promise<PostgresCluster> {
    let joined: PostgresCluster | undefined;
    const lock = await ServerLock.take(url, {
      ...(options.isAlone === true ? { isAlone: true } : {}),
      onNotice: (payload) => {
        if (joined !== undefined) joined.#hear(payload);
      },
    });
    joined = new PostgresCluster(url, lock, options);
    try {
      if (options.isOwnPlace === true)
        await joined.#pool.query('DELETE FROM servers WHERE place = $1', [joined.#place]);
      await joined.#enter();
      await joined.#requireSamePlace();
      await joined.#look();
      joined.#later();
      return joined;
    } catch (error) {
      await joined.close();
      throw error;
    }
  }

  get id(): string {
    return this.#id;
  }

  get isAlive(): boolean {
    return performance.now() - this.#lookedAt < CURRENT_MS;
  }

  get size(): number {
    return this.#size;
  }

  /** Why this process must not write now; undefined if it may. */
  get trouble(): string | undefined {
    return this.#lock.trouble ?? this.#outgrown;
  }

  /** What a process remembers of a space. */
  memoryOf(space: string): Memory {
    const isCurrent = (): boolean => this.isAlive;
    return {
      isShared: true,
      get isCurrent() {
        return isCurrent();
      },
      onMark: (kind, forget) => void this.#memories.push({ space, kind, forget }),
    };
  }

  async isGone(id: string): Promise<boolean> {
    const text = 'SELECT 1 FROM servers WHERE id = $1';
    return (await this.#query(text, [id])).rowCount === 0;
  }

  holds(name: string): boolean {
    return this.isAlive && this.#held.get(name) === this.#id;
  }

  async hold(name: string): Promise<boolean> {
    if (this.holds(name)) return true;
    const now = performance.now();
    if (now - (this.#asked.get(name) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false;
    this.#asked.set(name, now);
    return this.claim(name);
  }

  async release(name: string): Promise<void> {
    this.#held.delete(name);
    this.#asked.delete(name);
    // If that fails, the lease ends with the server's row at the latest.
    await this.#pool.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, this.#id]).catch(() => {});
  }

  async demand(own: ReadonlyMap<string, number>): Promise<OthersDemand> {
    // In one order, so that two servers do not wait for each other.
    const names = [REPORTED, ...[...own.keys()].sort()];
    const amounts = names.map((name) => own.get(name) ?? 0);
    await this.#query(REPORT, [this.#id, names, amounts]);
    // First how old the reports are, then what they say: they are no older by then.
    const { ms } = (await this.#query(SILENT, [this.#id])).rows[0] as { ms: number | null };
    const { rows } = await this.#query(OTHERS, [this.#id, [...own.keys()]]);
    const others = (rows as { name: string; amount: number }[]).map(({ name, amount }) => [name, amount] as const);
    return { amounts: new Map(others), silentMs: ms ?? 0 };
  }

  async open(name: string, count: number, most?: number): Promise<boolean> {
    const { rowCount } =
      count === 0
        ? await this.#query(CLOSED, [name, this.#id])
        : await this.#query(OPEN, [name, this.#id, count, most ?? MOST_INT]);
    return count === 0 || rowCount === 1;
  }

  tell(topic: string, text: string): void {
    this.#notices.push(JSON.stringify([this.#id, topic, text]));
    if (this.#notices.length > 1) return;
    setImmediate(() => {
      const notices = this.#notices;
      this.#notices = [];
      // Who needs one that is lost looks again.
      if (!this.#isClosed) this.#pool.query(NOTIFY, [notices]).catch(() => {});
    });
  }

  onTold(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  onLook(listener: () => void): void {
    this.#onLook.push(listener);
  }

  /** Leaves: what this server holds is free at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#pool.query('DELETE FROM servers WHERE id = $1', [this.#id]).catch(() => {});
    await this.#pool.end();
    await this.#lock.close();
  }

  async claim(name: string): Promise<boolean> {
    const id = this.#id;
    const isTaken = (await this.#query(HOLD, [name, id])).rowCount === 1;
    if (isTaken) this.#held.set(name, id);
    return isTaken;
  }

  /** @throws ProblemError unavailable if the database is away */
  async #query(text: string, values: unknown[]): Promise<QueryResult> {
    try {
      return await this.#pool.query(text, values);
    } catch (error) {
      throw postgresFailure(error);
    }
  }

  /** A server that was killed counts for the length of a lease, so it is waited for. */
  async #requireSamePlace(): Promise<void> {
    if (this.#place === '') return;
    const text = `SELECT 1 FROM servers WHERE place NOT IN ($1, '') AND "beatAt" > clock_timestamp() - ${LEASE} LIMIT 1`;
    const end = performance.now() + LEASE_MS + LOOK_MS;
    while ((await this.#pool.query(text, [this.#place])).rowCount !== 0) {
      if (performance.now() > end) throw otherFiles();
      await pause(LOOK_MS / 2);
    }
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#look()
        .then(
          () => {
            for (const listener of this.#onLook) listener();
          },
          // The database is away, which the spaces report; the next look tries again.
          () => {},
        )
        .finally(() => this.#later());
    }, LOOK_MS).unref();
  }

  /** Looks at what there is from now on: after a look that has begun, if one has. */
  #look(): Promise<void> {
    this.#next ??= this.#looking.then(() => {
      this.#next = undefined;
      const look = this.#lookNow();
      this.#looking = look.catch(() => {});
      return look;
    });
    return this.#next;
  }

  async #lookNow(): Promise<void> {
    const begun = performance.now();
    // After a pause nobody knows whether the others could give signs of life.
    if (begun - this.#lookedAt > 2 * LOOK_MS + QUERY_MS) this.#steadySince = begun;
    const mayRemove = begun - this.#steadySince > LEASE_MS;
    const { rows } = await this.#pool.query<LookRow>(LOOK, [this.#id, mayRemove]);
    const { known, size, marks, needs } = rows[0]!;
    this.#compare(needs);
    if (known === 0) await this.#beginAnew();
    this.#size = Math.max(1, size);
    this.#remind(marks);
    this.#lookedAt = begun;
    if (++this.#looks % TIDY_EVERY === 0) await this.#pool.query(TIDY);
  }

  async #enter(): Promise<void> {
    await this.#pool.query(JOIN, [this.#id, this.#role, this.#place, this.#knows]);
  }

  /** A server that was silent did not keep a newer version from changing what it needs. */
  #compare(needs: LookRow['needs']): void {
    const unknown = needs.find(([series, number]) => number > (this.#knows[series] ?? number));
    this.#outgrown =
      unknown && `a newer version has changed the database (${unknown.join(' ')}): this version cannot work on it`;
  }

  /** The others took this server for dead, and what it held. */
  async #beginAnew(): Promise<void> {
    this.#held.clear();
    this.#id = randomUUID();
    await this.#enter();
  }

  #remind(marks: LookRow['marks']): void {
    for (const [space, kind, number] of marks) {
      const name = `${space} ${kind}`;
      if (this.#marks.get(name) === number) continue;
      this.#marks.set(name, number);
      for (const one of this.#memories) if (one.space === space && one.kind === kind) one.forget();
    }
  }

  #hear(payload: string): void {
    const [from, topic, text] = JSON.parse(payload) as [from: string, topic: string, text: string];
    // What others remember of a change ends now; a look that is lost is made up for within a second.
    if (topic === MARK) this.#look().catch(() => {});
    else if (from !== this.#id) for (const listener of this.#listeners.get(topic) ?? []) listener(text);
  }
}
