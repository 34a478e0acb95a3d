import { otlpRequest } from './otlp.ts';
import type { Attributes, EndedSpan } from './span.ts';

/** Spans in one request to the collector. */
const BATCH = 512;
/** Spans that wait at most: later ones are lost, because memory counts more than traces. */
const MOST_WAITING = 8192;
const PAUSE_MS = 1000;
const ANSWER_MS = 10_000;
/** How long the end of a server waits for its last spans. */
const LAST_MS = 2000;
/** Answers after which the same spans may be sent again (OTLP/HTTP, "Retryable Response Codes"). */
const AGAIN = [429, 502, 503, 504];

/** What an export needs. */
export interface TraceExportOptions {
  /** Of the collector; `/v1/traces` is added to an address without a path. */
  readonly url: string;
  readonly version: string;
  /** Says which server this is. */
  readonly resource: Attributes;
  readonly log: { warn(bindings: object, text: string): void; info(text: string): void };
}

/**
 * Sends spans to an OpenTelemetry collector by OTLP/HTTP with JSON, some at a time. A collector that is away costs
 * spans, never a request.
 */
export class TraceExport {
  readonly #options: TraceExportOptions;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #waiting: EndedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isAway = false;
  #isClosed = false;
  /** Spans by what became of them, for /metrics. */
  readonly counts = { sent: 0, lost: 0 };

  constructor(options: TraceExportOptions) {
    this.#options = options;
    const url = new URL(options.url);
    if (url.pathname === '/') url.pathname = '/v1/traces';
    const { username, password } = url;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = {
      'content-type': 'application/json',
      ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    };
    url.username = '';
    url.password = '';
    this.#url = url.href;
  }

  /** Takes a span; it is sent within a second or two. */
  add(span: EndedSpan): void {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) this.counts.lost++;
    else {
      this.#waiting.push(span);
      this.#schedule();
    }
  }

  /** Sends what waits, unless that takes long. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sending;
    const deadline = AbortSignal.timeout(LAST_MS);
    while (this.#waiting.length > 0 && (await this.#sendSome(deadline)));
    this.counts.lost += this.#waiting.splice(0).length;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#sending !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#sendAll().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
    }, PAUSE_MS).unref();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && (await this.#sendSome(AbortSignal.timeout(ANSWER_MS))) && !this.#isClosed);
  }

  /** @returns whether the collector answered; otherwise the spans wait for the next time */
  async #sendSome(signal: AbortSignal): Promise<boolean> {
    const batch = this.#waiting.slice(0, BATCH);
    const { version, resource } = this.#options;
    const refusal = await this.#post(otlpRequest(batch, resource, version), signal);
    if (refusal !== undefined && !this.#isAway) this.#options.log.warn({ reason: refusal }, 'traces are not taken');
    if (refusal === undefined && this.#isAway) this.#options.log.info('traces are taken again');
    this.#isAway = refusal !== undefined;
    if (refusal !== undefined && isTemporary(refusal)) return false;
    this.#waiting = this.#waiting.slice(batch.length);
    this.counts[refusal === undefined ? 'sent' : 'lost'] += batch.length;
    return true;
  }

  /** @returns why the collector did not take it: a status, or the code of an error; undefined if it did */
  async #post(body: string, signal: AbortSignal): Promise<string | number | undefined> {
    try {
      const answer = await fetch(this.#url, {
        ...{ method: 'POST', headers: this.#headers, body, signal },
        redirect: 'manual',
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : answer.status;
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string };
      return cause?.code ?? name;
    }
  }
}

/** Whether the same spans may be taken later: the collector was away, or said so. */
function isTemporary(refusal: string | number): boolean {
  return typeof refusal === 'string' || AGAIN.includes(refusal);
}
