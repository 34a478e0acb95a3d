import type { Clock } from '../../core/clock.ts';
import type { Cluster } from '../../storage/port/cluster.ts';
import type { SpaceStore } from '../../storage/port/space-store.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import type { Audit } from '../audit.ts';
import type { ExpiryNotice, ValidityClock } from '../expiry-notice.ts';
import { Organisations } from '../organisations.ts';
import { CompanySignIns } from './company-sign-ins.ts';
import { KeyExpiry } from './key-expiry.ts';
import { Operators } from './operators.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { Passkeys } from './passkeys.ts';
import { Passwords } from './passwords.ts';
import { People } from './people.ts';
import { PersonLinks } from './person-links.ts';
import { SessionAuthentication } from './session-authentication.ts';
import { Sessions } from './sessions.ts';

/** Everybody who may sign in, and how. */
export interface PeopleDirectory {
  readonly operators: Operators;
  readonly people: People;
  readonly passwords: Passwords;
  readonly passkeys: Passkeys;
  readonly companies: CompanySignIns;
  readonly links: PersonLinks;
  readonly sessions: Sessions;
  readonly authentication: SessionAuthentication;
  readonly expiry: KeyExpiry;
}

interface DirectoryParts {
  /** The desk's space. */
  readonly store: SpaceStore;
  readonly cluster: Cluster;
  readonly key: ServerKey;
  readonly clock: Clock;
  readonly validity: ValidityClock;
  readonly notice: ExpiryNotice;
  readonly audit: Audit;
  readonly publicUrl: () => string;
  readonly passwordMemory: number | undefined;
}

export function peopleDirectory({
  store,
  cluster,
  key,
  clock,
  validity,
  notice,
  audit,
  publicUrl,
  passwordMemory,
}: DirectoryParts): PeopleDirectory {
  const operators = new Operators(store, clock, audit, key);
  const people = new People(store, clock, audit);
  const sessions = new Sessions(store, { operators, people }, key, { clock, validity }, audit);
  const expiry = new KeyExpiry(validity, notice);
  return {
    ...{ operators, people, sessions, expiry },
    passwords: new Passwords(store, clock, passwordMemory),
    companies: new CompanySignIns(store, key, clock, audit),
    passkeys: new Passkeys(store, people, new PasskeyChallenges(key, validity, cluster), clock, publicUrl),
    links: new PersonLinks(store, people, key, validity),
    authentication: new SessionAuthentication(sessions, expiry, new Organisations(store, clock, audit), publicUrl),
  };
}
