import { problemTable } from '@fieldbridge/contract';
import scalar from '@scalar/fastify-api-reference';
import type { InterfaceDocument } from '../service.ts';
import type { App } from './app.ts';

const HTML = { config: { produces: ['text/html'] }, schema: { hide: true } };

/** Adds the reference at /docs, which loads nothing from elsewhere, and the table of problems at /docs/problems. */
export async function addReference(app: App, documents: readonly InterfaceDocument[]): Promise<void> {
  app.get('/docs/problems', HTML, async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    return problemsPage();
  });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Fieldbridge reference',
      sources: documents.map(({ title, paths }) => ({ title, url: paths[0]! })),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    } as never,
  });
}

function problemsPage(): string {
  const rows = Object.entries(problemTable)
    .map(
      ([code, { status, title, doc }]) =>
        `<section id="${code}"><h2><code>${code}</code> – ${status}</h2><p><b>${escapeHtml(title)}.</b> ${escapeHtml(doc)}</p></section>`,
    )
    .join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Problem codes</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}h2{font-size:1.1rem;margin-bottom:0}:target{background:#fff3c4}</style><h1>Problem codes</h1>${rows}</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
