import type { Awaitable } from '../storage/port/space-store.ts';

/** Something that happened, as reported by the code that causes it. */
export interface NewEvent {
  readonly organisationId: string;
  /** Dotted name, e.g. `project.created`. */
  readonly type: string;
  /** Details of the event; `data` in the webhook's body. */
  readonly data: object;
}

/** An event as it is stored and sent. */
export interface StoredEvent {
  /** Sent as `webhook-id`: the same at every attempt and replay, so that receivers can recognise repeats. */
  readonly id: string;
  /** Its position in its source. */
  readonly seq: number;
  readonly organisationId: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** JSON text of `data`, as it will be sent. */
  readonly data: string;
}

/** A source of events, in the order they were committed. The outbox is one; the ticket table is another. */
export interface EventSource {
  readonly name: string;
  /** The position after the last event. */
  head(): Awaitable<number>;
  /**
   * A position for replays from a moment on (milliseconds since 1970): nothing from then or later is before it. Some
   * older events may be after it.
   */
  before(moment: number): Awaitable<number>;
  /**
   * The events after a position.
   * @param most positions to read; one position may hold several events, or none
   * @returns the events and the position reached; the same position if there is nothing more
   */
  read(after: number, most: number): Awaitable<{ readonly events: readonly StoredEvent[]; readonly position: number }>;
}

/** The webhook's body (Standard Webhooks 1.0.0, "payload structure"): type, timestamp, data. */
export function webhookBody({ type, at, data }: Pick<StoredEvent, 'type' | 'at' | 'data'>): string {
  return `{"type":${JSON.stringify(type)},"timestamp":"${new Date(at).toISOString()}","data":${data}}`;
}
