/** What a span says about its work. Never a secret, an address with a query, or the text of a statement. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** `server` answers a request, `client` asks another machine. */
export type SpanKind = 'internal' | 'server' | 'client';

/** A piece of work that is timed. */
export interface Span {
  /** Adds attributes, or replaces them. */
  set(attributes: Attributes): void;

  rename(name: string): void;

  /** Ends the span; a second call does nothing. @param failure a short code if the work failed, never a sentence */
  end(failure?: string): void;
}

/** How a span begins. */
export interface SpanStart {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The span that it is a part of; without it a trace begins. */
  readonly above?: Span | undefined;
  /** The `traceparent` header of the caller whose trace goes on here; an invalid one begins a trace. */
  readonly caller?: string | undefined;
}

/** Where the spans of a server are made and sent. */
export interface SpanSource {
  begin(name: string, start: SpanStart): Span;
}
