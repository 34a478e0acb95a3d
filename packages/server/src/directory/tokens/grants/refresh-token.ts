import { OAuthError } from '../oauth-error.ts';
import type { Grant } from './grant.ts';

/** RFC 6749 §6, with rotation: the refresh token is used up, and its successor is in the answer. */
export const refreshToken: Grant = async (client, form, { tokens, revokeFamily, audit }) => {
  const presented = form.get('refresh_token');
  if (presented === undefined) throw new OAuthError('invalid_request', 'The parameter refresh_token is missing.');
  const redeemed = await tokens.redeem(presented, client, revokeFamily);
  if (redeemed.outcome === 'renewed') return redeemed.pair;
  if (redeemed.outcome === 'reused') {
    await audit({
      actor: 'server',
      action: revokeFamily ? 'refresh-token.reused-family-revoked' : 'refresh-token.reused',
      subject: client.clientId,
      organisationId: client.organisationId,
      details: { family: redeemed.family },
    });
  }
  // One sentence for both cases: nobody learns whether a token ever existed.
  throw new OAuthError(
    'invalid_grant',
    'The refresh token is not valid or was used before. Get a new pair with client_credentials.',
  );
};
