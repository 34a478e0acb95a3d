/** Something that happened, as the code that causes it tells it. */
export interface NewEvent {
  readonly organisationId: string;
  /** Dotted name, e.g. `project.created`. */
  readonly type: string;
  /** What belongs to it; becomes `data` of the webhook's body. */
  readonly data: object;
}

/** An event as it is stored and sent. */
export interface StoredEvent {
  /** Goes out as `webhook-id`: the same at every attempt and replay, so receivers can tell repeats. */
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

/** Where events are read from, in the order they were committed. The outbox is one; the ticket table is another. */
export interface EventSource {
  readonly name: string;
  /** The position behind the last event. */
  head(): number;
  /**
   * A position for replays from a moment on (milliseconds since 1970): nothing that happened then or later lies before it. Some that
   * is older may lie behind it.
   */
  before(moment: number): number;
  /**
   * The events behind a position.
   * @param most positions to look at; one position may hold several events, or none
   * @returns the events and the position reached; the same position when there is nothing more
   */
  read(after: number, most: number): { readonly events: readonly StoredEvent[]; readonly position: number };
}

/** The webhook's body (Standard Webhooks 1.0.0, "payload structure"): type, timestamp, data. */
export function webhookBody({ type, at, data }: Pick<StoredEvent, 'type' | 'at' | 'data'>): string {
  return `{"type":${JSON.stringify(type)},"timestamp":"${new Date(at).toISOString()}","data":${data}}`;
}
