import type { Authorization, Authorizer } from '../transport/caller.ts';
import { CredentialsRefusedError, ProblemError } from '../transport/errors.ts';
import type { Hooks } from '../transport/settings.ts';
import { unlessAborted } from '../transport/timing.ts';
import type { TokenEndpoint } from './token-endpoint.ts';
import type { TokenSet, TokenStore } from './token-store.ts';

interface BearerAuthorization extends Authorization {
  readonly tokens: TokenSet;
}

/**
 * The tokens of one client, renewed as the document recommends: on the first 401, not on a timer. While a renewal runs
 * every request waits; one refresh goes out; all continue with its token.
 */
export class TokenSession implements Authorizer {
  readonly #endpoint: TokenEndpoint;
  readonly #store: TokenStore;
  readonly #key: string;
  readonly #hooks: Hooks;
  #held: BearerAuthorization | undefined;
  #renewal: Promise<BearerAuthorization> | undefined;
  /** The last failed renewal: its error applies to every request that was sent with that authorization. */
  #failure: { readonly of: BearerAuthorization; readonly error: unknown } | undefined;

  constructor(endpoint: TokenEndpoint, store: TokenStore, key: string, hooks: Hooks) {
    this.#endpoint = endpoint;
    this.#store = store;
    this.#key = key;
    this.#hooks = hooks;
  }

  async current(signal: AbortSignal | undefined): Promise<Authorization> {
    if (this.#renewal === undefined && this.#held !== undefined) return this.#held;
    return unlessAborted(this.#renew(this.#failure?.of), signal);
  }

  async renewed(refused: Authorization, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#failure?.of === refused && this.#renewal === undefined) throw this.#failure.error;
    // A request that was sent with an earlier token only needs the current one, or the one being fetched.
    if (this.#renewal !== undefined || this.#held === refused)
      await unlessAborted(this.#renew(refused as BearerAuthorization), signal);
    return true;
  }

  #renew(refused: BearerAuthorization | undefined): Promise<BearerAuthorization> {
    this.#renewal ??= this.#replace(refused).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #replace(refused: BearerAuthorization | undefined): Promise<BearerAuthorization> {
    try {
      const tokens = await this.#obtain(refused?.tokens);
      this.#failure = undefined;
      return (this.#held = { tokens, headers: { authorization: `Bearer ${tokens.accessToken}` } });
    } catch (error) {
      this.#held = undefined;
      if (refused !== undefined) this.#failure = { of: refused, error };
      throw error;
    }
  }

  async #obtain(refused: TokenSet | undefined): Promise<TokenSet> {
    let outcome: { readonly tokens: TokenSet } | { readonly error: unknown } | undefined;
    const work = async (): Promise<void> => {
      const stored = await this.#store.read(this.#key);
      try {
        // Another process has renewed them, or this one has just started.
        if (stored !== undefined && stored.accessToken !== refused?.accessToken) outcome = { tokens: stored };
        else outcome = { tokens: await this.#fresh((stored ?? refused)?.refreshToken) };
      } catch (error) {
        outcome = { error };
        return;
      }
      if (outcome.tokens !== stored) await this.#store.write(this.#key, outcome.tokens);
    };
    try {
      await this.#store.exclusive(this.#key, work);
    } catch (error) {
      // A failing store (a full disk, a lost folder) costs a token, not the request.
      this.#hooks.token?.({ grant: 'store', error });
      outcome ??= { tokens: await this.#fresh(refused?.refreshToken) };
    }
    if ('error' in outcome!) throw outcome.error;
    return outcome!.tokens;
  }

  async #fresh(refreshToken: string | undefined): Promise<TokenSet> {
    let refusal: unknown;
    if (refreshToken !== undefined)
      try {
        const tokens = await this.#endpoint.refresh(refreshToken);
        this.#hooks.token?.({ grant: 'refresh' });
        return tokens;
      } catch (error) {
        refusal = error;
        this.#hooks.token?.({ grant: 'refresh', error });
      }
    try {
      const tokens = await this.#endpoint.forClient();
      this.#hooks.token?.({ grant: 'client' });
      return tokens;
    } catch (error) {
      this.#hooks.token?.({ grant: 'client', error });
      if (!(error instanceof ProblemError) || error.status >= 429) throw error;
      const also = refusal instanceof Error ? `, nor the refresh token (${refusal.message})` : '';
      throw new CredentialsRefusedError(
        'credentials-refused',
        `the token endpoint does not accept the client id and secret (${error.message})${also}; are they for this ` +
          'interface and environment?',
        error,
      );
    }
  }
}
