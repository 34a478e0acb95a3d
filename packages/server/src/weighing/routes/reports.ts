import { FINDING_RULES, LIST_LIMIT_DEFAULT, listParameters, pageOf, Type } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { nearest } from '../../core/nearest.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { page, pageOfAll } from '../../http/cursor.ts';
import { sendJsonText } from '../../http/json-text.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import { type Environment, isOwn } from '../environment.ts';
import { listFindings } from '../finding-list.ts';
import { filterOf, filterParameters } from '../query.ts';
import { FindingSchema, ownBodies, SettlementSchema } from '../schemas.ts';
import { type Settlement, settlementView } from '../settlements.ts';
import { GROUPINGS, type Grouping, type Total, totalsOf } from '../totals.ts';
import { findingsOfVersion } from '../version.ts';

const tags = ['reports'];

/** Adds GET /locations, /weighing/findings and /weighing/totals. */
export function addReports(app: App, environment: Environment): void {
  addLocations(app, environment);
  addFindings(app, environment);
  addTotals(app, environment);
}

const Location = Type.Object({
  locationId: Type.String({ format: 'uuid' }),
  name: Type.String(),
  timeZone: Type.String({ description: 'IANA name; it determines the days of totals.' }),
});

function addLocations(app: App, { base, space, bridges, cursors, principalOf }: Environment): void {
  app.get(
    `${base}/locations`,
    {
      schema: {
        summary: 'Your weigh bridges',
        description: 'Those of your organisation; `locationId` of a ticket is the id of one of them.',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(Location) },
      },
    },
    async (request) => {
      const by = principalOf(request);
      const own = (await bridges.list(by.organisationId)).filter((bridge) => isOwn(bridge, by));
      const locations = own.map(({ id, name, timeZone }) => ({ locationId: id, name, timeZone }));
      const list = JSON.stringify([space, 'locations', by.organisationId]);
      // By name; the id only distinguishes those with the same name.
      return pageOfAll(locations, ({ name, locationId }) => `${name}\n${locationId}`, request.query, cursors, list);
    },
  );
}

const TicketFindings = Type.Object({
  uuid: Type.String({ format: 'uuid' }),
  locationId: Type.String({ format: 'uuid' }),
  externalId: Type.String(),
  modifiedAt: Type.String({ format: 'date-time' }),
  findings: Type.Array(FindingSchema),
  settled: Type.Optional(SettlementSchema),
});

function addFindings(app: App, environment: Environment): void {
  const { base, space, store, cursors, principalOf } = environment;
  app.get(
    `${base}/weighing/findings`,
    {
      config: IN_LANGUAGE,
      schema: {
        summary: 'Tickets with findings',
        description: `They were accepted as sent. Codes: ${FINDING_RULES.map(({ code, rule }) => `${code} – ${rule}`).join(' ')}`,
        tags,
        querystring: Type.Object(
          {
            locationId: filterParameters.locationId,
            code: Type.Optional(Type.String({ enum: FINDING_RULES.map(({ code }) => code) })),
            settled: Type.Optional(Type.Boolean({ description: 'Only settled findings, or only open ones.' })),
            modifiedSince: filterParameters.modifiedSince,
            ...listParameters,
          },
          { additionalProperties: false },
        ),
        response: { 200: pageOf(TicketFindings) },
      },
    },
    async (request, reply) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor, code, settled, ...query } = request.query;
      const by = principalOf(request);
      const { filter, bridges } = await filterOf(environment, by, query);
      const list = JSON.stringify([space, 'findings', by.organisationId, code, settled, query]);
      const [locationId, seq, passed] = cursor === undefined ? ['', 0] : cursors.read(list, cursor);
      const after = { locationId: locationId as string, seq: seq as number };
      const until = (passed as number | undefined) ?? filter.modifiedUntil;
      // As in lists, transactions that already have a time are awaited.
      if (filter.modifiedSince !== undefined) await store.settled();
      const rows = await listFindings(
        store,
        bridges.map(({ id }) => id),
        { code, settled, modifiedSince: filter.modifiedSince, modifiedUntil: until },
        after,
        limit + 1,
      );
      const { items, next } = page(rows, limit, (last) =>
        cursors.write(list, [...[last.locationId, last.seq], ...(until === undefined ? [] : [until])]),
      );
      const language = answerLanguage(request, reply);
      const shown = items.map(({ uuid, locationId, externalId, modifiedAt, findings, ...rest }) => ({
        uuid,
        locationId,
        externalId,
        modifiedAt: new Date(modifiedAt).toISOString(),
        findings: findingsOfVersion({ findings }, language),
        ...(rest.settledAt === null ? {} : { settled: settlementView(rest as Settlement) }),
      }));
      return { items: shown, ...(next === undefined ? {} : { next }) };
    },
  );
}

const TotalsAnswer = Type.Object({
  items: Type.Array(
    Type.Object({
      day: Type.Optional(Type.String({ format: 'date' })),
      project: Type.Optional(Type.String()),
      product: Type.Optional(Type.String()),
      customer: Type.Optional(Type.String()),
      locationId: Type.Optional(Type.String({ format: 'uuid' })),
      count: Type.Integer({ description: 'Number of tickets.' }),
      quantity: Type.Number({ description: 'Exact decimal sum of the nett weights, written with all digits.' }),
      unit: Type.String(),
    }),
  ),
});

function addTotals(app: App, environment: Environment): void {
  const { base, store, principalOf } = environment;
  app.get(
    `${base}/weighing/totals`,
    {
      ...ownBodies,
      schema: {
        summary: 'Totals of nett weights',
        description:
          'Exact decimal sums per group and unit. Days are those of the weigh bridge. Tickets without a value for a group are counted in an empty one.',
        tags,
        querystring: Type.Object(
          {
            by: Type.Optional(
              Type.String({
                maxLength: 64,
                description: `Groups, separated by commas: ${GROUPINGS.join(', ')}; day by default.`,
              }),
            ),
            ...filterParameters,
          },
          { additionalProperties: false },
        ),
        response: { 200: TotalsAnswer },
      },
    },
    async (request, reply) => {
      const { by: groups = 'day', ...query } = request.query;
      const groupings = groupingsOf(groups);
      const { filter, bridges } = await filterOf(environment, principalOf(request), query);
      const totals = await totalsOf(store, bridges, filter, groupings);
      const text = `{"items":[${totals.map(totalText).join(',')}]}`;
      return sendJsonText(reply, { text });
    },
  );
}

/** The sum is written as a number with all its digits, which JSON.stringify cannot do. */
function totalText({ group, count, quantity, unit }: Total): string {
  return `${JSON.stringify({ ...group, count }).slice(0, -1)},"quantity":${quantity},"unit":${JSON.stringify(unit)}}`;
}

function groupingsOf(text: string): Grouping[] {
  const names = [...new Set(text.split(','))];
  for (const name of names) {
    if ((GROUPINGS as readonly string[]).includes(name)) continue;
    const close = nearest(name, GROUPINGS);
    const given = { name: JSON.stringify(name), known: GROUPINGS.join(', ') };
    const detail = close
      ? detailOf('{name} is not one of {known}. Did you mean {close}?', { ...given, close })
      : detailOf('{name} is not one of {known}.', given);
    throw new ProblemError('invalid-parameter', detailOf('{parameter}: {detail}', { parameter: 'by', detail }), {
      errors: [{ parameter: 'by', detail }],
    });
  }
  return names as Grouping[];
}
