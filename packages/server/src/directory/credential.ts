/** A client of one space, as the desk shows it; secrets by id only. */
export interface Credential {
  readonly clientId: string;
  readonly organisationId: string;
  /** What the desk calls it. */
  readonly label: string;
  /** Milliseconds since 1970, as every time in a store. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** Live and revoked ones, oldest first. */
  readonly secrets: readonly SecretInfo[];
}

/** What may be shown of a secret. */
export interface SecretInfo {
  readonly id: string;
  readonly createdAt: number;
  /** To the minute. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** Who a verified caller is. */
export interface Principal {
  readonly clientId: string;
  readonly organisationId: string;
}
