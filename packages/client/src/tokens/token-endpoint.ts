import { notOurs, readJson, readProblem } from '../transport/answer.ts';
import { ProblemError } from '../transport/errors.ts';
import { exchange } from '../transport/exchange.ts';
import { isPassing, pauseAfter } from '../transport/repetition.ts';
import type { Settings } from '../transport/settings.ts';
import type { TokenSet } from './token-store.ts';

/** The visible characters a header can carry (RFC 6750 §2.1 allows fewer). */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** The token endpoint of the document: a form in, a pair of tokens out. */
export class TokenEndpoint {
  readonly #url: string;
  readonly #client: Readonly<Record<string, string>>;
  readonly #settings: Settings;

  constructor(url: string, clientId: string, clientSecret: string, settings: Settings) {
    this.#url = url;
    this.#client = { client_id: clientId, client_secret: clientSecret };
    this.#settings = settings;
  }

  /** Uses a refresh token. It is sent once: if the answer is lost, the token may be used up. */
  refresh(refreshToken: string): Promise<TokenSet> {
    return this.#post({ grant_type: 'refresh_token', ...this.#client, refresh_token: refreshToken });
  }

  /** Gets a pair for the client's own id and secret, with more than one attempt: this uses nothing up. */
  async forClient(): Promise<TokenSet> {
    const { repetition, timing } = this.#settings;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#post({ grant_type: 'client_credentials', ...this.#client });
      } catch (error) {
        if (attempt >= repetition.attempts || !isPassing(error)) throw error;
        await timing.sleep(pauseAfter(error, attempt, repetition, timing));
      }
    }
  }

  /** @throws {FieldbridgeError}; of a refusal `code` is the error of RFC 6749 §5.2 */
  #post(form: Readonly<Record<string, string>>): Promise<TokenSet> {
    const { fetch, timing, timeoutMs } = this.#settings;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    return exchange(
      { url: this.#url, init: { method: 'POST', headers }, fetch, timing, timeoutMs, signal: undefined },
      () => new URLSearchParams(form).toString(),
      async (response, moved) => {
        if (!response.ok) throw refusal(await readProblem(response, moved));
        return tokensOf(response, await readJson(response, moved, JSON.parse));
      },
    );
  }
}

function refusal(error: ProblemError): ProblemError {
  const { error: code, error_description: detail } = error.problem;
  if (typeof code !== 'string') return error;
  return new ProblemError(
    error.status,
    { code, detail: `${code}: ${detail ?? ''}` },
    error.requestId,
    error.retryAfterMs,
  );
}

function tokensOf(response: Response, answer: Readonly<Record<string, unknown>> | null): TokenSet {
  const { access_token: accessToken, token_type: type = 'bearer', refresh_token: refreshToken } = answer ?? {};
  if (typeof accessToken !== 'string' || !TOKEN.test(accessToken))
    throw notOurs(response, 'sent no usable access_token');
  if (String(type).toLowerCase() !== 'bearer') throw notOurs(response, 'sent a token_type other than bearer');
  return typeof refreshToken === 'string' && refreshToken !== '' ? { accessToken, refreshToken } : { accessToken };
}
