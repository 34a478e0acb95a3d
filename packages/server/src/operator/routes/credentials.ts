import {
  CredentialInput,
  CredentialView,
  IssuedSecret,
  KeyInput,
  listParameters,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { pageOfAll } from '../../http/cursor.ts';
import { IF_MATCH } from '../../http/documented-headers.ts';
import { etagOfView, notModified, requireMatch } from '../../http/etag.ts';
import type { PlacedCredential, PlacedSecret } from '../credential-desk.ts';
import type { Desk } from '../desk.ts';
import { spaceOf } from '../spaces.ts';
import { viewCredential } from '../views.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['credentials'];
const SecretParameters = Type.Object({ id: Type.String({ format: 'uuid' }), secret: Type.String({ format: 'uuid' }) });

/**
 * Adds issuing, rotating and revoking credentials. Issued secrets do not support Idempotency-Key, because they are not
 * stored and cannot be replayed.
 */
export function addCredentials({ app, base, desk, actorOf }: DeskScope): void {
  app.get(
    `${base}/organisations/:id/credentials`,
    {
      schema: {
        summary: 'List credentials',
        tags,
        params: IdParameter,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(CredentialView) },
      },
    },
    async (request) => {
      const { id } = await desk.organisations.require(request.params.id);
      const placed = await desk.credentials.list(id);
      const credentials = placed.map(({ credential, space }) => viewCredential(credential, space));
      const list = `desk/credentials/${id}`;
      return pageOfAll(credentials, ({ clientId }) => clientId, request.query, desk.context.cursors, list);
    },
  );
  app.post(
    `${base}/organisations/:id/credentials`,
    {
      schema: {
        summary: 'Issue a credential',
        description: 'The secret is shown once.',
        tags,
        params: IdParameter,
        body: CredentialInput,
        response: { 201: IssuedSecret },
      },
    },
    async (request, reply) => {
      const { interface: name, environment, label = 'Issued at the desk' } = request.body;
      const issued = await desk.credentials.issue(
        actorOf(request).name,
        request.params.id,
        spaceOf(name, environment),
        label,
        desk.expiry.timeOf(request.body.expiresAt),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await viewIssued(desk, issued));
    },
  );
  app.get(
    `${base}/credentials/:id`,
    {
      config: { conditional: true },
      schema: { summary: 'Read a credential', tags, params: IdParameter, response: { 200: CredentialView } },
    },
    async (request, reply) => {
      const { credential, space } = await desk.credentials.get(request.params.id);
      const view = viewCredential(credential, space);
      if (notModified(request, reply, etagOfView(view))) return reply;
      return view;
    },
  );
  app.post(
    `${base}/credentials/:id/secrets`,
    {
      schema: {
        summary: 'Issue a second secret',
        description: 'For rotation: both live until one is revoked; tokens are not affected. Shown once.',
        tags,
        params: IdParameter,
        body: Type.Union([KeyInput, Type.Null()]),
        response: { 201: IssuedSecret },
      },
      preValidation: async (request) => {
        // There may be nothing to choose, so the body is optional.
        if (request.body === undefined) request.body = null;
      },
    },
    async (request, reply) => {
      const expiresAt = desk.expiry.timeOf(request.body?.expiresAt);
      const issued = await desk.credentials.addSecret(actorOf(request).name, request.params.id, expiresAt);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await viewIssued(desk, issued));
    },
  );
  app.delete(
    `${base}/credentials/:id/secrets/:secret`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: { summary: 'Revoke a secret', tags, params: SecretParameters, response: { 200: CredentialView } },
    },
    async (request) => {
      const { id, secret } = request.params;
      const ended = await desk.credentials.revokeSecret(actorOf(request).name, id, secret, matching(request));
      return viewCredential(ended.credential, ended.space);
    },
  );
  app.delete(
    `${base}/credentials/:id`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Revoke a credential',
        description: 'Its secrets and tokens end with it.',
        tags,
        params: IdParameter,
        response: { 200: CredentialView },
      },
    },
    async (request) => {
      const ended = await desk.credentials.revoke(actorOf(request).name, request.params.id, matching(request));
      return viewCredential(ended.credential, ended.space);
    },
  );
}

/** The check of If-Match, to run inside the transaction. */
function matching(request: FastifyRequest) {
  return ({ credential, space }: PlacedCredential) =>
    requireMatch(request, etagOfView(viewCredential(credential, space)));
}

/** A secret for its owner, with the weigh bridges for weighing credentials. */
export async function viewIssued(desk: Desk, { credential, space, secret }: PlacedSecret) {
  const isWeighing = space === 'weighing-sandbox' || space === 'weighing-production';
  const bridges = isWeighing ? await desk.context.weighBridges(space).list(credential.organisationId) : undefined;
  return {
    credential: viewCredential(credential, space),
    clientSecret: secret,
    locationIds: bridges?.map(({ id }) => id),
  };
}
