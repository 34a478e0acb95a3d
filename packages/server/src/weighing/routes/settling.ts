import { Type } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { IF_MATCH } from '../../http/documented-headers.ts';
import { requireMatch } from '../../http/etag.ts';
import { REASON_LENGTH_MAX } from '../corrections.ts';
import type { Environment } from '../environment.ts';
import { SettlementSchema, Uuid } from '../schemas.ts';
import { settle, settlementView, unsettle } from '../settlements.ts';
import { ticketEtag } from '../version.ts';

const tags = ['reports'];

/** Adds PUT and DELETE /weighing/{uuid}/settlement. */
export function addSettling(app: App, environment: Environment): void {
  const { base, store, tickets, audit, clock, principalOf } = environment;
  const path = `${base}/weighing/:uuid/settlement`;

  app.put(
    path,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: "Settle a ticket's findings",
        description:
          'Somebody has looked and leaves the ticket as it is. A correction makes a new version, whose findings are open again. 409 `nothing-to-settle` without findings.',
        tags,
        params: Uuid,
        body: Type.Object(
          { note: Type.String({ minLength: 1, maxLength: REASON_LENGTH_MAX, pattern: '\\S', description: 'Why' }) },
          { additionalProperties: false },
        ),
        response: { 200: SettlementSchema },
      },
    },
    async (request) => {
      const by = principalOf(request);
      const { note } = request.body;
      const { uuid, version, made } = await store.write(async (tx) => {
        const present = await tickets.get(by, request.params.uuid, tx);
        requireMatch(request, ticketEtag(present));
        if (present.findings === null)
          throw new ProblemError('nothing-to-settle', detailOf('The current version of the ticket has no findings.'));
        return { ...present, made: await settle(tx, by, present, clock.now(), note.trim()) };
      });
      const { organisationId, personName, clientId } = by;
      const actor = personName ?? clientId;
      await audit.note({ actor, action: 'finding.settled', subject: uuid, organisationId, details: { version } });
      return settlementView(made);
    },
  );

  app.delete(
    path,
    {
      schema: {
        summary: "Open a ticket's findings again",
        description: 'Takes back that they were settled; nothing happens if they were not.',
        tags,
        params: Uuid,
        response: { 204: Type.Unsafe<undefined>({ type: 'null' }) },
      },
    },
    async (request, reply) => {
      const by = principalOf(request);
      const { uuid, version } = await store.write(async (tx) => {
        const present = await tickets.get(by, request.params.uuid, tx);
        await unsettle(tx, present);
        return present;
      });
      const { organisationId, personName, clientId } = by;
      const actor = personName ?? clientId;
      await audit.note({ actor, action: 'finding.reopened', subject: uuid, organisationId, details: { version } });
      return reply.code(204).send(undefined);
    },
  );
}
