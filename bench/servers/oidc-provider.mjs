// The peer of the token endpoint: oidc-provider with its memory adapter and opaque tokens.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const client = { client_id: 'bench', client_secret: 'bench-secret-bench-secret-bench-secret-0' };
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      ...client,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { ClientCredentials: 3600 },
});
const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ port: server.address().port, clientId: client.client_id, clientSecret: client.client_secret })}\n`,
  );
});
process.on('SIGTERM', () => process.exit(0));
