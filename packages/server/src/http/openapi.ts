import swagger from '@fastify/swagger';
import { ProblemDocument } from '@fieldbridge/contract';
import type { InterfaceDocument } from '../service.ts';
import type { App } from './app.ts';

/**
 * Documents the routes that are added to a scope from now on, at the addresses the interface names.
 * Only routes with a schema are documented; `schema: { hide: true }` leaves one out.
 */
export async function addOpenApi(app: App, document: InterfaceDocument, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: document.title,
        description: document.description,
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [...document.servers],
      ...(document.security === undefined ? {} : { security: document.security as never }),
      tags: [...(document.tags ?? [])],
      components: { securitySchemes: document.securitySchemes as Record<string, never> },
    },
    stripBasePath: false,
    transform: ({ schema, url }) => {
      const inside = document.stripPrefix !== undefined && url.startsWith(`${document.stripPrefix}/`);
      const hide = schema?.hide ?? (schema === undefined || (document.stripPrefix !== undefined && !inside));
      const response = { ...((schema?.response as object | undefined) ?? {}) };
      const described = {
        ...schema,
        hide,
        ...(hide ? {} : { response: { ...response, '4xx': PROBLEM, '5xx': PROBLEM } }),
      };
      return { schema: described as never, url: inside ? url.slice(document.stripPrefix!.length) : url };
    },
  });
  for (const path of document.paths) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('application/json');
      return JSON.stringify(app.swagger());
    });
  }
}

const PROBLEM = { description: 'Problem', content: { 'application/problem+json': { schema: ProblemDocument } } };
