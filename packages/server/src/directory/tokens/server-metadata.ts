import type { App } from '../../http/app.ts';

const WELL_KNOWN = '/.well-known';
const DOCUMENTS = ['oauth-authorization-server', 'openid-configuration'];

/**
 * Describes a token endpoint to OAuth libraries (RFC 8414), at the address of that document and at those that OpenID
 * Connect Discovery uses. The issuer is the endpoint's parent, so that each environment is an issuer of its own.
 * @param path of the token endpoint, which ends in `/token`
 * @param grants the grant types it takes
 * @param publicUrl address at which callers reach the server
 */
export function addServerMetadata(app: App, path: string, grants: readonly string[], publicUrl: () => string): void {
  const base = path.replace(/\/token$/, '');
  const addresses = DOCUMENTS.flatMap((name) => [`${WELL_KNOWN}/${name}${base}`, `${base}${WELL_KNOWN}/${name}`]);
  for (const address of new Set(addresses)) {
    app.get(address, { schema: { hide: true } }, async (_request, reply) => {
      const root = publicUrl();
      reply.header('cache-control', 'public, max-age=3600');
      return {
        issuer: `${root}${base}`,
        token_endpoint: `${root}${path}`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        grant_types_supported: grants,
        // The RFC requires the member; without an authorization endpoint it is empty.
        response_types_supported: [],
        service_documentation: `${root}/docs/`,
      };
    });
  }
}
