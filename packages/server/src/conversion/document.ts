import type { InterfaceDocument } from '../http/interface-document.ts';

/** The head of the conversion interface's OpenAPI document. @param path of the interface */
export function conversionDocument(path: string): InterfaceDocument {
  return {
    title: 'Conversion interface',
    description:
      'Converts files to field jobs, and field jobs to files. Build a job from source files (workflow A), export a job file (B), or create job files from other formats (C). Authenticate with X-ClientId and X-ClientSecret of conversion credentials, or with a bearer token of the token endpoint.',
    paths: [`${path}/openapi.json`],
    servers: [{ url: path }],
    guide: 'conversion',
    examples: async () => (await import('./examples.ts')).conversionExamples,
    stripPrefix: path,
    securitySchemes: {
      clientId: { type: 'apiKey', in: 'header', name: 'X-ClientId' },
      clientSecret: { type: 'apiKey', in: 'header', name: 'X-ClientSecret' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    security: [{ clientId: [], clientSecret: [] }, { bearer: [] }],
    tags: [
      { name: 'tokens', description: 'OAuth 2.0: client credentials and refresh token' },
      { name: 'formats', description: 'Formats that can be read and written' },
      { name: 'jobs', description: 'Field jobs on the server' },
      { name: 'uploads', description: 'Files to be imported into jobs' },
      { name: 'files', description: 'Uploaded files: reports, selection, issues' },
      { name: 'status', description: 'Progress' },
      { name: 'view', description: 'Jobs on a screen' },
      { name: 'downloads', description: 'Jobs in any format' },
      { name: 'convert', description: 'One call: bytes in, bytes out' },
      { name: 'events', description: 'Webhooks' },
    ],
  };
}
