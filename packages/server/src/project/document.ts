import type { InterfaceDocument } from '../http/interface-document.ts';

/** The head of the project interface's OpenAPI document. @param path of the interface */
export function projectDocument(path: string): InterfaceDocument {
  return {
    title: 'Project interface',
    description:
      'Tokens, divisions and projects. Two environments, sandbox and production, share nothing: not a token, not a project. Client id and secret come from the support desk.',
    paths: [`${path}/openapi.json`, `${path}/v1/openapi.json`],
    servers: [
      {
        url: `${path}/v1/{environment}`,
        variables: { environment: { default: 'sandbox', enum: ['sandbox', 'production'] } },
      },
    ],
    stripPrefix: `${path}/v1/sandbox`,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The access_token of the token endpoint; an hour long' },
    },
    security: [{ bearer: [] }],
    tags: [
      { name: 'tokens', description: 'OAuth 2.0: client credentials and refresh token' },
      { name: 'divisions', description: 'The divisions of your organisation' },
      { name: 'projects', description: 'Construction projects of a division' },
    ],
  };
}
