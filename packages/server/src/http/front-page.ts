import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiate } from './accept.ts';
import type { App } from './app.ts';
import { addVary } from './cors.ts';
import type { InterfaceDocument } from './interface-document.ts';
import { JSON_TYPE } from './json-text.ts';

const OFFERS = ['application/json', 'text/html'];

/** What the front page says about the server. */
export interface FrontPage {
  readonly version: string;
  readonly supportEmail: string;
  readonly documents: readonly InterfaceDocument[];
  /** Path below which a proxy serves the server; usually empty. */
  readonly path: string;
  /** Sends the console, for browsers. */
  readonly console: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/**
 * Answers `GET /` if nothing else does: the console for people, and for programs what this
 * server is and where its interfaces are.
 */
export function addFrontPage(app: App, { version, supportEmail, documents, path, console }: FrontPage): void {
  if (app.hasRoute({ method: 'GET', url: '/' })) return;
  const interfaces = documents.map(({ title, description, servers, paths }) => ({
    title,
    description,
    addresses: servers.map(({ url }) => path + url),
    openapi: path + paths[0]!,
  }));
  const pages = documents
    .flatMap((document) => document.pages ?? [])
    .map((page) => ({ ...page, path: path + page.path }));
  const summary = {
    name: 'Fieldbridge',
    version,
    reference: `${path}/docs/`,
    guides: `${path}/docs/guides`,
    problems: `${path}/docs/problems`,
    health: `${path}/health/ready`,
    supportEmail,
    pages,
    interfaces,
  };
  const json = `${JSON.stringify(summary, null, 2)}\n`;
  app.get('/', { config: { produces: OFFERS }, schema: { hide: true } }, async (request, reply) => {
    addVary(reply, 'Accept');
    if (negotiate(request.headers.accept, OFFERS) === 'text/html') return console(request, reply);
    return reply.type(JSON_TYPE).send(json);
  });
}
