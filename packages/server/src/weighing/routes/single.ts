import { LIST_LIMIT_DEFAULT, listParameters, type ProblemLanguage, pageOf, Type } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { ETAG, IF_MATCH } from '../../http/documented-headers.ts';
import { notModified, requireMatch } from '../../http/etag.ts';
import { ENDS_EARLY, fullPage } from '../../http/full-page.ts';
import { JSON_TYPE, sendJsonText } from '../../http/json-text.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import { type Correction, noteReason, REASON_LENGTH_MAX, reasonOf, reasonsOf } from '../corrections.ts';
import type { Environment } from '../environment.ts';
import { requireBody, takeIn } from '../intake.ts';
import { patched } from '../patch.ts';
import {
  FindingSchema,
  ownBodies,
  SettlementSchema,
  TicketAnswer,
  TicketInput,
  TicketPatch,
  Uuid,
} from '../schemas.ts';
import { type Settlement, settlementsOf, settlementView } from '../settlements.ts';
import { describe } from '../validate.ts';
import { findingsOfVersion, type StoredTicket, type TicketVersion, ticketEtag, ticketText } from '../version.ts';
import { withLink } from './refusal.ts';

const tags = ['tickets'];
/** No body at all, for 204. */
const Nothing = Type.Unsafe<undefined>({ type: 'null' });

/** Why a ticket is changed or deleted. */
const Reasoned = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: REASON_LENGTH_MAX,
        description: 'Why, for the history. A person who is signed in must say it; a program may.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Adds GET, PUT, PATCH and DELETE /weighing/{uuid}, and its history. */
export function addSingle(app: App, environment: Environment): void {
  addRead(app, environment);
  addChange(app, environment);
  addDelete(app, environment);
  addHistory(app, environment);
}

function addRead(app: App, { base, tickets, principalOf }: Environment): void {
  app.get(
    `${base}/weighing/:uuid`,
    {
      ...ownBodies,
      config: { conditional: true },
      schema: {
        summary: 'Read a ticket',
        description: 'The ticket as it was sent, followed by uuid, createdAt and modifiedAt.',
        tags,
        params: Uuid,
        response: { 200: TicketAnswer },
      },
    },
    async (request, reply) => {
      const version = await tickets.get(principalOf(request), request.params.uuid);
      if (notModified(request, reply, ticketEtag(version))) return reply;
      return sendJsonText(reply, answerOf(version));
    },
  );
}

function addChange(app: App, environment: Environment): void {
  const { base, tickets, principalOf } = environment;
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      ...ownBodies,
      method,
      url: `${base}/weighing/:uuid`,
      config: { idempotent: true, documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: method === 'PUT' ? 'Replace a ticket' : 'Change parts of a ticket',
        description:
          method === 'PUT'
            ? 'The whole new ticket; locationId and externalId may change if the new pair is free.'
            : 'A JSON merge patch (RFC 7396): null removes a field. All other fields keep their spelling.',
        tags,
        params: Uuid,
        querystring: Reasoned,
        body: method === 'PUT' ? TicketInput : TicketPatch,
        response: { 200: TicketAnswer },
      },
      handler: async (request, reply) => {
        const body = requireBody(request.body);
        const by = principalOf(request);
        const reason = reasonOf(by, request.query.reason);
        if (body.root.kind !== 'object')
          throw new ProblemError('validation-failed', detailOf('The body must be one object.'), {
            errors: [
              {
                pointer: '#',
                detail: detailOf('Must be {expected}, this is {found}.', {
                  ...{ expected: detailOf('an object'), found: describe(body.text, body.root) },
                }),
              },
            ],
          });
        const answer = await tickets.write(async (tx) => {
          const present = await tickets.get(by, request.params.uuid, tx);
          requireMatch(request, ticketEtag(present));
          const { text, root } = method === 'PUT' ? body : patched(present.body!, body);
          const incoming = await takeIn(environment, by, text, root);
          const replaced = await tickets.replace(tx, by, present, incoming).catch((error: unknown) => {
            throw error instanceof ProblemError ? withLink(environment, error) : error;
          });
          await noteReason(tx, by, replaced.uuid, replaced.version, reason);
          const made = answerOf(replaced);
          await request.idempotency?.keep(made.status, made.headers, made.text, tx);
          return made;
        });
        return sendJsonText(reply, answer);
      },
    });
  }
}

function addDelete(app: App, { base, tickets, principalOf }: Environment): void {
  app.delete(
    `${base}/weighing/:uuid`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Delete a ticket',
        description: 'It leaves a tombstone in the history; its externalId is free again.',
        tags,
        params: Uuid,
        querystring: Reasoned,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const by = principalOf(request);
      const reason = reasonOf(by, request.query.reason);
      await tickets.write(async (tx) => {
        const present = await tickets.get(by, request.params.uuid, tx);
        requireMatch(request, ticketEtag(present));
        await tickets.delete(tx, by, present);
        await noteReason(tx, by, present.uuid, present.version + 1, reason);
      });
      return reply.code(204).send(undefined);
    },
  );
}

const HistoryAnswer = pageOf(
  Type.Object({
    version: Type.Integer(),
    change: Type.String({ enum: ['created', 'updated', 'deleted'] }),
    at: Type.String({ format: 'date-time' }),
    by: Type.String({ description: 'Client ID of the author of the change; `person:` and an id for a person.' }),
    person: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Name of the person, at that time.' }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why, if the author said it.' })),
    ticket: Type.Optional(TicketAnswer),
    findings: Type.Array(FindingSchema),
    settled: Type.Optional(SettlementSchema),
  }),
);

function addHistory(app: App, { base, space, store, tickets, cursors, principalOf }: Environment): void {
  app.get(
    `${base}/weighing/:uuid/history`,
    {
      ...ownBodies,
      config: IN_LANGUAGE,
      schema: {
        summary: 'All versions of a ticket',
        description: `Oldest first; a deleted ticket ends with a tombstone, which has no ticket. ${ENDS_EARLY}`,
        tags,
        params: Uuid,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: HistoryAnswer },
      },
    },
    async (request, reply) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const by = principalOf(request);
      const uuid = request.params.uuid.toLowerCase();
      const list = JSON.stringify([space, 'history', by.organisationId, uuid]);
      const after = cursor === undefined ? 0 : (cursors.read(list, cursor)[0] as number);
      const page = await fullPage(limit, sizeOf, (behind, most) =>
        tickets.history(by, uuid, behind?.version ?? after, most),
      );
      const tail = page.tail(({ version }) => cursors.write(list, [version]));
      const reasons = await reasonsOf(store, uuid);
      const settlements = await settlementsOf(store, uuid);
      const language = answerLanguage(request, reply);
      const entries = page.items.map((one) =>
        historyEntry(one, language, reasons.get(one.version), settlements.get(one.version)),
      );
      const text = `{"items":[${entries.join(',')}]${tail}}`;
      return sendJsonText(reply, { text });
    },
  );
}

function sizeOf({ body, findings }: TicketVersion): number {
  return (body?.length ?? 0) + (findings?.length ?? 0);
}

function historyEntry(
  version: TicketVersion,
  language: ProblemLanguage,
  correction?: Correction,
  settlement?: Settlement,
): string {
  const { change, modifiedAt, clientId, body } = version;
  const head = { version: version.version, change, at: new Date(modifiedAt).toISOString(), by: clientId };
  const why = correction && { person: correction.person, reason: correction.reason };
  const ticket = body === null ? '' : `,"ticket":${ticketText(version)}`;
  const settled = settlement === undefined ? '' : `,"settled":${JSON.stringify(settlementView(settlement))}`;
  const findings = JSON.stringify(findingsOfVersion(version, language));
  return `${JSON.stringify({ ...head, ...why }).slice(0, -1)}${ticket},"findings":${findings}${settled}}`;
}

function answerOf(version: StoredTicket) {
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, etag: ticketEtag(version) },
    text: ticketText(version),
  };
}
