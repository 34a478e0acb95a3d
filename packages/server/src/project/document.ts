import type { InterfaceDocument } from '../http/interface-document.ts';

/** The head of the project interface's OpenAPI document. @param path of the interface */
export function projectDocument(path: string): InterfaceDocument {
  return {
    title: 'Project interface',
    description:
      'Tokens, divisions and projects. The two environments sandbox and production share nothing: no token, project or client. The support desk issues client id and secret.',
    paths: [`${path}/openapi.json`, `${path}/v1/openapi.json`],
    servers: [
      // First, because the reference and generated clients send to the first one.
      { url: `${path}/v1/sandbox`, description: 'Sandbox' },
      { url: `${path}/v1/production`, description: 'Production' },
    ],
    guide: 'project',
    examples: async () => (await import('./examples.ts')).projectExamples,
    stripPrefix: `${path}/v1/sandbox`,
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The access_token of the token endpoint; valid for an hour',
      },
    },
    security: [{ bearer: [] }],
    tags: [
      { name: 'tokens', description: 'OAuth 2.0: client credentials and refresh token' },
      { name: 'divisions', description: 'The divisions of your organisation' },
      { name: 'projects', description: 'Construction projects of a division' },
      { name: 'events', description: 'Webhooks' },
    ],
  };
}
