import { createHash } from 'node:crypto';
import { problemTable } from '@fieldbridge/contract';
import fastify, { type FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import { etagOf, notModified } from './etag.ts';
import { atFirstUse } from './first-use.ts';
import { addGuides } from './guides.ts';
import { docsNavigation, escapeHtml, htmlPage, PAGE_HEADERS } from './html.ts';
import type { InterfaceDocument } from './interface-document.ts';

const HTML = { config: { produces: ['text/html'] }, schema: { hide: true } };
const SCRIPT = { config: { produces: ['application/javascript', 'text/javascript'] }, schema: { hide: true } };

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const SCRIPT_PATH = '/docs/js/scalar.js';

/**
 * Adds the reference at /docs, which loads nothing from elsewhere, the guides, and the table of problems at
 * /docs/problems.
 * @param path below which a proxy serves the server; usually empty
 */
export function addReference(app: App, documents: readonly InterfaceDocument[], path: string): void {
  app.get('/docs/problems', HTML, async (_request, reply) => {
    reply.headers(PAGE_HEADERS);
    return problemsPage(path);
  });
  addGuides(app, path);
  const reference = atFirstUse(() => makeReference(documents, path));
  app.get('/docs/', HTML, async (request, reply) => {
    const { statusCode, headers, rawPayload } = await (await reference()).inject(request.url);
    const { 'content-type': type, location } = headers;
    if (location !== undefined) return reply.redirect(String(location), statusCode);
    reply.headers(PAGE_HEADERS).header('content-security-policy', policyOf(rawPayload.toString('utf8')));
    return reply.code(statusCode).type(String(type)).send(rawPayload);
  });
  const script = atFirstUse(async () => loadScript(await reference()));
  app.get(SCRIPT_PATH, SCRIPT, async (request, reply) => {
    const { bytes, type, etag } = await script();
    reply.header('cache-control', 'no-cache');
    if (notModified(request, reply, etag)) return reply;
    return reply.type(type).send(bytes);
  });
}

/** The page's policy: its own script files, the one script within it, and requests to this server. */
function policyOf(page: string): string {
  const digests = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  );
  return `default-src 'none'; script-src 'self' ${digests.join(' ')}; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The script of the page: megabytes, so one copy is shared by all requests. */
async function loadScript(reference: FastifyInstance): Promise<{ bytes: Buffer; type: string; etag: string }> {
  const { headers, rawPayload } = await reference.inject(SCRIPT_PATH);
  const digest = createHash('sha256').update(rawPayload).digest('hex');
  return { bytes: rawPayload, type: String(headers['content-type']), etag: etagOf(digest) };
}

/** The reference as a separate application, created on first use because it loads megabytes and a hundred modules. */
async function makeReference(documents: readonly InterfaceDocument[], path: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Fieldbridge reference',
      sources: documents.map(({ title, paths }) => ({ title, url: path + paths[0]! })),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    } as never,
  });
  return app;
}

function problemsPage(path: string): string {
  const rows = Object.entries(problemTable)
    .map(
      ([code, { status, title, doc }]) =>
        `<section id="${code}"><h2><code>${code}</code> – ${status}</h2><p><b>${escapeHtml(title)}.</b> ${escapeHtml(doc)}</p></section>`,
    )
    .join('\n');
  return htmlPage(
    'Problem codes',
    `${docsNavigation(path)}<h1>Problem codes</h1>${rows}`,
    'h2{font-size:1.1rem;margin-bottom:0}:target{background:#fff3c4}',
  );
}
