/** Error codes of RFC 6749 §5.2, and two of §4.1.2.1 for temporary conditions. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error';

/** A refusal of the token endpoint, in the RFC's own form. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;

  /** @param description for the developer; printable ASCII without quotes and backslashes, as §5.2 requires */
  constructor(code: OAuthErrorCode, description: string, status = code === 'invalid_client' ? 401 : 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
