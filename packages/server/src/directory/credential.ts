/** A client of one space, as the desk shows it; secrets by id only. */
export interface Credential {
  readonly clientId: string;
  readonly organisationId: string;
  /** Its name at the desk. */
  readonly label: string;
  /** Milliseconds since 1970, like every time in a store. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** Live and revoked ones, oldest first. */
  readonly secrets: readonly SecretInfo[];
}

/** The visible part of a secret. */
export interface SecretInfo {
  readonly id: string;
  readonly createdAt: number;
  /** Accurate to the minute. */
  readonly lastUsedAt: number | null;
  /** Null for one that does not expire. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** A verified caller. */
export interface Principal {
  readonly clientId: string;
  readonly organisationId: string;
  /** When the secret that was sent expires; undefined if it does not, or if a token was sent. */
  readonly secretExpiresAt?: number;
  /** Of a signed-in person; undefined for a program. */
  readonly personName?: string;
  /** The only weigh bridges that a person may use; undefined for all of the organisation. */
  readonly locations?: readonly string[];
}
