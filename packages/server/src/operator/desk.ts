import { uuidv7 } from '../core/uuid.ts';
import type { Audit } from '../directory/audit.ts';
import { type Division, DivisionStore } from '../directory/division-store.ts';
import { Organisations } from '../directory/organisations.ts';
import type { KeyExpiry } from '../directory/people/key-expiry.ts';
import type { Operators } from '../directory/people/operators.ts';
import type { Sessions } from '../directory/people/sessions.ts';
import type { WeighBridge } from '../directory/weigh-bridges.ts';
import type { ServiceContext } from '../service/service.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import { AccessRequests } from './access-requests.ts';
import { Collections } from './collections.ts';
import { CredentialDesk } from './credential-desk.ts';
import { Decisions } from './decisions.ts';
import { Mail } from './mail.ts';
import { Messages } from './messages.ts';
import type { Environment } from './spaces.ts';

/** What the desk works on: a context without a service's settings. */
export type DeskContext = Omit<ServiceContext, 'settings'>;

/** The support desk: its parts, and changes of divisions and weigh bridges, which are in other spaces. */
export class Desk {
  readonly context: DeskContext;
  /** Path of the operator's interface, without the version. */
  readonly path: string;
  readonly store: SpaceStore;
  readonly audit: Audit;
  readonly organisations: Organisations;
  readonly operators: Operators;
  readonly sessions: Sessions;
  readonly expiry: KeyExpiry;
  readonly credentials: CredentialDesk;
  readonly collections: Collections;
  readonly requests: AccessRequests;
  readonly messages: Messages;
  readonly mail: Mail;
  readonly decisions: Decisions;
  readonly #divisions: ReadonlyMap<Environment, DivisionStore>;

  constructor(context: DeskContext, path = '/operator') {
    const { clock, key, audit } = context;
    const { store } = context.space('desk');
    this.context = context;
    this.path = path;
    this.store = store;
    this.audit = audit;
    this.organisations = new Organisations(store, clock, audit);
    const count = () => this.organisations.count();
    context.metrics.gauge('fieldbridge_organisations', 'Organisations at the desk', count);
    this.operators = context.people.operators;
    this.sessions = context.people.sessions;
    this.expiry = context.people.expiry;
    this.credentials = new CredentialDesk(context, audit, this.organisations);
    this.collections = new Collections(store, key, context.validity, this.credentials);
    this.requests = new AccessRequests(store, clock, audit);
    this.messages = new Messages(store, clock);
    this.mail = new Mail(this.messages, context);
    this.decisions = new Decisions(this);
    this.#divisions = new Map(
      (['sandbox', 'production'] as const).map((e) => [
        e,
        DivisionStore.of(context.space(`project-${e}`).store, clock),
      ]),
    );
  }

  /** The divisions of an environment of the project interface. */
  divisions(environment: Environment): DivisionStore {
    return this.#divisions.get(environment)!;
  }

  /** @throws ProblemError not-found, name-taken */
  async addDivision(
    actor: string,
    organisationId: string,
    environment: Environment,
    name: string,
    abbreviation: string,
  ): Promise<Division> {
    await this.organisations.require(organisationId);
    const details = { environment, name, abbreviation };
    const subject = uuidv7(this.context.clock.now());
    const note = { actor, action: 'division.created', subject, organisationId, details };
    const divisions = this.divisions(environment);
    return this.audit.around(note, () => divisions.add(organisationId, name, abbreviation, subject));
  }

  /** @throws ProblemError not-found, validation-failed for an unknown time zone */
  async addWeighBridge(
    actor: string,
    organisationId: string,
    environment: Environment,
    name: string,
    timeZone: string,
  ): Promise<WeighBridge> {
    await this.organisations.require(organisationId);
    const details = { environment, name, timeZone };
    const subject = uuidv7(this.context.clock.now());
    const note = { actor, action: 'weigh-bridge.created', subject, organisationId, details };
    const bridges = this.context.weighBridges(`weighing-${environment}`);
    return this.audit.around(note, () => bridges.add(organisationId, name, timeZone, subject));
  }
}
