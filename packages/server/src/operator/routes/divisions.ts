import {
  Division,
  DivisionInput,
  DivisionPatch,
  listParameters,
  pageOf,
  Type,
  WeighBridgeInput,
  WeighBridgePatch,
  WeighBridgeView,
} from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { divisionEtag } from '../../directory/division-store.ts';
import type { WeighBridge } from '../../directory/weigh-bridges.ts';
import { pageOfAll } from '../../http/cursor.ts';
import { ETAG, IF_MATCH } from '../../http/documented-headers.ts';
import { etagOfView, notModified, requireMatch } from '../../http/etag.ts';
import type { Environment } from '../spaces.ts';
import { viewWeighBridge } from '../views.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['divisions and weigh bridges'];
const List = Type.Object(
  { environment: DivisionInput.properties.environment, ...listParameters },
  { additionalProperties: false },
);
const Both = Type.Object({ id: Type.String({ format: 'uuid' }), thing: Type.String({ format: 'uuid' }) });
const Where = Type.Object({ environment: DivisionInput.properties.environment }, { additionalProperties: false });

/** Adds the divisions of an organisation, environment by environment. */
export function addDivisions({ app, base, desk, actorOf }: DeskScope): void {
  const requireDivision = async (id: string, thing: string, environment: Environment): Promise<Division> => {
    const found = await desk.divisions(environment).get(id, thing);
    if (found !== undefined) return found;
    throw new ProblemError('not-found', detailOf('The organisation has no such division.'));
  };
  app.get(
    `${base}/organisations/:id/divisions`,
    {
      schema: {
        summary: 'List divisions',
        tags,
        params: IdParameter,
        querystring: List,
        response: { 200: pageOf(Division) },
      },
    },
    async (request) => {
      const { id } = await desk.organisations.require(request.params.id);
      const { environment, ...query } = request.query;
      const divisions = await desk.divisions(environment).list(id);
      const list = `desk/divisions/${environment}/${id}`;
      return pageOfAll(divisions, (one) => one.id, query, desk.context.cursors, list);
    },
  );
  app.post(
    `${base}/organisations/:id/divisions`,
    {
      config: { idempotent: true, answeredHeaders: ETAG },
      schema: {
        summary: 'Add a division',
        tags,
        params: IdParameter,
        body: DivisionInput,
        response: { 201: Division },
      },
    },
    async (request, reply) => {
      const { environment, name, abbreviation } = request.body;
      const { id } = request.params;
      const added = await desk.addDivision(actorOf(request).name, id, environment, name, abbreviation);
      return reply.code(201).header('etag', divisionEtag(added)).send(added);
    },
  );
  app.get(
    `${base}/organisations/:id/divisions/:thing`,
    {
      config: { conditional: true },
      schema: { summary: 'Read a division', tags, params: Both, querystring: Where, response: { 200: Division } },
    },
    async (request, reply) => {
      const { id, thing } = request.params;
      const division = await requireDivision(id, thing, request.query.environment);
      if (notModified(request, reply, divisionEtag(division))) return reply;
      return division;
    },
  );
  app.patch(
    `${base}/organisations/:id/divisions/:thing`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: { summary: 'Change a division', tags, params: Both, body: DivisionPatch, response: { 200: Division } },
    },
    async (request, reply) => {
      const { environment, name, abbreviation } = request.body;
      const change = given({ name, abbreviation });
      const { id, thing } = request.params;
      await requireDivision(id, thing, environment);
      const note = {
        actor: actorOf(request).name,
        action: 'division.changed',
        subject: thing,
        organisationId: id,
        details: { environment, ...change },
      };
      const check = (present: Division) => requireMatch(request, divisionEtag(present));
      const changed = await desk.audit.around(note, () => desk.divisions(environment).change(id, thing, change, check));
      return reply.header('etag', divisionEtag(changed)).send(changed);
    },
  );
}

/** Adds the weigh bridges of an organisation, environment by environment. */
export function addWeighBridges({ app, base, desk, actorOf }: DeskScope): void {
  const bridgesOf = (environment: Environment) => desk.context.weighBridges(`weighing-${environment}`);
  const requireBridge = async (id: string, thing: string, environment: Environment): Promise<WeighBridge> => {
    const found = await bridgesOf(environment).get(thing);
    if (found?.organisationId === id) return found;
    throw new ProblemError('not-found', detailOf('The organisation has no such weigh bridge.'));
  };
  app.get(
    `${base}/organisations/:id/weigh-bridges`,
    {
      schema: {
        summary: 'List weigh bridges',
        tags,
        params: IdParameter,
        querystring: List,
        response: { 200: pageOf(WeighBridgeView) },
      },
    },
    async (request) => {
      const { id } = await desk.organisations.require(request.params.id);
      const { environment, ...query } = request.query;
      const found = await bridgesOf(environment).list(id);
      const bridges = found.map(viewWeighBridge);
      const list = `desk/weigh-bridges/${environment}/${id}`;
      return pageOfAll(bridges, (one) => one.id, query, desk.context.cursors, list);
    },
  );
  app.post(
    `${base}/organisations/:id/weigh-bridges`,
    {
      config: { idempotent: true, answeredHeaders: ETAG },
      schema: {
        summary: 'Add a weigh bridge',
        description: 'Its id is the locationId of tickets.',
        tags,
        params: IdParameter,
        body: WeighBridgeInput,
        response: { 201: WeighBridgeView },
      },
    },
    async (request, reply) => {
      const { environment, name, timeZone } = request.body;
      const bridge = await desk.addWeighBridge(actorOf(request).name, request.params.id, environment, name, timeZone);
      const view = viewWeighBridge(bridge);
      return reply.code(201).header('etag', etagOfView(view)).send(view);
    },
  );
  app.get(
    `${base}/organisations/:id/weigh-bridges/:thing`,
    {
      config: { conditional: true },
      schema: {
        summary: 'Read a weigh bridge',
        tags,
        params: Both,
        querystring: Where,
        response: { 200: WeighBridgeView },
      },
    },
    async (request, reply) => {
      const { id, thing } = request.params;
      const view = viewWeighBridge(await requireBridge(id, thing, request.query.environment));
      if (notModified(request, reply, etagOfView(view))) return reply;
      return view;
    },
  );
  app.patch(
    `${base}/organisations/:id/weigh-bridges/:thing`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: 'Change a weigh bridge',
        tags,
        params: Both,
        body: WeighBridgePatch,
        response: { 200: WeighBridgeView },
      },
    },
    async (request, reply) => {
      const { environment, name, timeZone } = request.body;
      const change = given({ name, timeZone });
      const { id, thing } = request.params;
      await requireBridge(id, thing, environment);
      const note = {
        actor: actorOf(request).name,
        action: 'weigh-bridge.changed',
        subject: thing,
        organisationId: id,
        details: { environment, ...change },
      };
      const check = (present: WeighBridge) => requireMatch(request, etagOfView(viewWeighBridge(present)));
      const bridges = bridgesOf(environment);
      const view = viewWeighBridge(await desk.audit.around(note, () => bridges.change(thing, change, check)));
      return reply.header('etag', etagOfView(view)).send(view);
    },
  );
}

/** The given fields; absent ones stay unchanged. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
