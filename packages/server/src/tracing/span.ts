import { randomBytes } from 'node:crypto';

/** What a span says about its work. Never a secret, an address with a query, or the text of a statement. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** `server` answers a request, `client` asks another machine. */
export type SpanKind = 'internal' | 'server' | 'client';

/** How a span is named in headers and by its children. */
export interface SpanContext {
  /** 32 hexadecimal digits, the same for all spans of a trace. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the spans of the trace are sent. */
  readonly isSampled: boolean;
}

/** A span that is over. */
export interface EndedSpan extends SpanContext {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  /** A short code if the work failed, never the sentence of an error. */
  readonly failure: string | undefined;
}

/** Milliseconds since 1970 with fractions, which do not step back while the process runs. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();

/** A piece of work that is timed. */
export class Span implements SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly #parentSpanId: string | undefined;
  readonly #kind: SpanKind;
  readonly #start: number;
  readonly #ended: (span: EndedSpan) => void;
  #name: string;
  #attributes: Attributes;
  #isOver = false;

  constructor(
    name: string,
    parent: SpanContext | undefined,
    options: { kind: SpanKind; attributes: Attributes; isSampled: boolean; ended: (span: EndedSpan) => void },
  ) {
    this.#name = name;
    this.#kind = options.kind;
    this.#attributes = options.attributes;
    this.isSampled = options.isSampled;
    this.#ended = options.ended;
    this.traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    this.spanId = randomBytes(8).toString('hex');
    this.#parentSpanId = parent?.spanId;
    this.#start = preciseNow();
  }

  /** Adds attributes, or replaces them. */
  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  rename(name: string): void {
    this.#name = name;
  }

  /** Ends the span; a second call does nothing. @param failure a short code if the work failed */
  end(failure?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.isSampled) return;
    const { traceId, spanId, isSampled } = this;
    this.#ended({
      ...{ traceId, spanId, isSampled, parentSpanId: this.#parentSpanId, name: this.#name, kind: this.#kind },
      ...{ start: this.#start, end: preciseNow(), attributes: this.#attributes, failure },
    });
  }
}
