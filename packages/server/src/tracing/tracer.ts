import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, type EndedSpan, Span, type SpanContext, type SpanKind } from './span.ts';

/** How a span begins. */
export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The work that this is a part of, or `none` for a trace of its own; by default the current span. */
  readonly parent?: SpanContext | 'none' | undefined;
}

/** Where the spans of a server go. */
export interface TracerOptions {
  /** Receives each sampled span at its end. */
  readonly ended: (span: EndedSpan) => void;
  /** The share of traces that are sent, of those whose caller has not decided it; 0 to 1. */
  readonly share: number;
}

/**
 * Times work as spans, if traces are on, and knows the span in which code runs. Without options nothing is timed, and
 * every call only does the work.
 */
export class Tracer {
  readonly #options: TracerOptions | undefined;
  readonly #current = new AsyncLocalStorage<Span>();

  constructor(options?: TracerOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options !== undefined;
  }

  /** The span of the work that calls this. */
  get current(): Span | undefined {
    return this.#options === undefined ? undefined : this.#current.getStore();
  }

  /** Begins a span, which the caller ends; undefined without traces. */
  start(name: string, { kind = 'internal', attributes = {}, parent }: SpanOptions = {}): Span | undefined {
    if (this.#options === undefined) return undefined;
    const above = parent === 'none' ? undefined : (parent ?? this.#current.getStore());
    const isSampled = above?.isSampled ?? Math.random() < this.#options.share;
    return new Span(name, above, { kind, attributes, isSampled, ended: this.#options.ended });
  }

  /** Runs code so that the spans it begins are parts of this one. */
  run<T>(span: Span | undefined, work: () => T): T {
    return span === undefined ? work() : this.#current.run(span, work);
  }

  /** Times work that returns a promise. A failure is noted by its code and thrown on. */
  async within<T>(name: string, options: SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
    const span = this.start(name, options);
    if (span === undefined) return work(undefined);
    try {
      const result = await this.#current.run(span, () => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end(failureCode(error));
      throw error;
    }
  }
}

/** The code of an error, or the name of its class: sentences may quote what callers sent. */
export function failureCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' && /^[\w-]{1,64}$/.test(code) ? code : typeof name === 'string' ? name : 'error';
}
