/** A pair of tokens. */
export interface TokenSet {
  readonly accessToken: string;
  /** Valid until it is used; servers may issue none. */
  readonly refreshToken?: string;
}

/**
 * Where tokens are kept between requests. A store may fail: the client then continues without it. `key` names
 * interface, environment and client.
 */
export interface TokenStore {
  /** @returns undefined if nothing is there, or it is damaged */
  read(key: string): Promise<TokenSet | undefined>;
  write(key: string, tokens: TokenSet): Promise<void>;
  /** Runs work that no other user of the store runs at the same time for the same key. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Tokens in memory: those of one process, or of several clients in it. */
export class MemoryTokenStore implements TokenStore {
  readonly #tokens = new Map<string, TokenSet>();
  readonly #turns = new Map<string, Promise<unknown>>();

  async read(key: string): Promise<TokenSet | undefined> {
    return this.#tokens.get(key);
  }

  async write(key: string, tokens: TokenSet): Promise<void> {
    this.#tokens.set(key, tokens);
  }

  exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    this.#turns.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }
}
