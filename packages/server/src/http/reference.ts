import { problemTable } from '@fieldbridge/contract';
import scalar from '@scalar/fastify-api-reference';
import type { InterfaceDocument } from '../service.ts';
import type { App } from './app.ts';
import { escapeHtml, htmlPage, PAGE_HEADERS } from './html.ts';

const HTML = { config: { produces: ['text/html'] }, schema: { hide: true } };

/** Adds the reference at /docs, which loads nothing from elsewhere, and the table of problems at /docs/problems. */
export async function addReference(app: App, documents: readonly InterfaceDocument[]): Promise<void> {
  app.get('/docs/problems', HTML, async (_request, reply) => {
    reply.headers(PAGE_HEADERS);
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
  return htmlPage(
    'Problem codes',
    `<h1>Problem codes</h1>${rows}`,
    'h2{font-size:1.1rem;margin-bottom:0}:target{background:#fff3c4}',
  );
}
