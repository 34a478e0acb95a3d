import type { Grant } from './grant.ts';

/** RFC 6749 §4.4: the client's own credentials are the grant. */
export const clientCredentials: Grant = (client, _form, { tokens }) => tokens.issue(client);
