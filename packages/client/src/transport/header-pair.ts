import type { Authorizer } from './caller.ts';

/** The two headers of the weighing interface; there is nothing to renew. */
export function headerPair(clientId: string, clientSecret: string): Authorizer {
  const authorization = { headers: { 'x-clientid': clientId, 'x-clientsecret': clientSecret } };
  return { current: async () => authorization, renewed: async () => false };
}
