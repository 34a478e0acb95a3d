import type { InterfaceDocument } from '../http/interface-document.ts';

const DESCRIPTION = `Weigh bridge software sends, corrects and deletes its tickets here. Sandbox and production have separate
addresses, credentials and data. Every ticket is returned as it was sent, followed by uuid, createdAt and modifiedAt.
Doubtful tickets are accepted, and their findings listed under /weighing/findings.`;

/** The introduction of the weighing interface's reference. */
export function weighingDocument(production: string, sandbox: string): InterfaceDocument {
  return {
    title: 'Weighing interface',
    description: DESCRIPTION,
    paths: [`${production}/openapi.json`, `${sandbox}/openapi.json`],
    servers: [
      // First, because the reference and generated clients send to the first one.
      { url: `${sandbox}/v2`, description: 'Sandbox' },
      { url: `${production}/v2`, description: 'Production' },
    ],
    guide: 'weighing',
    examples: async () => (await import('./examples.ts')).weighingExamples,
    stripPrefix: `${production}/v2`,
    securitySchemes: {
      clientId: { type: 'apiKey', in: 'header', name: 'X-ClientId' },
      clientSecret: { type: 'apiKey', in: 'header', name: 'X-ClientSecret' },
    },
    security: [{ clientId: [], clientSecret: [] }],
    tags: [
      { name: 'tickets', description: 'Weighing tickets.' },
      { name: 'reports', description: 'Totals, findings and other reports.' },
      { name: 'events', description: 'Webhooks.' },
    ],
  };
}
