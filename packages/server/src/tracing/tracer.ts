import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanSource, SpanStart } from './span.ts';

/** How a span begins. */
export interface SpanOptions extends Partial<Omit<SpanStart, 'above'>> {
  /** The work that this is a part of, or `none` for a trace of its own; by default the current span. */
  readonly parent?: Span | 'none' | undefined;
}

/**
 * Times work as spans, if traces are on, and knows the span in which code runs. Without a source nothing is timed, and
 * every call only does the work.
 */
export class Tracer {
  readonly #source: SpanSource | undefined;
  readonly #current = new AsyncLocalStorage<Span>();

  constructor(source?: SpanSource) {
    this.#source = source;
  }

  get isOn(): boolean {
    return this.#source !== undefined;
  }

  /** The span of the work that calls this. */
  get current(): Span | undefined {
    return this.#source === undefined ? undefined : this.#current.getStore();
  }

  /** Begins a span, which the caller ends; undefined without traces. */
  start(name: string, { kind = 'internal', attributes = {}, parent, caller }: SpanOptions = {}): Span | undefined {
    if (this.#source === undefined) return undefined;
    const above = parent === 'none' ? undefined : (parent ?? this.#current.getStore());
    return this.#source.begin(name, { kind, attributes, above, caller });
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
