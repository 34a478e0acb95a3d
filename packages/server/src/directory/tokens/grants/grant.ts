import type { AuditNote } from '../../audit.ts';
import type { Principal } from '../../credential.ts';
import type { TokenForm } from '../form.ts';
import type { TokenPair, TokenStore } from '../token-store.ts';

/** What a grant needs. */
export interface GrantContext {
  readonly tokens: TokenStore;
  /** Whether reuse of a refresh token ends its whole family. */
  readonly revokeFamily: boolean;
  readonly audit: (note: AuditNote) => Promise<void>;
}

/**
 * A way to get tokens: from an authenticated client and its form to a pair. Throws an OAuthError if the form does not
 * qualify.
 */
export type Grant = (client: Principal, form: TokenForm, context: GrantContext) => Promise<TokenPair>;
