import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { ProblemDocument } from '@fieldbridge/contract';
import fastify, { type RouteOptions } from 'fastify';
import { publicPath } from './answer-headers.ts';
import type { App } from './app.ts';
import { answerHeaders, requestHeaders } from './documented-headers.ts';
import { EXAMPLE_KEY, EXAMPLE_PREFIX, EXAMPLE_SECRET } from './example-ids.ts';
import { atFirstUse } from './first-use.ts';
import type { InterfaceDocument } from './interface-document.ts';
import { addExamples } from './operation-examples.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bodies that are not validated as JSON, by media type, as described in the document. */
    documentedBody?: Readonly<Record<string, object>>;
    /** Alternatives to the JSON of a 200 answer, by media type, as described in the document. */
    documentedAnswers?: Readonly<Record<string, object>>;
    /** The answer carries an ETag and is 304 for a caller that has it (`notModified`). */
    conditional?: true;
  }
}

/**
 * Documents the routes that are added to a scope from now on, at the addresses the interface names; the document is
 * created when it is first requested. Only routes with a schema are documented; `schema: { hide: true }` leaves one
 * out.
 * @param publicUrl address of the server for callers, known once it listens
 */
export function addOpenApi(app: App, document: InterfaceDocument, version: string, publicUrl: () => string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Fastify adds a HEAD to every GET; a HEAD without a GET is its own operation.
    if (route.method !== 'HEAD' || !routes.some(({ url, method }) => url === route.url && method === 'GET'))
      routes.push(route);
  });
  const text = atFirstUse(() => textOf(document, version, routes, publicUrl()));
  for (const path of document.paths) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('application/json');
      return text();
    });
  }
}

/** Writes a document. The writer needs an application that has the same routes but serves none of them. */
async function textOf(
  document: InterfaceDocument,
  version: string,
  routes: readonly RouteOptions[],
  publicUrl: string,
): Promise<string> {
  const { default: swagger } = await import('@fastify/swagger');
  const neverUsed = () => () => true as never;
  const shown = fastify({
    schemaController: { compilersFactory: { buildValidator: neverUsed, buildSerializer: neverUsed } },
  });
  await shown.register(swagger, { ...optionsFor(document, version, publicUrl), exposeHeadRoutes: true });
  for (const { method, url, schema, config } of routes)
    shown.route({ method, url, schema, config, exposeHeadRoute: false, handler: async () => undefined });
  await shown.ready();
  const written = shown.swagger();
  if (document.examples !== undefined) addExamples(written.paths ?? {}, await document.examples());
  return JSON.stringify(written);
}

function optionsFor(document: InterfaceDocument, version: string, publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: document.title,
        description: document.description + (document.examples === undefined ? '' : EXAMPLES),
        version,
        contact: { name: 'Support desk' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: document.servers.map((server) => ({ ...server, url: publicPath(publicUrl) + server.url })),
      ...(document.guide === undefined
        ? {}
        : { externalDocs: { url: `${publicUrl}/docs/guides/${document.guide}`, description: 'Guide' } }),
      ...(document.security === undefined ? {} : { security: document.security as never }),
      tags: [...(document.tags ?? [])],
      components: { securitySchemes: document.securitySchemes as Record<string, never> },
    },
    stripBasePath: false,
    transform: ({ schema, url, route }) => {
      const { stripPrefix } = document;
      const inside = stripPrefix !== undefined && url.startsWith(`${stripPrefix}/`);
      const path = inside ? url.slice(stripPrefix.length) : url;
      const hide = schema?.hide ?? (schema === undefined || (stripPrefix !== undefined && !inside));
      if (hide) return { schema: { ...schema, hide } as never, url: path };
      const own = (schema?.response as Record<string, unknown> | undefined) ?? {};
      const succeeds = Object.keys(own).some((status) => /^[23]/.test(status));
      const config = route.config ?? {};
      const { produces, documentedBody, documentedAnswers, conditional } = config;
      const answers: Record<string, object> = {
        ...(succeeds ? {} : { '2xx': successOf(produces) }),
        ...{ '4xx': PROBLEM, '5xx': PROBLEM },
        ...(own as Record<string, object>),
        ...(documentedAnswers === undefined ? {} : { 200: answersOf(own['200'] as object, documentedAnswers) }),
        ...(conditional === undefined ? {} : { 304: NOT_MODIFIED }),
      };
      const operationId = typeof route.method === 'string' ? operationIdOf(route.method, path) : undefined;
      const body = documentedBody === undefined ? {} : { body: { content: contentOf(documentedBody) } };
      const taken = requestHeaders(config);
      const headers = taken === undefined ? {} : { headers: taken };
      const response = Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { ...answer, headers: answerHeaders(config, status) },
        ]),
      );
      return { schema: { operationId, ...schema, ...body, ...headers, hide, response } as never, url: path };
    },
  };
}

/** A name for generated clients: `GET /projects/:id` → `getProjectsById`. */
export function operationIdOf(method: string, path: string): string {
  const words = path.split('/').flatMap((part) => part.split(/[^A-Za-z0-9:]+|(?=:)/));
  const named = words
    .filter(Boolean)
    .map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)));
  return method.toLowerCase() + named.join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The success answer of a route without a schema: bytes of its types, or nothing. */
function successOf(produces: readonly string[] = []): object {
  const types = produces.filter((type) => type !== '*/*');
  if (types.length === 0) return { description: 'Done' };
  const bytes = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { description: 'The content', content: Object.fromEntries(bytes) };
}

/** The JSON of a schema, or one of the other types. */
function answersOf(json: object, others: Readonly<Record<string, object>>): object {
  return { description: 'The content', content: contentOf({ 'application/json': json, ...others }) };
}

function contentOf(bodies: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }]));
}

const EXAMPLES = `\n\nThe examples work with values of your own in place of these: ids that begin with \`${EXAMPLE_PREFIX}\`, \`${EXAMPLE_SECRET}\`, \`${EXAMPLE_KEY}\`. The credentials and weigh bridges of a demonstration server are in its demo.json.`;
const PROBLEM = { description: 'Problem', content: { 'application/problem+json': { schema: ProblemDocument } } };
const NOT_MODIFIED = {
  type: 'null',
  description: 'Not modified: If-None-Match names the current version. There is no body.',
};
