import { QuotasPatch, QuotasView, type Static, UsageView } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { OwnQuotas, QuotaName } from '../../directory/quotas.ts';
import { ETAG, IF_MATCH } from '../../http/documented-headers.ts';
import { etagOfView, notModified, requireMatch } from '../../http/etag.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['organisations'];

/** Adds the quotas of an organisation, and what it uses of them. */
export function addQuotas({ app, base, desk, actorOf }: DeskScope): void {
  const { quotas, usage } = desk.context;
  const view = (id: string, own: OwnQuotas = quotas.ownOf(id)): Static<typeof QuotasView> => {
    const limits = quotas.limitsFor(own);
    const one = (name: QuotaName) => ({ limit: limits[name], own: own[name] });
    return { jobs: one('jobs'), bytes: one('bytes'), requestsPerMinute: one('requestsPerMinute') };
  };
  app.get(
    `${base}/organisations/:id/quotas`,
    {
      config: { conditional: true },
      schema: {
        summary: "Read an organisation's quotas",
        description: 'The limits in force, and those set at the desk.',
        tags,
        params: IdParameter,
        response: { 200: QuotasView },
      },
    },
    async (request, reply) => {
      const { id } = await desk.organisations.require(request.params.id);
      const found = view(id);
      if (notModified(request, reply, etagOfView(found))) return reply;
      return found;
    },
  );
  app.patch(
    `${base}/organisations/:id/quotas`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: "Set an organisation's quotas",
        description:
          'They apply at once. 0 is no limit, null returns to the setting of the server. Nothing that is stored is removed.',
        tags,
        params: IdParameter,
        body: QuotasPatch,
        response: { 200: QuotasView },
      },
    },
    async (request, reply) => {
      const { id } = await desk.organisations.require(request.params.id);
      const check = (present: OwnQuotas) => requireMatch(request, etagOfView(view(id, present)));
      const changed = view(id, await quotas.change(actorOf(request).name, id, request.body, check));
      return reply.header('etag', etagOfView(changed)).send(changed);
    },
  );
  app.get(
    `${base}/organisations/:id/usage`,
    {
      schema: {
        summary: 'What an organisation stores',
        description: 'As the quotas of jobs and bytes count it.',
        tags,
        params: IdParameter,
        response: { 200: UsageView },
      },
    },
    async (request) => {
      const { id } = await desk.organisations.require(request.params.id);
      const meter = usage.get('conversion');
      if (meter !== undefined) return meter(id);
      throw new ProblemError(
        'conflict',
        detailOf('This server does not run the conversion interface; ask one that does.'),
      );
    },
  );
}
