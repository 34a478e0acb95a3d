import { Readable } from 'node:stream';
import { LIST_LIMIT_DEFAULT, listParameters, pageOf, Type } from '@fieldbridge/contract';
import { negotiate } from '../../http/accept.ts';
import type { App } from '../../http/app.ts';
import { ENDS_EARLY, FullPage } from '../../http/full-page.ts';
import { sendJsonText } from '../../http/json-text.ts';
import { FormulasParameter, opensInSpreadsheet } from '../../http/spreadsheet.ts';
import type { Environment } from '../environment.ts';
import { CSV_HEAD, csvRow, ndjsonRow } from '../export.ts';
import { filterOf, filterParameters } from '../query.ts';
import { ownBodies, TicketAnswer } from '../schemas.ts';
import { scanNewest } from '../ticket-newest.ts';
import { type ListedVersion, type ScanRequest, scanTickets } from '../ticket-scan.ts';
import { type TicketVersion, ticketText } from '../version.ts';

const JSON_OFFER = 'application/json';
type StreamType = 'text/csv' | 'application/x-ndjson';
interface TicketStream {
  readonly head: string;
  readonly row: (version: TicketVersion, marks: boolean) => string;
}
const STREAMS: Readonly<Record<StreamType, TicketStream>> = {
  'text/csv': { head: CSV_HEAD, row: csvRow },
  'application/x-ndjson': { head: '', row: ndjsonRow },
};
const OFFERS = [JSON_OFFER, ...Object.keys(STREAMS)];
const DOCUMENTED = {
  'text/csv': { type: 'string', description: `All tickets, one per line (RFC 4180): ${CSV_HEAD.trim()}` },
  'application/x-ndjson': {
    type: 'string',
    description: 'All tickets as in GET /weighing/{uuid}, one per line.',
  },
};
const OrderParameter = Type.Optional(
  Type.Literal('newest', { description: 'Newest first, whatever the weigh bridge; of the same time the later one.' }),
);
/** Most tickets read at a time. */
const AT_ONCE = 64;

/** Adds GET /weighing: a page of JSON, or all tickets as a stream of CSV or NDJSON. */
export function addList(app: App, environment: Environment): void {
  const { base, space, store, cursors, principalOf } = environment;
  app.get(
    `${base}/weighing`,
    {
      ...ownBodies,
      config: {
        produces: OFFERS,
        documentedAnswers: DOCUMENTED,
        answeredHeaders: { 'Content-Disposition': 'For a stream: the name of the file' },
      },
      schema: {
        summary: 'List tickets',
        description: `In the order of weigh bridge, time of weighing, uuid; \`order=newest\`: all weigh bridges together, newest first. ${ENDS_EARLY} Accept: text/csv or application/x-ndjson streams all tickets that pass the filters; limit and cursor are then ignored.`,
        tags: ['tickets'],
        querystring: Type.Object(
          { ...filterParameters, ...listParameters, order: OrderParameter, formulas: FormulasParameter },
          { additionalProperties: false },
        ),
        response: { 200: pageOf(TicketAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor, formulas, order, ...query } = request.query;
      const by = principalOf(request);
      const { filter, bridges } = await filterOf(environment, by, query);
      const { modifiedUntil } = filter;
      const locationIds = bridges.map(({ id }) => id);
      const scan = (wanted: Omit<ScanRequest<'versions'>, 'scan'>) =>
        (order === 'newest' ? scanNewest<'versions'> : scanTickets<'versions'>)(store, { ...wanted, scan: 'versions' });
      const offer = negotiate(request.headers.accept, OFFERS);
      const marks = formulas === undefined ? opensInSpreadsheet(request) : formulas === 'escape';
      if (offer !== undefined && offer in STREAMS)
        return reply
          .header('content-type', `${offer}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="tickets.${offer === 'text/csv' ? 'csv' : 'ndjson'}"`)
          .send(stream(scan({ locationIds, filter, step: AT_ONCE }), offer as StreamType, marks) as never);
      const list = JSON.stringify([space, 'tickets', by.organisationId, { ...query, order }]);
      const { after, until = modifiedUntil } = cursor === undefined ? {} : placeOf(cursors.read(list, cursor));
      const page = new FullPage<ListedVersion>(limit, ({ body }) => body!.length);
      for await (const rows of scan({
        locationIds,
        filter: { ...filter, modifiedUntil: until },
        after,
        step: Math.min(limit + 1, AT_ONCE),
      }))
        if (page.take(rows)) break;
      const tail = page.tail(({ locationId, weighedAt, uuid }) =>
        cursors.write(list, [...[locationId, weighedAt, uuid], ...(until === undefined ? [] : [until])]),
      );
      const text = `{"items":[${page.items.map(ticketText).join(',')}]${tail}}`;
      return sendJsonText(reply, { text });
    },
  );
}

function placeOf([locationId, weighedAt, uuid, until]: readonly (string | number)[]) {
  const after = { locationId: locationId as string, weighedAt: weighedAt as number, uuid: uuid as string };
  return { after, until: until as number | undefined };
}

/** All tickets, some at a time, no faster than the caller reads them. */
function stream(steps: AsyncIterable<ListedVersion[]>, type: StreamType, marks: boolean): Readable {
  const { head, row } = STREAMS[type];
  async function* texts(): AsyncGenerator<Buffer> {
    if (head !== '') yield Buffer.from(head);
    for await (const rows of steps) yield Buffer.from(rows.map((one) => row(one, marks)).join(''));
  }
  return Readable.from(texts(), { objectMode: false });
}
