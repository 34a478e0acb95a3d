import { AuditEntryView, LIST_LIMIT_DEFAULT, listParameters, MessageView, pageOf, Type } from '@fieldbridge/contract';
import { page } from '../../http/cursor.ts';
import { etagOfView, notModified } from '../../http/etag.ts';
import { markSecret } from '../../http/private-answers.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['messages and audit'];

/** Adds the desk's messages: read them, send one again. */
export function addMessages({ app, base, desk, actorOf }: DeskScope): void {
  const { cursors } = desk.context;
  const LIST = 'desk/messages';
  app.get(
    `${base}/messages`,
    {
      schema: {
        summary: 'List messages, newest first',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(MessageView) },
      },
    },
    async (request) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const before = cursor === undefined ? undefined : String(cursors.read(LIST, cursor)[0]);
      return page(await desk.messages.list(limit + 1, before), limit, ({ id }) => cursors.write(LIST, [id]));
    },
  );
  app.get(
    `${base}/messages/:id`,
    {
      config: { conditional: true },
      schema: { summary: 'Read a message', tags, params: IdParameter, response: { 200: MessageView } },
    },
    async (request, reply) => {
      const view = await desk.messages.require(request.params.id);
      if (notModified(request, reply, etagOfView(view))) return reply;
      return view;
    },
  );
  app.post(
    `${base}/messages/:id/send`,
    {
      schema: {
        summary: 'Send a message again',
        description:
          'Without a mail server it is only shown. An approval gets a new address for its secret, shown in this answer.',
        tags,
        params: IdParameter,
        response: { 200: MessageView },
      },
    },
    async (request, reply) => {
      const message = await desk.messages.require(request.params.id);
      markSecret(reply);
      return desk.decisions.resend(actorOf(request).name, message);
    },
  );
}

/** Adds the audit trail. */
export function addAudit({ app, base, desk }: DeskScope): void {
  const { cursors } = desk.context;
  const Query = Type.Object(
    { organisationId: Type.Optional(Type.String({ format: 'uuid' })), ...listParameters },
    { additionalProperties: false },
  );
  app.get(
    `${base}/audit`,
    {
      schema: {
        summary: 'The audit trail, newest first',
        tags,
        querystring: Query,
        response: { 200: pageOf(AuditEntryView) },
      },
    },
    async (request) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const organisationId = request.query.organisationId?.toLowerCase();
      const list = `desk/audit/${organisationId ?? ''}`;
      const before = cursor === undefined ? undefined : String(cursors.read(list, cursor)[0]);
      return page(await desk.audit.list(limit + 1, before, organisationId), limit, ({ id }) =>
        cursors.write(list, [id]),
      );
    },
  );
}
