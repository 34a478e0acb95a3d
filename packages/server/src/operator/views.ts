import { isoTime } from '../core/clock.ts';
import type { Credential } from '../directory/credential.ts';
import type { Organisation } from '../directory/organisations.ts';
import type { KeyExpiry } from '../directory/people/key-expiry.ts';
import type { Operator } from '../directory/people/operators.ts';
import type { WeighBridge } from '../directory/weigh-bridges.ts';
import type { SpaceName } from '../storage/spaces.ts';
import { interfaceOf } from './spaces.ts';

/** A time that may not have come yet. */
export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

/** A credential as the desk shows it. */
export function viewCredential(credential: Credential, space: SpaceName) {
  return {
    ...credential,
    ...interfaceOf(space),
    createdAt: isoTime(credential.createdAt),
    revokedAt: timeOrNull(credential.revokedAt),
    secrets: credential.secrets.map((secret) => ({
      id: secret.id,
      createdAt: isoTime(secret.createdAt),
      lastUsedAt: timeOrNull(secret.lastUsedAt),
      expiresAt: timeOrNull(secret.expiresAt),
      revokedAt: timeOrNull(secret.revokedAt),
    })),
  };
}

export function viewOrganisation(organisation: Organisation) {
  return { ...organisation, createdAt: isoTime(organisation.createdAt), modifiedAt: isoTime(organisation.modifiedAt) };
}

/** An operator as the desk shows it. */
export function viewOperator(operator: Operator, expiry: KeyExpiry) {
  return {
    ...operator,
    createdAt: isoTime(operator.createdAt),
    keyChangedAt: isoTime(operator.keyChangedAt),
    keyExpiresAt: timeOrNull(operator.keyExpiresAt),
    keyState: expiry.stateOf(operator),
    lastSignInAt: timeOrNull(operator.lastSignInAt),
  };
}

export function viewWeighBridge({ id, name, timeZone, createdAt, modifiedAt }: WeighBridge) {
  return { id, name, timeZone, createdAt: isoTime(createdAt), modifiedAt: isoTime(modifiedAt) };
}
