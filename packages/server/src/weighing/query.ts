import { Type } from '@fieldbridge/contract';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { WeighBridge } from '../directory/weigh-bridges.ts';
import { type Environment, isOwn, requireBridge } from './environment.ts';
import type { TicketFilter } from './filter.ts';
import { plateKey } from './ticket.ts';
import { parseTime } from './time.ts';

const text = (description: string) => Type.Optional(Type.String({ maxLength: 1024, description }));
const time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 64, description: `${description} (ISO 8601 with a zone)` }));

/** Query parameters that filter lists, streams and totals. */
export const filterParameters = {
  locationId: Type.Optional(Type.String({ format: 'uuid', description: 'Weigh bridge; by default all of yours.' })),
  externalId: text('Number of the ticket at its weigh bridge.'),
  from: time('Earliest nettWeight.datetime (createdAt where absent)'),
  to: time('Latest nettWeight.datetime, exclusive'),
  modifiedSince: time(
    'Only tickets modified from this time on, until the request of the first page; to follow changes, continue from the latest modifiedAt seen',
  ),
  project: text('project.identifier, or project.description if that is absent.'),
  product: text('product.identifier or product.name.'),
  customer: text('customer.reference or customer.name.'),
  licenseplate: text('Licence plate; case, spaces, dots and dashes are ignored.'),
};

/** The same as received. */
export type FilterQuery = Partial<Record<keyof typeof filterParameters, string>>;

/** @throws ProblemError invalid-parameter for a time that cannot be read, location-not-yours */
export async function filterOf(
  environment: Environment,
  by: Principal,
  query: FilterQuery,
): Promise<{ filter: TicketFilter; bridges: WeighBridge[] }> {
  const { locationId, externalId, project, product, customer, licenseplate } = query;
  const bridges =
    locationId === undefined
      ? (await environment.bridges.list(by.organisationId)).filter((bridge) => isOwn(bridge, by))
      : [await requireBridge(environment, by, locationId, { parameter: 'locationId' })];
  const modifiedSince = moment('modifiedSince', query.modifiedSince);
  const filter = {
    externalId,
    from: moment('from', query.from),
    to: moment('to', query.to),
    modifiedSince,
    // Tickets are not in the order of their changes. If a page showed a later change, a caller who continues from the
    // latest change seen would miss one that was made meanwhile at an earlier position.
    modifiedUntil: modifiedSince === undefined ? undefined : await environment.tickets.now(),
    project,
    product,
    customer,
    plate: licenseplate === undefined ? undefined : plateKey(licenseplate),
  };
  // Always in the same order, whatever the request's, so that a cursor finds its position again.
  return { filter, bridges: bridges.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function moment(parameter: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  // An unescaped plus sign arrives as a space.
  const read = parseTime(value.replace(/ (?=\d\d(?::?\d\d)?$)/, '+'));
  if (typeof read === 'number') return read;
  const detail = detailOf('{value} is not an ISO 8601 date and time with a zone, such as 2026-05-04T08:15:30Z.', {
    value: JSON.stringify(value),
  });
  throw new ProblemError('invalid-parameter', detailOf('{parameter}: {detail}', { parameter, detail }), {
    errors: [{ parameter, detail }],
  });
}
