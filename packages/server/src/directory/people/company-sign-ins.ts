import type { PersonRoles } from '@fieldbridge/contract';
import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { SpaceStore } from '../../storage/port/space-store.ts';
import { Seal } from '../../storage/seal.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import type { Audit } from '../audit.ts';

/** How people of an organisation sign in with their company (OpenID Connect). */
export interface CompanySignIn {
  readonly organisationId: string;
  /** Address of the company's provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** The claim with the groups of a person. */
  readonly claim: string;
  /** The roles of each group. */
  readonly roles: Readonly<Record<string, PersonRoles>>;
  readonly modifiedAt: number;
}

interface Row extends Omit<CompanySignIn, 'roles'> {
  readonly secret: Uint8Array;
  readonly roles: string;
}

/** Which version of a company sign-in it is. */
export type Stamped = Pick<CompanySignIn, 'organisationId' | 'modifiedAt'>;
/** Throws if the current state is not the version that the caller wants to change. */
type Check = (before: Stamped | undefined) => void;

const STAMP = 'SELECT organisationId, modifiedAt FROM companySignIns WHERE organisationId = ?';

/** The company sign-in of each organisation that has one. Its client secret is stored encrypted. */
export class CompanySignIns {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #audit: Audit;
  readonly #seal: Seal;

  constructor(store: SpaceStore, key: ServerKey, clock: Clock, audit: Audit) {
    this.#store = store;
    this.#clock = clock;
    this.#audit = audit;
    this.#seal = new Seal(key, 'company sign-in');
  }

  async find(organisationId: string): Promise<(CompanySignIn & { readonly secret: string }) | undefined> {
    const row = await this.#store.first<Row>('SELECT * FROM companySignIns WHERE organisationId = ?', organisationId);
    const secret = row && this.#seal.open(row.secret);
    if (row === undefined || secret === undefined) return undefined;
    return { ...row, secret, roles: JSON.parse(row.roles) as CompanySignIn['roles'] };
  }

  /** @throws ProblemError not-found */
  async require(organisationId: string): Promise<CompanySignIn & { readonly secret: string }> {
    const found = await this.find(organisationId);
    if (found === undefined) throw new ProblemError('not-found', detailOf('This organisation has no company sign-in.'));
    return found;
  }

  /** Sets it, replacing an earlier one. @param check called beforehand with the earlier one */
  async set(
    actor: string,
    {
      organisationId,
      issuer,
      clientId,
      secret,
      scope,
      claim,
      roles,
    }: Omit<CompanySignIn, 'modifiedAt'> & { secret: string },
    check: Check,
  ): Promise<void> {
    await this.#store.write(async (tx) => {
      check(await tx.first<Stamped>(STAMP, organisationId));
      await tx.run('DELETE FROM companySignIns WHERE organisationId = ?', organisationId);
      await tx.run(
        `INSERT INTO companySignIns (organisationId, issuer, clientId, secret, scope, claim, roles, modifiedAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[organisationId, issuer, clientId, this.#seal.close(secret), scope, claim, JSON.stringify(roles)],
        this.#clock.now(),
      );
      const action = 'organisation.sign-in-changed';
      await this.#audit.noteNow(tx, { actor, action, subject: organisationId, organisationId, details: { issuer } });
    });
  }

  /**
   * Removes it, and ends the sessions of everybody who signed in with it. @param check called beforehand with it
   * @throws ProblemError not-found
   */
  async remove(actor: string, organisationId: string, check: Check): Promise<void> {
    await this.#store.write(async (tx) => {
      check(await tx.first<Stamped>(STAMP, organisationId));
      if ((await tx.run('DELETE FROM companySignIns WHERE organisationId = ?', organisationId)) === 0)
        throw new ProblemError('not-found', detailOf('This organisation has no company sign-in.'));
      await tx.run(
        `DELETE FROM sessions WHERE ownerId IN
           (SELECT id FROM people WHERE organisationId = ? AND companySubject IS NOT NULL)`,
        organisationId,
      );
      const action = 'organisation.sign-in-removed';
      await this.#audit.noteNow(tx, { actor, action, subject: organisationId, organisationId });
    });
  }
}
