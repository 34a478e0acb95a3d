import type { OperatorRole, PersonRoles } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';

export type Language = 'en' | 'de' | 'nl';

/** Somebody who works with the console: at the desk, for an organisation, or both. */
export interface Person {
  readonly id: string;
  readonly organisationId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly language: Language;
  /** What the person may do at the desk; null for nothing. */
  readonly deskRole: OperatorRole | null;
  /** What the person may do for the organisation, by interface and environment. */
  readonly roles: PersonRoles;
  /** The weigh bridges of a person with the role bridge; none means all of the organisation. */
  readonly weighBridges: readonly string[];
  readonly createdAt: number;
  /** When a passkey, the password, a role or the organisation last changed. */
  readonly accessChangedAt: number;
  readonly lastSignInAt: number | null;
  /** Issuer and subject, of somebody who signs in with the company. */
  readonly companySubject: string | null;
}

/**
 * People who sign in with the company cannot sign in any other way, so that the company can end their access. @throws
 * ProblemError conflict
 */
export function refuseCompany({ companySubject }: Person): void {
  if (companySubject !== null) throw new ProblemError('conflict', detailOf('This person signs in with the company.'));
}
