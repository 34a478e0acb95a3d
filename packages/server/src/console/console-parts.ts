import type { Clock } from '../core/clock.ts';
import type { Audit } from '../directory/audit.ts';
import type { Organisations } from '../directory/organisations.ts';
import type { PeopleDirectory } from '../directory/people/people-directory.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { Attempts } from './attempts.ts';

/** The parts that the routes of the console use. */
export interface ConsoleParts {
  readonly store: SpaceStore;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly people: PeopleDirectory;
  readonly organisations: Organisations;
  readonly attempts: Attempts;
  readonly publicUrl: () => string;
  /** Aborted when the server begins to stop. */
  readonly draining: AbortSignal;
}
