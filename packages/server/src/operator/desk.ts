import { DivisionStore } from '../project/division-store.ts';
import type { ServiceContext } from '../service.ts';
import type { Audit } from './audit.ts';
import { makeDemonstration } from './demonstration.ts';
import { Operators } from './operators.ts';
import { Organisations } from './organisations.ts';
import type { Environment } from './spaces.ts';

/** What the desk works on: a context without a service's settings. */
export type DeskContext = Omit<ServiceContext, 'settings'>;

/** The support desk: what an operator can do, for the interface, the command line and the first start alike. */
export class Desk {
  readonly context: DeskContext;
  readonly audit: Audit;
  readonly organisations: Organisations;
  readonly operators: Operators;
  readonly #divisions: ReadonlyMap<Environment, DivisionStore>;

  constructor(context: DeskContext) {
    const { database } = context.space('desk');
    const { clock, key } = context;
    this.context = context;
    this.audit = context.audit;
    this.organisations = new Organisations(database, clock, this.audit);
    this.operators = new Operators(database, clock, this.audit, key);
    this.#divisions = new Map(
      (['sandbox', 'production'] as const).map((e) => [
        e,
        new DivisionStore(context.space(`project-${e}`).database, clock),
      ]),
    );
  }

  /** The divisions of an environment of the project interface. */
  divisions(environment: Environment): DivisionStore {
    return this.#divisions.get(environment)!;
  }

  /** Makes the first operator; the key is returned once, undefined when there is an operator already. */
  firstOperator(): Promise<string | undefined> {
    return this.operators.first('operator');
  }

  /** Makes the demonstration organisation. */
  makeDemonstration(baseUrl: string, operatorKey: string) {
    return makeDemonstration(this, baseUrl, operatorKey);
  }
}
