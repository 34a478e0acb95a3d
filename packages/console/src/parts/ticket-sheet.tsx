import { firstOf, type Ticket, type Weight, weighedAt, weightText } from '../model/ticket.ts';
import type { Bridge } from '../state/tickets.ts';
import { digits, moment, t } from '../text/index.ts';

interface SheetProps {
  readonly ticket: Ticket;
  readonly bridge: Bridge | undefined;
  /** Deleted: it must not be mistaken for a valid one. */
  readonly isVoid: boolean;
}

/** A ticket as printed on paper. */
export function TicketSheet({ ticket, bridge, isVoid }: SheetProps) {
  const { grossWeight, tareWeight, nettWeight, customer, product, project, vehicle } = ticket;
  const at = (iso: string): string =>
    moment(iso, { dateStyle: 'long', timeStyle: 'short', timeZone: bridge?.timeZone ?? undefined });
  const facts: readonly (readonly [string, string])[] = [
    [t('ticket.plate'), vehicle?.licenseplate ?? ''],
    [t('ticket.product'), both(product?.name, product?.identifier)],
    [t('ticket.customer'), both(customer?.name, customer?.reference)],
    [t('ticket.project'), both(project?.description, project?.identifier)],
    [t('ticket.trip'), ticket.tripNumber ?? ''],
  ];
  return (
    <article class={isVoid ? 'sheet void' : 'sheet'}>
      <header>
        <div>
          <h2>{t('ticket.title')}</h2>
          <p>
            <bdi>{bridge?.name}</bdi>
          </p>
        </div>
        <p class="big">
          <bdi>{ticket.externalId}</bdi>
        </p>
      </header>
      <p>{at(weighedAt(ticket))}</p>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </>
          ))}
      </dl>
      <table>
        <tbody>
          <WeightRow name={t('ticket.gross')} weight={grossWeight} at={at} />
          <WeightRow name={t('ticket.tare')} weight={tareWeight} at={at} />
          <WeightRow name={t('ticket.nett')} weight={nettWeight} at={at} isTotal />
        </tbody>
      </table>
      <footer class="quiet">
        <code>{ticket.uuid}</code>
      </footer>
    </article>
  );
}

interface WeightRowProps {
  readonly name: string;
  readonly weight: Weight | null | undefined;
  readonly at: (iso: string) => string;
  readonly isTotal?: boolean;
}

function WeightRow({ name, weight, at, isTotal = false }: WeightRowProps) {
  if (weight?.quantity == null) return null;
  return (
    <tr class={isTotal ? 'total' : ''}>
      <th scope="row">{name}</th>
      <td class="number">{digits(weightText(weight))}</td>
      <td class="quiet">{weight.datetime != null && !isTotal ? at(weight.datetime) : ''}</td>
    </tr>
  );
}

const both = (name: string | null | undefined, id: string | null | undefined): string =>
  name && id && name !== id ? `${name} (${id})` : firstOf(name, id);
