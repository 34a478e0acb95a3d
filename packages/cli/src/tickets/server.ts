import { setTimeout as pause } from 'node:timers/promises';

/** What became of one ticket of a batch. */
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

/** Refusals of a whole batch that its tickets are to blame for. */
const BY_CONTENT: readonly string[] = ['malformed-json', 'body-too-large'];

/** The server did not take a batch at all. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  /** What `reportError` of the command line shows behind the sentence. */
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

  constructor(address: string, clientId: string, clientSecret: string, signal: AbortSignal) {
    this.#address = `${address.replace(/\/+$/, '')}/weighing`;
    this.#headers = { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    this.#signal = signal;
  }

  /**
   * Sends tickets; tries again while the server is busy or out of reach. A batch that arrived although its answer was lost
   * comes back as "there already" the second time. A batch that cannot be read as a whole, because of one ticket that is no
   * JSON to the server or because it is too long, is sent in halves: what is good goes in, what is to blame is refused alone.
   * @throws ServerRefusal when the whole batch is refused for another reason or the attempts are used up
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
        if (this.#signal.aborted || attempt === ATTEMPTS)
          throw new ServerRefusal(`${this.#address} cannot be reached: ${reason(error)}`, 'unreachable');
        return undefined;
      });
      if (answer?.status === 207) return ((await answer.json()) as { items: ItemResult[] }).items;
      if (answer !== undefined && answer.status !== 429 && answer.status < 500) throw await refusal(answer);
      if (answer !== undefined && attempt === ATTEMPTS) throw await refusal(answer);
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
      await pause(Math.min(LONGEST_PAUSE_MS, Math.max(asked, 250 * 2 ** attempt)), undefined, { signal: this.#signal });
    }
  }

  #post(body: string): Promise<Response> {
    return fetch(this.#address, { method: 'POST', headers: this.#headers, body, signal: this.#signal });
  }
}

async function refusal(answer: Response): Promise<ServerRefusal> {
  const text = await answer.text();
  try {
    const { code, detail } = JSON.parse(text) as { code: string; detail?: string };
    return new ServerRefusal(`the server answered ${answer.status}: ${detail ?? code}`, code);
  } catch {
    // Not one of our servers, or a proxy before it: its own words are all there is to show.
    return new ServerRefusal(`the server answered ${answer.status}: ${text.slice(0, 200)}`, `http-${answer.status}`);
  }
}

function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
