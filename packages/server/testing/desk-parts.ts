import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Audit, type AuditEntry } from '../src/directory/audit.ts';
import { CredentialStore } from '../src/directory/credential-store.ts';
import { Organisations } from '../src/directory/organisations.ts';
import { Operators } from '../src/directory/people/operators.ts';
import { People } from '../src/directory/people/people.ts';
import { Sessions } from '../src/directory/people/sessions.ts';
import { AccessRequests } from '../src/operator/access-requests.ts';
import { Collections } from '../src/operator/collections.ts';
import { CredentialDesk } from '../src/operator/credential-desk.ts';
import type { DeskContext } from '../src/operator/desk.ts';
import { Messages } from '../src/operator/messages.ts';
import { deskMigrations } from '../src/operator/migrations.ts';
import { CREDENTIAL_SPACES } from '../src/operator/spaces.ts';
import { coreMigrations } from '../src/storage/core-migrations.ts';
import { ServerKey } from '../src/storage/server-key.ts';
import type { SpaceName } from '../src/storage/spaces.ts';
import { SqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import { TestClock } from './clock.ts';

/** The parts of a desk on separate databases, without a server. */
export interface DeskParts {
  readonly clock: TestClock;
  readonly key: ServerKey;
  readonly database: SqliteStore;
  readonly audit: Audit;
  readonly organisations: Organisations;
  readonly operators: Operators;
  readonly people: People;
  readonly sessions: Sessions;
  readonly requests: AccessRequests;
  readonly messages: Messages;
  readonly credentials: CredentialDesk;
  readonly collections: Collections;
  /** The credentials of one space. */
  store(space: SpaceName): CredentialStore;
  /** New entries of the trail since the last call, oldest first: actor and action. */
  news(): Promise<[actor: string, action: string][]>;
  /** The newest entry of the trail. */
  newest(): Promise<AuditEntry>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens them: `await using desk = openDeskParts();` */
export function openDeskParts(): DeskParts {
  const folder = mkdtempSync(join(tmpdir(), 'desk-parts-'));
  const clock = new TestClock();
  const key = ServerKey.open(folder);
  const database = new SqliteStore(join(folder, 'desk.sqlite'), [coreMigrations, deskMigrations]);
  const spaces = CREDENTIAL_SPACES.map((name) => ({
    name,
    database: new SqliteStore(join(folder, `${name}.sqlite`), [coreMigrations]),
  }));
  const stores = new Map<SpaceName, CredentialStore>(
    spaces.map((space) => [space.name, new CredentialStore(space.database, key.derive(space.name), clock)]),
  );
  const store = (space: SpaceName) => stores.get(space)!;
  const audit = new Audit(database, clock);
  const organisations = new Organisations(database, clock, audit);
  const operators = new Operators(database, clock, audit, key);
  const people = new People(database, clock, audit);
  const credentials = new CredentialDesk({ credentials: store } as DeskContext, audit, organisations);
  let seen = '';
  return {
    ...{ clock, key, database, audit, organisations, operators, credentials, store },
    people,
    sessions: new Sessions(database, { operators, people }, key, { clock, validity: clock }, audit),
    requests: new AccessRequests(database, clock, audit),
    messages: new Messages(database, clock),
    collections: new Collections(database, key, clock, credentials),
    async news() {
      const fresh = (await audit.list(1000)).filter(({ id }) => id > seen);
      seen = fresh[0]?.id ?? seen;
      return fresh.reverse().map(({ actor, action }) => [actor, action]);
    },
    newest: async () => (await audit.list(1))[0]!,
    async [Symbol.asyncDispose]() {
      await Promise.all([database, ...spaces.map((space) => space.database)].map((one) => one.close()));
      rmSync(folder, { recursive: true });
    },
  };
}
