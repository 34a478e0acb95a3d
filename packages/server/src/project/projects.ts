import {
  LIST_LIMIT_DEFAULT,
  Project,
  ProjectInput,
  ProjectListQuery,
  ProjectPatch,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { App } from '../http/app.ts';
import { type Cursors, page } from '../http/cursor.ts';
import { ETAG, IF_MATCH, LOCATION } from '../http/documented-headers.ts';
import { etagOf, notModified, requireMatch } from '../http/etag.ts';
import { instantOf } from '../http/instant.ts';
import { JSON_TYPE } from '../http/json-text.ts';
import { mergePatch } from '../http/merge-patch.ts';
import { compileBody, describeFaults } from '../http/validation.ts';
import type { Transaction } from '../storage/port/space-store.ts';
import { fieldsOf, type ProjectRecord } from './project-record.ts';
import type { ProjectStore } from './project-store.ts';

/** What the routes of one environment need. */
export interface ProjectRoutes {
  readonly base: string;
  readonly space: string;
  readonly projects: ProjectStore;
  readonly cursors: Cursors;
  readonly principalOf: (request: FastifyRequest) => Principal;
}

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });
const tags = ['projects'];
const isProjectInput = compileBody(ProjectInput);

/** Adds POST and GET /projects, and GET, PATCH and DELETE /projects/{id}. */
export function addProjectRoutes(app: App, routes: ProjectRoutes): void {
  addCreate(app, routes);
  addList(app, routes);
  addRead(app, routes);
  addChange(app, routes);
  addDelete(app, routes);
}

function addCreate(app: App, { base, projects, principalOf }: ProjectRoutes): void {
  app.post(
    `${base}/projects`,
    {
      config: { idempotent: true, answeredHeaders: { ...LOCATION, ...ETAG } },
      schema: {
        summary: 'Create a project',
        description: 'The number must be new within the division.',
        tags,
        body: ProjectInput,
        response: { 201: Project },
      },
    },
    async (request, reply) => {
      const { organisationId } = principalOf(request);
      const fields = fieldsOf(request.body);
      const record = await projects.write(async (tx) => {
        const added = await projects.addNow(tx, organisationId, fields);
        await request.idempotency?.keep(201, headersOf(base, added), JSON.stringify(added.project), tx);
        return added;
      });
      return reply.code(201).headers(headersOf(base, record)).send(record.project);
    },
  );
}

function addList(app: App, { base, space, projects, cursors, principalOf }: ProjectRoutes): void {
  app.get(
    `${base}/projects`,
    {
      schema: {
        summary: 'List projects',
        description: 'In order of creation, including archived ones unless a status is given.',
        tags,
        querystring: ProjectListQuery,
        response: { 200: pageOf(Project) },
      },
    },
    async (request) => {
      const { organisationId } = principalOf(request);
      const { limit = LIST_LIMIT_DEFAULT, cursor, modifiedSince, ...filter } = request.query;
      const list = JSON.stringify([space, 'projects', organisationId, filter, modifiedSince]);
      const after = cursor === undefined ? '' : String(cursors.read(list, cursor)[0]);
      const since = modifiedSince === undefined ? undefined : instantOf(modifiedSince);
      const records = await projects.list(organisationId, { ...filter, modifiedSince: since }, limit + 1, after);
      const rows = records.map(({ project }) => project);
      return page(rows, limit, (last) => cursors.write(list, [last.id]));
    },
  );
}

function addRead(app: App, { base, projects, principalOf }: ProjectRoutes): void {
  app.get(
    `${base}/projects/:id`,
    {
      config: { conditional: true },
      schema: {
        summary: 'Read a project',
        description: 'Archived projects are found, too.',
        tags,
        params: Id,
        response: { 200: Project },
      },
    },
    async (request, reply) => {
      const record = await required(projects, principalOf(request), request.params.id);
      if (notModified(request, reply, etag(record))) return reply;
      return record.project;
    },
  );
}

function addChange(app: App, { base, projects, principalOf }: ProjectRoutes): void {
  app.patch(
    `${base}/projects/:id`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: 'Change a project',
        description: 'A JSON merge patch (RFC 7396): null clears an optional field.',
        tags,
        params: Id,
        body: ProjectPatch,
        response: { 200: Project },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      // The service's own fields are ignored, whatever they contain, at any depth.
      const { id: _id, createdAt: _made, modifiedAt: _changed, ...patch } = request.body;
      const record = await projects.write(async (tx) => {
        const present = await required(projects, principal, request.params.id, tx);
        requireMatch(request, etag(present));
        const merged: unknown = mergePatch(present.project, patch);
        if (!isProjectInput(merged)) {
          const errors = describeFaults(isProjectInput.errors ?? []);
          throw new ProblemError(
            'validation-failed',
            detailOf('With this change the project would be invalid: {pointer} – {detail}', {
              ...{ pointer: errors[0]!.pointer!, detail: errors[0]!.detail },
            }),
            { errors },
          );
        }
        const fields = fieldsOf(merged as ProjectInput);
        return projects.changeNow(tx, principal.organisationId, present.project.id, fields);
      });
      return reply.header('etag', etag(record)).send(record.project);
    },
  );
}

function addDelete(app: App, { base, projects, principalOf }: ProjectRoutes): void {
  const Query = Type.Object(
    { permanent: Type.Optional(Type.Boolean({ description: 'Deletes the project permanently; needs If-Match' })) },
    { additionalProperties: false },
  );
  app.delete(
    `${base}/projects/:id`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Archive or delete a project',
        description: 'Archives it, unless `permanent` is given.',
        tags,
        params: Id,
        querystring: Query,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const permanent = request.query.permanent === true;
      await projects.write(async (tx) => {
        const present = await required(projects, principal, request.params.id, tx);
        if (permanent && request.headers['if-match'] === undefined)
          throw new ProblemError(
            'precondition-required',
            detailOf('A permanent deletion needs If-Match with the ETag of the project as you last read it.'),
          );
        if (!permanent && present.project.status === 'archived') return;
        requireMatch(request, etag(present));
        const { organisationId } = principal;
        const { id } = present.project;
        const archived = { ...fieldsOf(present.project), status: 'archived' } as const;
        if (permanent) await projects.removeNow(tx, organisationId, id);
        else await projects.changeNow(tx, organisationId, id, archived);
      });
      return reply.code(204).send(null);
    },
  );
}

async function required(
  projects: ProjectStore,
  { organisationId }: Principal,
  id: string,
  tx?: Transaction,
): Promise<ProjectRecord> {
  const record = await projects.get(organisationId, id.toLowerCase(), tx);
  if (record === undefined) throw new ProblemError('not-found', detailOf('Your organisation has no such project.'));
  return record;
}

function etag({ project, revision }: ProjectRecord): string {
  return etagOf(project.id, revision);
}

function headersOf(base: string, record: ProjectRecord): Record<string, string> {
  return {
    'content-type': JSON_TYPE,
    location: `${base}/projects/${record.project.id}`,
    etag: etag(record),
  };
}
