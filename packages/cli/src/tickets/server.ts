import { setTimeout as pause } from 'node:timers/promises';

/** The outcome of one ticket of a batch. */
export interface ItemResult {
  readonly status: number;
  readonly ticket?: { readonly uuid: string };
  readonly problem?: {
    readonly code: string;
    readonly detail?: string;
    readonly uuid?: string;
    readonly identical?: boolean;
  };
}

/** Attempts before a batch is given up, and the longest pause between two. */
const ATTEMPTS = 6;
const LONGEST_PAUSE_MS = 30_000;

/** Refusals of a whole batch that one of its tickets may have caused. */
const BY_CONTENT: readonly string[] = ['malformed-json', 'body-too-large'];

/** The server did not accept a batch at all. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  /** Shown by `reportError` of the command line after the sentence. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The weighing interface of a server, for one caller. */
export class TicketServer {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #signal: AbortSignal;

  /** @param address of the environment (`…/v2`), or of its tickets (`…/v2/weighing`) */
  constructor(address: string, clientId: string, clientSecret: string, signal: AbortSignal) {
    this.#address = `${address.replace(/\/+$/, '').replace(/(\/v\d+)\/weighing$/, '$1')}/weighing`;
    this.#headers = { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    this.#signal = signal;
  }

  /**
   * Sends tickets; tries again while the server is busy or unreachable. A batch that arrived although its answer was
   * lost counts as "stored before" the second time. A batch that is refused as a whole, because one ticket is not JSON
   * to the server or because it is too long, is sent in halves, so that only the culprit is refused.
   * @throws ServerRefusal if the whole batch is refused for another reason or the attempts are used up; the abort
   * reason of the
   *   signal
   */
  async send(texts: readonly string[]): Promise<ItemResult[]> {
    try {
      return await this.#sendTogether(texts);
    } catch (error) {
      if (!(error instanceof ServerRefusal && BY_CONTENT.includes(error.code))) throw error;
      if (texts.length === 1) return [{ status: 400, problem: { code: error.code, detail: error.message } }];
      const middle = texts.length >> 1;
      return [...(await this.send(texts.slice(0, middle))), ...(await this.send(texts.slice(middle)))];
    }
  }

  async #sendTogether(texts: readonly string[]): Promise<ItemResult[]> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#post(`[${texts.join(',')}]`).catch((error: unknown) => {
        this.#signal.throwIfAborted();
        if (attempt === ATTEMPTS)
          throw new ServerRefusal(`${this.#address} cannot be reached: ${reason(error)}`, 'unreachable');
        return undefined;
      });
      if (answer?.status === 207) return itemsOf(answer, texts.length);
      if (answer !== undefined && answer.status !== 429 && answer.status < 500) throw refusal(answer);
      if (answer !== undefined && attempt === ATTEMPTS) throw refusal(answer);
      const asked = answer === undefined ? 0 : askedPause(answer);
      await this.#pause(Math.min(LONGEST_PAUSE_MS, Math.max(asked, 250 * 2 ** attempt)));
    }
  }

  /** @throws the abort reason, as a request does; timers would throw an error of their own */
  async #pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.#signal }).catch(() => this.#signal.throwIfAborted());
  }

  /**
   * Sends a body and reads the whole answer; a truncated answer counts as none. Redirects are not followed, because
   * they would receive the secret.
   */
  async #post(body: string): Promise<Answer> {
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: this.#headers,
      body,
      redirect: 'manual',
      signal: this.#signal,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @throws ServerRefusal unless there is a result for each ticket */
function itemsOf(answer: Answer, count: number): ItemResult[] {
  const items = parsed(answer.text)?.['items'];
  if (Array.isArray(items) && items.length === count) return items as ItemResult[];
  throw refusal(answer);
}

/** The pause that an answer asks for, in milliseconds: seconds or a date (RFC 9110 §10.2.3); 0 without one. */
function askedPause({ headers }: Answer): number {
  const text = headers.get('retry-after') ?? '';
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(pause) ? 0 : Math.max(pause, 0);
}

function refusal({ status, headers, text }: Answer): ServerRefusal {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    return new ServerRefusal(
      `the server answered ${status}: it redirects to ${location}; use that address`,
      `http-${status}`,
    );
  const { code, detail } = parsed(text) ?? {};
  if (typeof code === 'string') return new ServerRefusal(`the server answered ${status}: ${detail ?? code}`, code);
  // Not one of our servers, or a proxy: its own words are all there is to show.
  return new ServerRefusal(`the server answered ${status}: ${text.slice(0, 200)}`, `http-${status}`);
}

/** The object in a JSON text; undefined for anything else. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
