export type EnvironmentName = 'sandbox' | 'production';
export type InterfaceName = 'project' | 'weighing' | 'conversion';

/** The body that adds an organisation. */
export interface OrganisationInput {
  /** Unique, ignoring case. */
  name: string;
  contact?: string | null;
  note?: string | null;
}

/** A client organisation of the desk. */
export interface Organisation {
  id: string;
  name: string;
  contact: string | null;
  note: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** A limit of an organisation. */
export interface Quota {
  /** In force; 0 is no limit. */
  limit: number;
  /** Set at the desk; null where the setting of the server applies. */
  own: number | null;
}

export interface Quotas {
  jobs: Quota;
  bytes: Quota;
  requestsPerMinute: Quota;
}

/** Null means the setting of the server, 0 no limit. */
export interface QuotasChange {
  jobs?: number | null;
  bytes?: number | null;
  requestsPerMinute?: number | null;
}

/** What an organisation stores in the conversion interface. */
export interface Usage {
  jobs: number;
  bytes: number;
}

/** The body that adds a division. */
export interface DivisionInput {
  environment: EnvironmentName;
  name: string;
  /** Unique within organisation and environment. */
  abbreviation: string;
}

/** The body that adds a weigh bridge. */
export interface WeighBridgeInput {
  environment: EnvironmentName;
  name: string;
  /** IANA name, for instance Europe/Amsterdam. */
  timeZone: string;
}

/** A weigh bridge at the desk; its id is the locationId of tickets. */
export interface DeskWeighBridge {
  id: string;
  name: string;
  timeZone: string;
  createdAt: string;
  modifiedAt: string;
}

/** A credential, always without its secrets. */
export interface Credential {
  clientId: string;
  organisationId: string;
  interface: InterfaceName;
  /** Null for conversion, which has one environment. */
  environment: EnvironmentName | null;
  label: string;
  createdAt: string;
  revokedAt: string | null;
  secrets: {
    id: string;
    createdAt: string;
    lastUsedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  }[];
}

/** The body that issues a credential. */
export interface CredentialInput {
  interface: InterfaceName;
  environment?: EnvironmentName | null;
  label?: string;
  /** Null for never. */
  expiresAt?: string | null;
}

/** A credential with a new secret, which is shown only once. */
export interface IssuedSecret {
  credential: Credential;
  clientSecret: string;
  /** Weigh bridges of the organisation, for weighing. */
  locationIds?: string[];
}

/** An applicant, and the interface for which access is requested. */
export interface AccessRequestInput {
  organisationName: string;
  contactName?: string | null;
  email: string;
  interface: InterfaceName;
  environment?: EnvironmentName | null;
  note?: string | null;
  /** Created on approval. */
  weighBridges?: { name: string; timeZone: string }[];
}

export type AccessRequestState = 'pending' | 'approved' | 'declined';

/** An access request. */
export interface AccessRequest {
  id: string;
  state: AccessRequestState;
  /** Of the applicant, or entered by an operator from an email. */
  origin: 'form' | 'desk';
  organisationName: string;
  contactName: string | null;
  email: string;
  interface: InterfaceName;
  environment: EnvironmentName | null;
  note: string | null;
  weighBridges: { name: string; timeZone: string }[];
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
  organisationId: string | null;
  clientId: string | null;
}

/** The body that approves a request. */
export interface Approval {
  /** If absent, the organisation of the requested name, or a new one. */
  organisationId?: string;
  label?: string;
  weighBridges?: { name: string; timeZone: string }[];
}

export interface Approved {
  accessRequest: AccessRequest;
  credential: Credential;
  message: Message;
}

export interface Declined {
  accessRequest: AccessRequest;
  message: Message;
}

/** A message of the desk: always stored, sent if a mail server is configured. */
export interface Message {
  id: string;
  accessRequestId: string | null;
  recipient: string;
  subject: string;
  body: string;
  createdAt: string;
  sentAt: string | null;
  /** Why the last attempt to send it failed. */
  failure: string | null;
}

export type OperatorRole = 'operator' | 'auditor' | 'desk';

/** An operator of the desk. */
export interface Operator {
  id: string;
  name: string;
  role: OperatorRole;
  createdAt: string;
  keyChangedAt: string;
  keyExpiresAt: string | null;
  /** expiring: within the days of notice. */
  keyState: 'valid' | 'expiring' | 'expired';
  lastSignInAt: string | null;
}

/** The body that adds an operator. */
export interface OperatorInput {
  name: string;
  role?: OperatorRole;
  expiresAt?: string | null;
}

/** An operator's new key, which is shown once. */
export interface OperatorKey {
  operator: Operator;
  key: string;
}

/** A person to erase from the tickets of an organisation. */
export interface ErasureInput {
  environment: EnvironmentName;
  /** A name, email address, telephone number or licence plate, as tickets have it. */
  person: string;
  /** Only count, change nothing. */
  dryRun?: boolean;
}

export interface Erasure {
  dryRun: boolean;
  tickets: number;
  versions: number;
  /** Earlier backups, which still name the person. */
  backups: { at: string; path: string; isThere: boolean }[];
}

/** Who did what. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string | null;
  organisationId: string | null;
  details: Record<string, unknown>;
}
