import type { Awaitable } from '../storage/port/space-store.ts';

/** Something that pages show has changed. */
export interface Change {
  /** For instance `job.changed`. */
  readonly type: string;
  /** Whose it is; null for changes that are not told apart: everybody who may see such things looks again. */
  readonly organisationId: string | null;
  /** The weigh bridge, of a ticket. */
  readonly locationId?: string;
  /** Sent beside the type. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Tells what has changed in a space, for pages that are open. */
export interface ChangeSource {
  /** The position after the last change; a text without blanks, commas and equals signs. */
  head(): Awaitable<string>;
  /**
   * The changes after a position. From one that is unknown or far behind there is one change that tells nothing apart.
   * @returns them and the position reached
   */
  read(after: string): Awaitable<{ readonly changes: readonly Change[]; readonly position: string }>;
}

/** A change of that type that tells nothing apart. */
export const anyChange = (type: string): Change => ({ type, organisationId: null, data: {} });
