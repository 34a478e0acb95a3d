import type { FastifyReply } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { Limiter } from '../http/rate-limit.ts';
import type { Shares } from '../http/shares.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { Audit } from './audit.ts';

/** The quotas of an organisation; 0 means no limit. */
export interface QuotaLimits {
  /** Its stored jobs. */
  readonly jobs: number;
  /** Bytes of its files, jobs and exports. */
  readonly bytes: number;
  /** Requests of all its credentials together. */
  readonly requestsPerMinute: number;
}
export type QuotaName = keyof QuotaLimits;
const NAMES = ['jobs', 'bytes', 'requestsPerMinute'] as const satisfies readonly QuotaName[];

/** The quotas set at the desk for one organisation; null means the server's setting. */
export type OwnQuotas = Readonly<Record<QuotaName, number | null>>;
/** The mark for other servers when a quota changes. */
const MARK = 'quotas';
const NONE: OwnQuotas = { jobs: null, bytes: null, requestsPerMinute: null };

/**
 * The quotas of organisations: the server's settings, or those set at the desk. All rows are in memory, because each
 * request needs its organisation's quotas.
 */
export class Quotas {
  readonly #store: SpaceStore;
  readonly #audit: Audit;
  readonly #settings: QuotaLimits;
  readonly #shares: Shares | undefined;
  readonly #own = new Map<string, OwnQuotas>();
  /** By organisation, for those with a quota of requests. */
  readonly #limiters = new Map<string, Limiter>();

  private constructor(store: SpaceStore, audit: Audit, settings: QuotaLimits, shares?: Shares) {
    this.#shares = shares;
    this.#store = store;
    this.#audit = audit;
    this.#settings = settings;
  }

  /** @param store the desk's @param settings for organisations without quotas of their own */
  static async open(store: SpaceStore, audit: Audit, settings: QuotaLimits, shares?: Shares): Promise<Quotas> {
    const quotas = new Quotas(store, audit, settings, shares);
    await quotas.#load();
    // If the database is unavailable, they are not updated until the next change.
    store.memory.onMark(MARK, () => void quotas.#load().catch(() => {}));
    return quotas;
  }

  async #load(): Promise<void> {
    const text = 'SELECT organisationId, jobs, bytes, requestsPerMinute FROM quotas';
    const rows = await this.#store.read<OwnQuotas & { organisationId: string }>(text);
    const before = new Map([...this.#limiters.keys()].map((id) => [id, this.of(id).requestsPerMinute]));
    this.#own.clear();
    for (const { organisationId, ...own } of rows) this.#own.set(organisationId, own);
    // A count continues unless the quota has changed.
    for (const [id, quota] of before) if (this.of(id).requestsPerMinute !== quota) this.#limiters.delete(id);
  }

  /** The limits in force for an organisation. */
  of(organisationId: string): QuotaLimits {
    const own = this.#own.get(organisationId);
    return own === undefined ? this.#settings : this.limitsFor(own);
  }

  /** The limits that result from quotas of the desk. */
  limitsFor(own: OwnQuotas): QuotaLimits {
    const { jobs, bytes, requestsPerMinute } = this.#settings;
    return {
      jobs: own.jobs ?? jobs,
      bytes: own.bytes ?? bytes,
      requestsPerMinute: own.requestsPerMinute ?? requestsPerMinute,
    };
  }

  /** The quotas set at the desk for an organisation. */
  ownOf(organisationId: string): OwnQuotas {
    return this.#own.get(organisationId) ?? NONE;
  }

  /**
   * Sets some of an organisation's quotas, at once; null returns to the server's setting.
   * @param check called with the current ones before the change, inside the transaction
   * @returns the quotas set now
   */
  async change(
    actor: string,
    organisationId: string,
    change: Partial<OwnQuotas>,
    check: (present: OwnQuotas) => void,
  ): Promise<OwnQuotas> {
    const next = await this.#store.write(async (tx) => {
      const text = 'SELECT jobs, bytes, requestsPerMinute FROM quotas WHERE organisationId = ?';
      const present: OwnQuotas = { ...NONE, ...(await tx.first<OwnQuotas>(text, organisationId)) };
      check(present);
      const own = { ...present, ...change };
      await tx.mark(MARK);
      await tx.run('DELETE FROM quotas WHERE organisationId = ?', organisationId);
      await tx.run(
        'INSERT INTO quotas (organisationId, jobs, bytes, requestsPerMinute) VALUES (?, ?, ?, ?)',
        ...[organisationId, ...NAMES.map((name) => own[name])],
      );
      const note = { actor, action: 'organisation.quotas-changed', subject: organisationId, organisationId };
      await this.#audit.noteNow(tx, { ...note, details: change });
      return own;
    });
    this.#own.set(organisationId, next);
    this.#limiters.delete(organisationId);
    return next;
  }

  /** Counts a request of an organisation. @throws ProblemError too-many-requests with Retry-After beyond its quota */
  takeRequest(organisationId: string, reply: FastifyReply): void {
    const quota = this.of(organisationId).requestsPerMinute;
    if (quota === 0) return;
    let limiter = this.#limiters.get(organisationId);
    if (limiter === undefined) {
      limiter = new Limiter(
        'organisation',
        quota,
        { group: detailOf('all credentials of the organisation') },
        this.#shares,
      );
      this.#limiters.set(organisationId, limiter);
    }
    limiter.take(organisationId, reply);
  }
}
